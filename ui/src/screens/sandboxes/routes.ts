export const sandboxesRoutes = [] as const;
