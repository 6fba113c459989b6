export const extensionsRoutes = [] as const;
