import { list, number, plural } from '../format';

const deliveries = (n: number) => plural(n, { one: '# delivery', other: '# deliveries' });
/** Lists are read up to a hundred: a full one may go on. */
const counted = (n: number, more: boolean) => (more ? `at least ${number(n)}` : number(n));

export const webhooks = {
  title: 'Webhooks',
  lead: 'Where your server is told of what happens in businesses.',
  theWebhooks: 'The webhooks',
  theWebhook: 'The webhook',
  add: 'Add a webhook',
  limit: (most: number) => `An app has ${number(most)} webhooks at most. Delete one first.`,
  none: 'No webhooks yet',
  noneWhy: (app: string) => `We call your server when something happens in a business that uses ${app}: an invoice was paid, a customer changed, a business left.`,
  noneTry: 'Your server answers 204 within 10 seconds and does the work afterwards. This is one that does:',
  noneSnippet: `import { createServer } from 'node:http';

createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    console.log(request.headers['x-webhook-event'], Buffer.concat(parts).toString());
    response.writeHead(204).end();
  });
}).listen(8443);`,
  snippet: 'A receiver',
  viewer: 'You are a viewer here. Developers, admins and owners can change webhooks.',
  notActive: (app: string) => `Nothing is sent while ${app} is suspended or deactivated.`,

  endpoint: 'Endpoint',
  health: 'Health',
  events: 'Events',
  since: 'Failing since',
  lastDelivered: 'Last delivered',
  never: 'Never',
  count: (n: number) => plural(n, { one: '# webhook', other: '# webhooks' }),
  states: { working: 'Healthy', failing: 'Failing', unused: 'Idle', off: 'Off' },
  on: 'On',
  off: 'Off',

  // New
  newTitle: 'Add a webhook',
  newLead: 'We send what happens to this address, signed.',
  address: 'Address',
  addressWhy: 'Your server, reachable from the internet.',
  url: 'URL',
  urlHint: 'https, on port 443 or 8443, at a public address. Redirects are not followed.',
  urlBegins: 'https://',
  urlMissing: 'Write the URL first.',
  urlNotHttps: 'The URL must be https.',
  description: 'Note',
  descriptionHint: 'For your team. Never sent.',
  eventsWhy: 'What it is told of. You can change this later.',
  chosen: (n: number, of: number) => `${number(n)} of ${number(of)} chosen`,
  filterEvents: 'Filter events',
  noEventMatches: (q: string) => `No event has “${q}” in its name.`,
  noneChosen: 'None is chosen: it is told of nothing until you choose some.',
  needs: 'Needs {scope}. {register}',
  register: 'Register it',
  needsNone: 'Needs no scope. Sent even when not installed.',
  groups: {
    'invoices:read': 'Invoices', 'customers:read': 'Customers', 'payments:read': 'Payments', 'suppliers:read': 'Suppliers',
    'accounts:read': 'Chart of accounts', 'journal:read': 'Journal', 'profile:read': 'Business profile', privacy: 'Privacy', app: 'About the app',
  } as Record<string, string>,
  chooseAll: 'All',
  options: 'Options',
  optionsWhy: 'What it leaves out.',
  ignoreOwn: 'Leave out our own changes',
  ignoreOwnWhy: (app: string) => `Skips \`app_data.updated\` that ${app} itself caused.`,
  notSaved: 'The webhook was not saved',
  secretOf: (path: string) => `The signing secret of ${path}`,
  theSecret: 'the signing secret',
  secretUse: 'Every request that we send is signed with it. Check `X-Webhook-Signature` before you trust one: the key is the whole text, `whsec_` included.',

  // One
  what: 'webhook',
  back: 'Webhooks',
  ofEvents: (n: number, of: number) => `${number(n)} of ${plural(of, { one: '# event', other: '# events' })}`,
  eventsOnly: (n: number) => plural(n, { one: '# event', other: '# events' }),
  version: 'API version',
  versionCurrent: 'current',
  sendTest: 'Send a test',
  edit: 'Edit',
  moreActs: 'More: switch off, rotate, delete',
  switchOff: 'Switch it off',
  switchOn: 'Switch it on',
  rotate: 'Rotate the secret',
  delete: 'Delete',

  failing: 'Failing since {time}: “{error}”',
  failingOnly: 'Failing since {time}',
  failingWhat: 'We try each delivery six times within nine hours, then it counts as failed. Failed ones can be sent again for 30 days.',
  failingSee: 'See the newest failure and what to do',
  isOff: 'This webhook is off',
  isOffWhy: 'What happens now is not sent to it, now or later. The event log has it for 30 days.',

  // Deliveries
  deliveries: 'Deliveries',
  theDeliveries: 'The deliveries',
  window: 'latest 100 of the last 30 days',
  status: 'Status',
  atLeast: (n: number) => `${number(n)}+`,
  statuses: { queued: 'Queued', retrying: 'Retrying', delivered: 'Delivered', failed: 'Failed' },
  statusWords: { queued: 'queued', retrying: 'retrying', delivered: 'delivered', failed: 'failed' },
  event: 'Event',
  eventAndError: 'Event and last error',
  business: 'Business',
  test: 'Test',
  attempts: 'Attempts',
  attemptsOf: (n: number, most: number) => `${number(n)} of ${number(most)}`,
  response: 'Response',
  created: 'Created',
  shown: (n: number, of: number) => (n === of ? `${deliveries(n)} shown` : `${number(n)} of ${deliveries(of)} shown`),
  sendFailed: 'Send failed ones again…',
  stillSafe: 'Nothing is lost: deliveries go on without this page.',
  nothingSent: 'Nothing was sent yet',
  nothingSentWhy: 'The first event in a business appears here within a second. Until then, send a test: it is signed, tried again and listed like any other.',
  nothingSentNoEvents: 'It listens to no event yet. Choose some under Events below, or send a test.',
  noMatch: 'No {status} delivery{ofType}{inBusiness}',
  ofType: 'of {type}',
  inBusiness: 'in {business}',
  noMatchWhy: (counts: Partial<Record<'queued' | 'retrying' | 'delivered' | 'failed', number>>, all: number) => {
    if (all === 0) return 'In the last 30 days nothing was sent to it.';
    const words = { delivered: 'delivered', failed: 'failed', retrying: 'waiting for a retry', queued: 'queued' };
    const said = (Object.keys(words) as (keyof typeof words)[]).filter((key) => counts[key]).map((key) => `${number(counts[key] ?? 0)} ${words[key]}`);
    return `Of the latest ${deliveries(all)}: ${list(said)}.`;
  },
  showAll: 'Show all deliveries',

  // Health card
  lastDay: 'last 24 h',
  delivered: 'Delivered',
  firstTry: 'At first try',
  failed: 'Failed',
  waiting: 'Waiting',
  lost: (n: number, notSent: number) => (notSent > 0 ? `${number(n)}, of which ${number(notSent)} not sent` : number(n)),
  waitingOldest: '{n}, the oldest created {time}',
  answerTime: 'Answer time',
  answerTimes: (p50: string, p95: string) => `p50 ${p50}, p95 ${p95}`,
  noneYet: 'Nothing was sent yet.',

  // By hour
  byHour: 'Attempts by hour',
  byHourWindow: 'last 24 h, UTC',
  byHourLabel: 'Attempts per hour over the last 24 h',
  theFigures: 'The figures',
  retried: 'To be tried again',
  attemptsTaken: (share: string) => `attempts to deliver, ${share} taken`,
  noAttempts: 'Nothing was sent in the last 24 h',
  noAttemptsWhy: 'Every attempt is counted here in the hour in which it was made.',

  // Secret card
  secret: 'Signing secret',
  oneSigns: 'One signs',
  twoSign: 'Two sign',
  oldSigns: 'The old secret still signs for {left}',
  oldUntil: ', until {time}.',
  left: (ms: number) => {
    const minutes = Math.floor(ms / 60_000);
    if (minutes < 1) return `${number(Math.max(Math.floor(ms / 1000), 0))} s`;
    return minutes < 60 ? `${number(minutes)} min` : `${number(Math.floor(minutes / 60))} h ${number(minutes % 60)} min`;
  },
  meter: (percent: number) => `Time left for the old secret: ${number(percent)} percent`,
  twoWhy: 'Every request carries two signatures, `v1` of the new secret first. One that matches is enough, so nothing is refused while you deploy.',
  oneWhy: 'Every request is signed with one secret. We keep it sealed and show it to nobody; rotate it to get a new one.',
  rotated: 'Rotated',
  nextStep: 'Next step',
  nextStepIs: (when: string) => `Give your receiver the new secret before ${when} UTC.`,
  rotateAgain: 'Rotate again',
  trySignature: 'Try a signature',
  rotateAgainWhy: 'Rotating again ends the old secret at once. Do it when a secret has leaked.',
  rotateWhy: 'After a rotation the old secret signs beside the new one for 24 hours.',
  rotateTitle: (path: string) => `Rotate the secret of ${path}?`,
  rotateAsk: 'A new secret is made and shown once. The present one signs beside it for 24 hours: give your receiver the new one within that time. The owners of the app hear of it by mail.',
  rotateAskAgain: 'A new secret is made and shown once. The present one signs beside it for 24 hours; the one before it, which still signs now, ends at once. What knows only that one refuses our requests from then on.',
  rotateKeep: 'Keep the secret',
  rotateAct: 'Rotate the secret',

  // Options card
  receives: 'On: receives events',
  receivesNot: 'Off: receives nothing',
  offWhy: 'Off: what waits fails, and what happens meanwhile is not sent later. The event log still has it for 30 days.',
  offTitle: (path: string) => `Switch off ${path}?`,
  offAsk: (n: number, more: boolean) => (n === 0
    ? 'Nothing waits to be sent. What happens while it is off is not sent later; the event log has it for 30 days.'
    : `${more ? 'At least ' : ''}${plural(n, { one: '# waiting delivery fails at its next attempt', other: '# waiting deliveries fail at their next attempt' })}. What happens while it is off is not sent later; the event log has it for 30 days.`),
  offKeep: 'Leave it on',
  offAct: (path: string, n: number, more: boolean) => (n === 0 ? `Switch off ${path}` : `Switch off ${path} and fail ${counted(n, more)}`),
  switchedOff: (path: string) => `${path} is off.`,
  switchedOn: (path: string) => `${path} is on.`,

  // Events card
  saveEvents: 'Save events',
  discard: 'Put it back',
  unchanged: 'Nothing has changed.',
  changes: (added: number, removed: number) => list([added ? `${number(added)} added` : '', removed ? `${number(removed)} removed` : ''].filter(Boolean)),
  eventsSaved: 'Events saved. They hold from the next event on.',

  // Edit
  editTitle: (path: string) => `Edit ${path}`,
  editUrlHint: 'What waits is sent to the new address. https, on port 443 or 8443, at a public address.',
  save: 'Save',
  saved: 'Saved.',

  // Test
  testTitle: 'Send a test',
  testAbout: 'The sample of an event, signed, tried again and listed like any other. Its `businessId` is `test`, its `eventId` is null and its data has `"test": true`.',
  testEvent: 'Event',
  testSample: 'The sample',
  testSend: (event: string) => `Send ${event}`,
  testLimit: 'Ten a minute.',
  testSent: 'The test is queued. The first attempt runs now.',
  testOff: 'The webhook is off: what is sent to it fails.',

  // Redeliver many
  againTitle: 'Send failed deliveries again',
  againSince: 'Created since, in UTC',
  againSinceHint: '30 days back at most.',
  againMissing: 'Write a day and a time first.',
  againCount: (n: number, more: boolean) => (n === 0 && !more
    ? 'None has failed since then.'
    : `${more ? 'At least ' : ''}${plural(n, { one: '# has', other: '# have' })} failed since then. What must not be sent any more is skipped, such as where the app is not installed by now.`),
  againAct: (n: number, more: boolean) => (more ? 'Send all of them again' : `Send ${number(n)} again`),
  againNone: 'None has failed since then.',
  againDone: (queued: number, skipped: number) => `${plural(queued, { one: '# is', other: '# are' })} queued again. ${skipped > 0 ? `${plural(skipped, { one: '# was', other: '# were' })} skipped: the app must not hear of ${skipped === 1 ? 'it' : 'them'} any more.` : 'None was skipped.'}`,
  againClose: 'Done',

  // Delete
  deleteTitle: (path: string) => `Delete the webhook ${path}?`,
  deleteAsk: (n: number, more: boolean) => `${n === 0 ? 'Nothing waits to be sent to it' : `${more ? 'At least ' : ''}${plural(n, { one: '# waiting delivery', other: '# waiting deliveries' })} will not be sent`}, and its history of 30 days can no longer be read. Events stay in the event log. This cannot be undone.`,
  deleteCounting: 'Counting what waits…',
  deleteKeep: 'Keep it',
  deleteAct: (path: string, n: number, more: boolean) => (n === 0 ? `Delete ${path}` : `Delete ${path} and drop ${more ? 'at least ' : ''}${deliveries(n)}`),
  deleted: (path: string) => `${path} is deleted.`,
};
