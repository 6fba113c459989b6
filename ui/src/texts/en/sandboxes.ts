export const sandboxes = {};
