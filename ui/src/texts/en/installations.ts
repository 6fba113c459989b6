export const installations = {};
