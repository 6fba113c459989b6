import { list, number, plural } from '../format';

/** What the parts of the kit say by themselves. */
export const parts = {
  none: 'None',
  close: 'Close',
  cancel: 'Cancel',
  loading: 'Loading',
  copy: 'Copy',
  copyOf: (what: string) => `Copy ${what}`,
  copied: 'Copied',
  notCopied: 'The browser did not allow it. Select the text and copy it.',
  more: 'More',
  menu: 'Menu',
  search: 'Search',
  nothingFound: 'Nothing found',
  all: 'All',
  clear: 'Clear',
  filters: 'Filters',
  filtersSet: (n: number) => (n === 0 ? 'none' : number(n)),
  show: (n: number) => plural(n, { one: 'Show # more', other: 'Show # more' }),
  local: (moment: string) => `Here: ${moment}`,
  chart: 'Chart',
  table: 'Table',
  showAs: 'Show as',
  chartKeys: 'Arrow keys read it, value by value.',
  day: 'Day',
  hour: 'Hour from',

  // RevealOnce
  revealNow: 'Copy it now. We keep a hash of it and nothing else: once you leave this page, nobody can read it again.',
  revealKept: 'I have put it where it is safe',
  revealDone: 'Done',
  revealNotYet: 'Tick the line above first.',
  revealLeave: 'The secret has not been ticked off as safe. Leave it behind for ever?',

  // AlertDialog
  typeName: (name: string) => `Type ${name} to go on`,
  typeNameWhy: (name: string) => `Type ${name} first.`,

  // Live
  live: 'Live',
  paused: 'Paused',
  pausedNew: (n: number, more = false) => `Paused: ${more ? 'more than ' : ''}${number(n)} new`,
  slow: (seconds: number) => `Every ${seconds} s`,
  pause: 'Pause',
  resume: 'Resume',

  // Steps
  stepsDone: (done: number, of: number) => `${number(done)} of ${plural(of, { one: '# step done', other: '# steps done' })}`,
  done: 'Done',

  // Timing bar
  timing: {
    dns: 'DNS',
    connect: 'Connect',
    tls: 'TLS',
    waiting: 'Waiting for the first byte',
    reading: 'Reading the answer',
    reused: 'The connection was open already.',
  },

  // Diff
  diffBefore: 'Before',
  diffAfter: 'After',
  diffField: 'Part',
  diffRemoved: 'removed:',
  diffAdded: 'added:',

  // Failure
  failed: (what: string) => `${what} could not be read`,
  noAnswer: 'No answer came. Is this device online? What you typed is still here.',
  fault: 'Something failed on our side. It was recorded and we look into it.',
  unavailable: 'The service cannot answer right now. Your data is safe.',
  tooMany: 'Too many requests from here. Wait a moment.',
  tryAgain: 'Try again',
  request: 'Request',
  notDone: 'It was not done',
  problems: (n: number) => plural(n, { one: 'One thing has to be put right', other: '# things have to be put right' }),

  // Gone
  gone: (what: string) => `There is no such ${what}`,
  goneWhy: '{id} does not exist, or belongs to an organization that you are not in.',

  // Denied
  denied: (roles: string[], organization: string, what: string) => `Only ${list(roles)} of ${organization} can ${what}`,
  deniedWhy: (role: string) => `You are ${role} there (\`ORGANIZATION_ROLE_NEEDED\`).`,
  deniedAsk: (people: string[]) => `Ask ${list(people)}.`,
  copyLink: 'Copy a link for them',
  roles: { owner: 'owners', admin: 'admins', developer: 'developers', viewer: 'viewers' },
  yourRole: { owner: 'an owner', admin: 'an admin', developer: 'a developer', viewer: 'a viewer' },

  // Conflict
  conflict: 'Somebody changed this while you were editing',
  conflictWhy: 'Nothing was saved. Both versions are below: yours is what you typed, theirs is what is saved now.',
  conflictTheirs: 'Saved now',
  conflictYours: 'Yours',
  conflictTakeTheirs: 'Take what is saved',
  conflictKeepMine: 'Save mine over it',
};
