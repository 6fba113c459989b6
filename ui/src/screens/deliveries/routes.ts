export const deliveriesRoutes = [] as const;
