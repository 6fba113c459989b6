export const operatorRoutes = [] as const;
