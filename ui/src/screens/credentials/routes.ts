export const credentialsRoutes = [] as const;
