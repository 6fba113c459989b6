export const alertsRoutes = [] as const;
