export const extensions = {};
