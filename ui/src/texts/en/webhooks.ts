export const webhooks = {};
