export const fieldsRoutes = [] as const;
