export const teamRoutes = [] as const;
