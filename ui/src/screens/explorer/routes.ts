export const explorerRoutes = [] as const;
