/** What can be told of a redirect URI before it is sent: as the service will say it. */
export type Problem = 'empty' | 'wildcard' | 'address' | 'https' | 'dots' | 'repeated';
export type Slip = 'TRAILING_SLASH' | 'LETTER_CASE' | 'LOOPBACK' | 'DEFAULT_PORT';

const loopback = (url: URL) => url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

function read(uri: string): URL | undefined {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/@\s]+/i.test(uri) || /[\s\\"<>^`{|}]/.test(uri)) return undefined;
  try {
    return new URL(uri);
  } catch {
    return undefined;
  }
}

/** problemOf is why one of these cannot be saved. */
export function problemOf(at: number, uris: readonly string[]): Problem | undefined {
  const uri = uris[at]!;
  if (uri === '') return 'empty';
  if (/[?#*]/.test(uri)) return 'wildcard';
  const url = read(uri);
  if (!url) return 'address';
  if (url.protocol !== 'https:' && !loopback(url)) return 'https';
  if (uri.split('/').some((part) => part === '.' || part === '..')) return 'dots';
  if (uris.indexOf(uri) < at) return 'repeated';
  return undefined;
}

const bare = (uri: string) => uri.replace(/\/$/, '');

/** slipsOf is what may be a slip about one of these. */
export function slipsOf(at: number, uris: readonly string[]): Slip[] {
  const uri = uris[at]!;
  const slips = new Set<Slip>();
  for (const other of uris) {
    if (other === uri) continue;
    if (bare(other) === bare(uri)) slips.add('TRAILING_SLASH');
    else if (other.toLowerCase() === uri.toLowerCase()) slips.add('LETTER_CASE');
  }
  const url = read(uri);
  if (url && loopback(url)) slips.add('LOOPBACK');
  if (/^https:\/\/[^/]+:443(\/|$)/.test(uri) || /^http:\/\/[^/]+:80(\/|$)/.test(uri)) slips.add('DEFAULT_PORT');
  return [...slips];
}

export type Match = { ok: true } | { ok: false; nearest?: string; at: number };

/** match compares byte for byte, as consent does, and finds where the nearest one parts. */
export function match(asked: string, uris: readonly string[]): Match {
  if (uris.includes(asked)) return { ok: true };
  let found: Match = { ok: false, at: 0 };
  let best = -1;
  for (const uri of uris) {
    let same = 0;
    while (same < uri.length && uri[same] === asked[same]) same++;
    // The rest counts too: one letter in the middle is nearer than another host.
    let end = 0;
    while (end < Math.min(uri.length, asked.length) - same && uri.at(-1 - end) === asked.at(-1 - end)) end++;
    if (same + end > best) {
      best = same + end;
      found = { ok: false, nearest: uri, at: same };
    }
  }
  return found;
}
