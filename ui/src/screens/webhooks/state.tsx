import { Tag, type Tone } from '#/parts/Tag';
import type { ShapeName } from '#/parts/Icon';
import { t } from '#/texts';
import type { Health, Status } from './data';

const healths: Record<Health['state'], { tone: Tone; shape: ShapeName }> = {
  working: { tone: 'ok', shape: 'on' }, failing: { tone: 'bad', shape: 'alarm' }, unused: { tone: 'off', shape: 'off' }, off: { tone: 'off', shape: 'off' },
};

/** HealthTag is how a webhook is doing. */
export const HealthTag = ({ state }: { state: Health['state'] }) => <Tag {...healths[state]}>{t.webhooks.states[state]}</Tag>;

const statuses: Record<Status, { tone: Tone; shape: ShapeName }> = {
  queued: { tone: 'off', shape: 'queued' }, retrying: { tone: 'warn', shape: 'wait' }, delivered: { tone: 'ok', shape: 'ok' }, failed: { tone: 'bad', shape: 'bad' },
};

/** DeliveryTag is what became of a delivery so far. */
export const DeliveryTag = ({ status }: { status: Status }) => <Tag {...statuses[status]}>{t.webhooks.statuses[status]}</Tag>;
