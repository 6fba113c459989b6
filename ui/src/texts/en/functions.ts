export const functions = {};
