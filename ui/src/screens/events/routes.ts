export const eventsRoutes = [] as const;
