export const deliveries = {};
