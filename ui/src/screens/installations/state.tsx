import type { Schemas } from '#/api/client';
import type { ShapeName } from '#/parts/Icon';
import { Tag, type Tone } from '#/parts/Tag';
import { t } from '#/texts';

type One = Pick<Schemas['DeveloperInstallation'], 'status' | 'accessRevoked' | 'endReason' | 'lastCallAt'>;
type Family = Schemas['TokenFamily'];

const week = 7 * 86_400_000;

export type Health = keyof typeof t.installations.states;

/** healthOf is how an installation is doing: whether it can work, then whether it does. */
export function healthOf(one: One, now: number): Health {
  if (one.status === 'UNINSTALLED') return one.endReason === 'BUSINESS_CLOSED' ? 'closed' : 'uninstalled';
  if (one.status === 'SUSPENDED') return 'suspended';
  if (one.accessRevoked) return 'revoked';
  if (one.lastCallAt === null) return 'never';
  return now - Date.parse(one.lastCallAt) > week ? 'quiet' : 'working';
}

const looks: Record<Health, [Tone, ShapeName?]> = {
  working: ['ok', 'on'], quiet: ['off'], never: ['info', 'queued'], revoked: ['warn'], suspended: ['bad', 'alarm'], uninstalled: ['off'], closed: ['off'],
};

export function State({ health }: { health: Health }) {
  const [tone, shape] = looks[health];
  return <Tag tone={tone} shape={shape}>{t.installations.states[health]}</Tag>;
}

export type TokenState = keyof typeof t.installations.tokenStates;

/** tokenState is whether a family of tokens is still good for something. */
export function tokenState(family: Family, now: number): TokenState {
  if (family.revokedAt !== null) return family.revokedFor ?? 'revoked';
  if (family.refreshExpiresAt === null) return Date.parse(family.accessExpiresAt) > now ? 'access' : 'over';
  const left = Date.parse(family.refreshExpiresAt) - now;
  return left <= 0 ? 'over' : left < week ? 'soon' : 'good';
}

const tokenLooks: Record<TokenState, [Tone, ShapeName?]> = {
  good: ['ok'], soon: ['warn'], over: ['off'], access: ['ok'], revoked: ['off', 'bad'], reuse: ['bad', 'alarm'], code_replay: ['bad', 'alarm'],
};

export function TokenTag({ state }: { state: TokenState }) {
  const [tone, shape] = tokenLooks[state];
  return <Tag tone={tone} shape={shape}>{t.installations.tokenStates[state]}</Tag>;
}
