export const operator = {};
