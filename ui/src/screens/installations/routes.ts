export const installationsRoutes = [] as const;
