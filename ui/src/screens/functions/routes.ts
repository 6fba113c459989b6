export const functionsRoutes = [] as const;
