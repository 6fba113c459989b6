export const listingRoutes = [] as const;
