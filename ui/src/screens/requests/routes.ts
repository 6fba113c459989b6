export const requestsRoutes = [] as const;
