export const requests = {};
