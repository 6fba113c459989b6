export const versionsRoutes = [] as const;
