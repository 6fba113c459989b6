/** What stands beside a webhook's deliveries. */
import { Button } from '#/parts/Button';
import { Card, Facts } from '#/parts/Card';
import { Switch } from '#/parts/Field';
import { Link } from '#/parts/Link';
import { useNow } from '#/parts/now';
import { Say } from '#/parts/Say';
import { Tag } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { useApp } from '#/shell/place';
import { format, t } from '#/texts';
import { useLastDay } from './ByHour';
import type { Change } from './change';
import { type Delivery, type Health, type Webhook, useCounts, useWhyNot } from './data';
import { HealthTag } from './state';

const day = 24 * 3600_000;

/** SecretCard tells how many secrets sign, and until when. */
export function SecretCard({ webhook, newest, onRotate }: { webhook: Webhook; /** A delivery whose signature can be tried. */ newest?: string; onRotate: () => void }) {
  const app = useApp();
  const whyNot = useWhyNot();
  const until = webhook.previousSecretExpiresAt ? Date.parse(webhook.previousSecretExpiresAt) : 0;
  const now = useNow(until);
  const two = until > now;
  const left = Math.min(Math.max(until - now, 0), day);
  const percent = Math.round((left / day) * 100);
  return (
    <Card title={t.webhooks.secret} end={two ? <Tag tone="warn">{t.webhooks.twoSign}</Tag> : <Tag tone="ok" shape="on">{t.webhooks.oneSigns}</Tag>}>
      {two ? (
        <>
          <p><b><Say text={t.webhooks.oldSigns} left={t.webhooks.left(left)} /></b><Say text={t.webhooks.oldUntil} time={<Time at={webhook.previousSecretExpiresAt!} as="moment" />} /></p>
          <div className="meter" role="progressbar" aria-valuenow={percent} aria-valuemin={0} aria-valuemax={100} aria-label={t.webhooks.meter(percent)}><span style={{ inlineSize: `${percent}%` }} /></div>
          <p className="small muted"><Say text={t.webhooks.twoWhy} /></p>
          <Facts facts={[
            [t.webhooks.rotated, <Time key="at" at={new Date(until - day).toISOString()} />],
            [t.webhooks.nextStep, t.webhooks.nextStepIs(`${format.dateShort(until)}, ${format.time(until)}`)],
          ]} />
        </>
      ) : <p className="small muted">{t.webhooks.oneWhy}</p>}
      <div className="actions">
        <Button little off={whyNot.change} onClick={onRotate}>{two ? t.webhooks.rotateAgain : t.webhooks.rotate}</Button>
        {newest && <Link className="small" to="/console/apps/$app/webhooks/$webhook/deliveries/$delivery" params={{ app: app.id, webhook: webhook.id, delivery: newest }} hash="verify">{t.webhooks.trySignature}</Link>}
      </div>
      <p className="why">{two ? t.webhooks.rotateAgainWhy : t.webhooks.rotateWhy}</p>
    </Card>
  );
}

/** HealthCard is the last day of a webhook: what it took and how soon, and what still waits. */
export function HealthCard({ webhook, health, latest }: { webhook: Webhook; health?: Health; latest?: readonly Delivery[] }) {
  const day = useLastDay(webhook.id).data?.total;
  const counts = useCounts(webhook.id);
  const oldest = latest?.filter((delivery) => delivery.status === 'queued' || delivery.status === 'retrying').at(-1);
  const waiting = counts && counts.queued + counts.retrying;
  const sent = day !== undefined && day.attempts > 0;
  const lost = day ? day.failed + day.notSent : 0;
  const none = <span className="muted">{t.parts.none}</span>;
  return (
    <Card title={t.webhooks.health} window={t.webhooks.lastDay} end={health && <HealthTag state={health.state} />}>
      {latest?.length === 0 ? <p className="small muted">{t.webhooks.noneYet}</p> : (
        <Facts facts={[
          [t.webhooks.lastDelivered, health?.lastDeliveredAt ? <Time key="last" at={health.lastDeliveredAt} /> : <span key="never" className="muted">{t.webhooks.never}</span>],
          health?.failingSince ? [t.webhooks.since, <Time key="since" at={health.failingSince} as="moment" />] : undefined,
          day && [t.webhooks.delivered, day.delivered > 0 ? format.number(day.delivered) : none],
          day && [t.webhooks.firstTry, day.firstTryShare === null ? none : format.percent(day.firstTryShare, 1, t.parts.none)],
          day && [t.webhooks.failed, lost > 0 ? t.webhooks.lost(lost, day.notSent) : none],
          waiting !== undefined && [t.webhooks.waiting, waiting === 0 ? none : oldest ? <Say key="waiting" text={t.webhooks.waitingOldest} n={format.number(waiting)} time={<Time at={oldest.createdAt} />} /> : format.number(waiting)],
          day && [t.webhooks.answerTime, sent ? t.webhooks.answerTimes(format.duration(day.latency.p50Ms), format.duration(day.latency.p95Ms)) : none],
        ]} />
      )}
    </Card>
  );
}

/** OptionsCard switches at once: off asks first, because what waits then fails. */
export function OptionsCard({ webhook, change, onOff, onOn }: { webhook: Webhook; change: Change; onOff: () => void; onOn: () => void }) {
  const app = useApp();
  const whyNot = useWhyNot();
  const still = Boolean(whyNot.change) || change.busy;
  return (
    <Card title={t.webhooks.options}>
      <Switch on={webhook.enabled} off={still} onChange={(on) => (on ? onOn() : onOff())}>{webhook.enabled ? t.webhooks.receives : t.webhooks.receivesNot}</Switch>
      <p className="why">{t.webhooks.offWhy}</p>
      <Switch on={webhook.ignoreOwnChanges} off={still} onChange={(on) => change.save({ ignoreOwnChanges: on })}>{t.webhooks.ignoreOwn}</Switch>
      <p className="why"><Say text={t.webhooks.ignoreOwnWhy(app.name)} /></p>
      {whyNot.change && <p className="why">{whyNot.change}</p>}
    </Card>
  );
}
