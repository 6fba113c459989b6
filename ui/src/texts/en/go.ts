export const go = {
  title: (id: string) => `Looking for ${id}`,
  record: 'The record',
  back: 'Go to the home page',
  why: '{id} does not exist, is older than 30 days, or belongs to an organization that you are not in.',
  secret: 'That is a secret',
  secretWhy: 'It was not sent anywhere. If you pasted it elsewhere, rotate it.',
  unknown: 'This id leads nowhere',
  unknownWhy: '{id} begins like nothing that the console has a screen for.',
};
