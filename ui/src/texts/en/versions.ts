export const versions = {};
