import type { Schemas } from '#/api/client';
import { Tag, type Tone } from '#/parts/Tag';
import { t } from '#/texts';

type App = Pick<Schemas['App'], 'status' | 'review'>;

const tones: Record<Schemas['App']['review'], Tone> = {
  DRAFT: 'warn', SUBMITTED: 'info', IN_REVIEW: 'info', APPROVED: 'ok', CHANGES_REQUESTED: 'warn', REJECTED: 'bad',
};

/** AppState is how far an app got, or what stopped it. */
export function AppState({ app }: { app: App }) {
  if (app.status === 'SUSPENDED') return <Tag tone="bad" shape="alarm">{t.apps.suspended}</Tag>;
  if (app.status === 'DEACTIVATED') return <Tag tone="off">{t.apps.deactivated}</Tag>;
  return <Tag tone={tones[app.review]}>{t.apps.states[app.review]}</Tag>;
}
