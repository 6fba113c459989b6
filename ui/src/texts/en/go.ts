export const go = {};
