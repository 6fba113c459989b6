import { dateShort, list, number, plural, time, timeSeconds } from '../format';

type Help = { title: string; todo: string };

/** What a refusal means for whoever called, and what to do. Codes that are not here are spoken of by their status. */
const byCode: Record<string, Help> = {
  INSUFFICIENT_SCOPE: { title: 'Calls without the scope that they need', todo: 'Register the scope under Credentials, then let each business connect again. Until then stop calling it: refused calls count toward the limit.' },
  APP_RATE_LIMITED: { title: 'Too many calls for one business', todo: 'Wait as long as `Retry-After` says, and spread the calls. What changed is cheaper from webhooks or `GET /events` than from reading lists again.' },
  RATE_LIMITED: { title: 'Too many calls from one place', todo: 'Wait as long as `Retry-After` says before the next call.' },
  UNSUPPORTED_API_VERSION: { title: 'An API version that is not there', todo: 'Leave the version header out: the pinned version then holds. Rehearse another one under API version before you send it.' },
  INVALID_TOKEN: { title: 'Access tokens that are not good any more', todo: 'Refresh once on 401 and send the call again. If refreshing fails too, the business has to connect again.' },
  APP_NOT_INSTALLED: { title: 'Calls into a business that does not have the app', todo: 'Stop calling there. The event `app.uninstalled` tells you in time.' },
  INSTALLATION_SUSPENDED: { title: 'The installation is suspended', todo: 'The operator has stopped it. Ask support, with a request id.' },
  APP_NOT_REVIEWED: { title: 'Calls into a business before the app was approved', todo: 'Until it is approved, an app works in sandboxes of its own organization alone. Submit its listing.' },
  APP_NOT_ACTIVE: { title: 'The app is not active', todo: 'Activate it again, or ask support if it was suspended.' },
  RECORD_CHANGED: { title: 'Changes to records that changed before', todo: 'Read the record, make the change on what you read, and send its `ETag` as `If-Match`.' },
  IDEMPOTENCY_KEY_REUSED: { title: 'An idempotency key with another body', todo: 'Make a key for each thing that you want done, and send it again only with the same body.' },
  IDEMPOTENCY_KEY_IN_PROGRESS: { title: 'A call was repeated while the first was running', todo: 'Wait for the first one, then send it again with the same key: you get its answer.' },
  UNKNOWN_APP_DATA_FIELD: { title: 'A field that the app does not declare', todo: 'Declare it under App data fields, or mend the key.' },
  INVALID_APP_DATA_VALUE: { title: 'Values that a field does not take', todo: 'Compare the value with the field’s type and rules under App data fields.' },
  PERMISSION_DENIED: { title: 'The person may not do that', todo: 'The app acts for somebody, and can do no more than they can. Somebody with the permission has to connect it.' },
  CONSENT_REQUIRED: { title: 'Nobody has said yes yet', todo: 'Send the person through the consent page again.' },
  INVOICE_NOT_EDITABLE: { title: 'Changes to invoices that are final', todo: 'Only drafts can be changed. Issue a credit note, or void it.' },
  PERIOD_LOCKED: { title: 'Entries in a closed period', todo: 'Post into an open period; the business decides which are closed.' },
  UNKNOWN_CURSOR: { title: 'A cursor that is not one of ours', todo: 'Send `nextCursor` as it came, and start again without a cursor if it is lost.' },
  ENDPOINT_NOT_EXPOSED: { title: 'An address that apps cannot call', todo: 'The API reference lists what apps can call.' },
};

const notFound = /_NOT_FOUND$/;

function byStatus(status: number, code: string | null, route: string | null): Help {
  if (status >= 500) return { title: 'We failed', todo: 'Send it again with the same idempotency key. We were told, and look into it; support finds it by its id.' };
  if (status === 404 && route === null) return { title: 'Addresses that are not there', todo: 'No route fits the path. Compare it with the API reference, prefix and plural included.' };
  if (status === 404 || (code !== null && notFound.test(code))) return { title: 'Records that are not there', todo: 'The id is of another business, was deleted, or is mistyped. Take it from an answer or an event, and forget it when it is gone.' };
  if (status === 400) return { title: 'Bodies or queries with something to put right', todo: 'The answer names each problem. Open one call to read them all.' };
  if (status === 401) return { title: 'Calls without a good token', todo: 'Send `Authorization: Bearer` with the access token, and refresh it before it ends.' };
  if (status === 403) return { title: 'Calls that are not allowed', todo: 'The answer says what is missing: open one call.' };
  if (status === 409) return { title: 'The record is not in a state for that', todo: 'Read the record first; its state says what can be done with it.' };
  if (status === 412) return { title: 'Changes to records that changed before', todo: 'Read the record again and send its `ETag` as `If-Match`.' };
  if (status === 413) return { title: 'Bodies that are too large', todo: 'Send less at once.' };
  if (status === 415) return { title: 'Bodies that are not JSON', todo: 'Send `Content-Type: application/json`.' };
  if (status === 429) return { title: 'Too many calls', todo: 'Wait as long as `Retry-After` says.' };
  return { title: 'Refused calls', todo: 'Open one call: the answer says why.' };
}

const windows = { '1h': 'Last hour', '24h': 'Last 24 h', '7d': 'Last 7 days', '30d': 'Last 30 days' };
const inWindow = { '1h': 'in the last hour', '24h': 'in the last 24 h', '7d': 'in the last 7 days', '30d': 'in the last 30 days' };
const calls = (n: number) => plural(n, { one: '# call', other: '# calls' });
const businesses = (n: number) => plural(n, { one: '# business', other: '# businesses' });

export const requests = {
  title: 'Requests',
  lead: 'Every call of the last 30 days, without the values your app sent: those stay in your own log.',
  views: 'Views',
  log: 'Log',
  causes: 'Problems by cause',
  status: 'Status',
  route: 'Route',
  business: 'Business',
  code: 'Code',
  version: 'Version',
  window: 'Window',
  windows,
  inWindow,
  between: (from: string, to: string) => `${dateShort(from)}, ${time(from)} to ${dateShort(from) === dateShort(to) ? '' : `${dateShort(to)}, `}${time(to)} UTC`,
  since: (from: string) => `since ${dateShort(from)}, ${time(from)} UTC`,
  until: (to: string) => `until ${dateShort(to)}, ${time(to)} UTC`,
  clear: 'Clear the filters',
  theRequests: 'The requests',
  theRequest: 'The request',
  theErrors: 'The problems',
  failedWhy: 'Nothing is lost: calls go on and are logged without this page.',

  // Columns
  time: 'Time, UTC',
  request: 'Request',
  took: 'Took',
  record: 'Record',
  requestId: 'Request id',
  noRoute: 'No route fits',
  standsFor: (n: number) => `stands for ${calls(n)}`,
  countProblems: 'Problems in the body or the query',

  shown: (n: number) => `${plural(n, { one: '# line', other: '# lines' })} shown`,
  shownOf: (n: number, all: number, when: string) => `${plural(n, { one: '# line', other: '# lines' })} of ${calls(all)} ${when}`,
  shownAll: (n: number) => `${plural(n, { one: '# line', other: '# lines' })}: the log ends here`,
  more: 'Show 50 more',
  further: 'Look further back',
  strip: (all: string, bad: string) => `${all}; ${bad}. Bars are calls, errors on top of them.`,
  refused: (n: number) => plural(n, { one: '# error', other: '# errors' }),
  callsIn: (n: number, when: string) => `${calls(n)} ${when}`,
  now: 'now',

  // Nothing
  none: 'No calls yet',
  noneWhy: 'Each call that your app makes stands here a second later: what it asked, what came back, and what followed from it. Make the first with a token of a sandbox:',
  noneCommand: 'the command',
  noneInWindow: (when: string) => `No calls ${when}`,
  noneInWindowWhy: 'The log goes back 30 days.',
  showMonth: 'Show the last 30 days',
  noMatch: (filter: string, when: string) => `No call ${filter} ${when}`,
  noMatchWhy: (all: number, when: string) => (all === 0 ? `Without the filters there is none ${when} either.` : `Without the filters there are ${calls(all)} ${when}.`),
  notYet: (filter: string) => `No call ${filter} among the newest that were looked through`,
  notYetWhy: 'We look through 5,000 lines at a time, and the log goes on.',
  withStatus: (status: string) => `answered ${status}`,
  withRoute: (route: string) => `to ${route}`,
  withCode: (code: string) => `refused with ${code}`,
  withBusiness: (name: string) => `in ${name}`,
  withVersion: (version: string) => `in version ${version}`,

  // Causes
  groups: 'Errors by cause',
  groupOf: (status: number, code: string | null) => (status >= 500 ? `${status}, ours` : code === null ? `${status}` : `${status} ${code}`),
  groupIn: (n: number) => `${businesses(n)}, the last call {time}`,
  others: (n: number) => plural(n, { one: '# other cause', other: '# other causes' }),
  othersWhy: 'See them all with what to do',
  help: (status: number, code: string | null, route: string | null): Help => (code !== null && byCode[code]) || byStatus(status, code, route),
  calls: (n: number) => plural(n, { one: 'call', other: 'calls' }),
  where: (n: number, routes: string[], more: number) => `in ${businesses(n)}, on ${list(routes.map((route) => `\`${route}\``))}${more > 0 ? ` and ${number(more)} more` : ''}`,
  whereNone: (n: number) => `in ${businesses(n)}`,
  said: (message: string) => `“${message}”`,
  lastAt: 'the last call {time}',
  todo: 'What to do',
  see: (n: number) => plural(n, { one: 'See # call', other: 'See # calls' }),
  seeLast: 'See the last one',
  noProblems: 'No call was refused',
  noProblemsWhy: (when: string) => `Every call ${when} was answered with what it asked for.`,

  // Drawer
  open: (method: string, route: string) => `Request ${method} ${route}`,
  close: 'Close the request',
  loading: 'Reading the request',
  gone: 'There is no such request',
  goneWhy: '{id} does not exist, is older than 30 days, is one of many reads of which a part is kept, or belongs to an organization that you are not in.',
  why: 'Why it was refused',
  trace: 'From request to delivery',
  traceRequest: 'Request',
  traceEvent: 'Event',
  traceDelivery: 'Delivery',
  traceRun: 'Function',
  traceTest: 'Test',
  answeredAt: (at: string) => `Answered at ${timeSeconds(at)} UTC`,
  committedAt: (at: string) => `Committed with the change, ${timeSeconds(at)} UTC`,
  noRequest: 'No call of an app of yours caused it, or its line is gone from the log.',
  noEvents: 'It changed nothing that an event tells of.',
  noEventsRefused: 'It was refused, so nothing changed.',
  noEventsRead: 'It only read.',
  noDeliveries: 'No webhook and no function of this app listens to it.',
  deliveryTo: (path: string, says: string) => `To ${path}: ${says}`,
  runBy: (name: string, says: string | null) => (says === null ? name : `${name}: ${says}`),
  attempts: (n: number, says: string) => `${plural(n, { one: '# attempt', other: '# attempts' })}, ${says}`,
  attemptNone: 'not sent yet',
  attemptOk: (status: number) => `answered ${status}`,
  deliveries: { queued: 'Queued', retrying: 'Retrying', delivered: 'Delivered', failed: 'Failed' },
  who: 'Who and where',
  installation: 'Installation',
  user: 'User',
  apiVersion: 'API version',
  versionPinned: (version: string) => `${version}, your pin`,
  versionUnknown: 'Refused before it was known',
  idempotency: 'Idempotency',
  replayed: 'The answer of the first call with this key, again',
  size: 'Size',
  sizes: (sent: string, got: string) => `${sent} sent, ${got} answered`,
  from: 'From',
  correlation: 'Your own id',
  path: 'Path',
  sampled: 'Sampled',
  sampledWhy: (n: number) => `This line stands for ${calls(n)}: of many reads a part is kept.`,
  body: 'Body, without values',
  bodyNone: 'Without a body.',
  bodyGone: 'No body that could be kept.',
  bodyWhy: 'We keep names of members, amounts, days and ids. Texts are counted, not kept.',
  answer: 'Answer',
  answerWhy: 'Of answers we keep refusals alone.',
  curl: 'Copy as curl',
  curlWhy: 'Texts come out as their length: put your own in.',
  explorer: 'Open in the explorer',

  // The trace of one id
  theTrace: 'The trace',
  traceGoneWhy: '{id} does not exist, is older than 30 days, or belongs to an organization that you are not in.',
};
