import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Schemas } from '#/api/client';
import { useStream } from '#/api/stream';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { shortId } from '#/parts/IdChip';
import { useKey } from '#/parts/keys';
import { LiveDot } from '#/parts/LiveDot';
import { Filters, Pick } from '#/parts/Pick';
import { Say } from '#/parts/Say';
import { Segments } from '#/parts/Segments';
import { Table, TableFoot } from '#/parts/Table';
import { Time } from '#/parts/Time';
import { unless } from '#/search';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import { type Delivery, type Webhook, mostAttempts, useCounts, useDeliveries, useWhyNot } from './data';
import { useHeld, useScrolled } from './live';
import { DeliveryTag } from './state';

/** More than these are shown when they are asked for: what comes after the list is of use too. */
const few = 20;

const from = '/console/apps/$app/webhooks/$webhook';
const statuses = ['queued', 'retrying', 'delivered', 'failed'] as const;

/** shownCount is a count beside a filter. Those that wait are counted together up to a number, and so are those that failed. */
function shownCount(status: (typeof statuses)[number], counts: Schemas['DeliveryCounts'] | undefined): number | string | undefined {
  if (!counts) return undefined;
  const counted = status === 'failed' ? counts.failed : counts.queued + counts.retrying;
  return status !== 'delivered' && counted >= counts.mostCounted ? t.webhooks.atLeast(counts[status]) : counts[status];
}

/** Deliveries are the latest of a webhook, as they come. */
export function Deliveries({ webhook, onTest, onAgain }: { webhook: Webhook; onTest: () => void; onAgain: () => void }) {
  const app = useApp();
  const { status, type, business, live, all } = useSearch({ from });
  const navigate = useNavigate({ from });
  const whyNot = useWhyNot();
  const filter = { status, type, businessId: business };
  const filtered = status !== undefined || type !== undefined || business !== undefined;
  const everything = useDeliveries(webhook.id);
  const query = useDeliveries(webhook.id, filtered ? filter : {}, { keep: true });
  const counts = useCounts(webhook.id);
  const options = [{ value: 'all' as const, label: t.parts.all }, ...statuses.map((value) => ({ value, label: t.webhooks.statuses[value], count: shownCount(value, counts) }))];
  const away = useStream(app.id) === 'away';
  const scrolled = useScrolled();
  const paused = live === '0' || scrolled;
  const key = JSON.stringify(filter);
  const { rows, fresh, changed } = useHeld(query.isPlaceholderData ? undefined : query.data?.data, key, paused);
  const shown = rows ?? query.data?.data;
  const toggle = () => void navigate({ search: (before) => ({ ...before, live: live === '0' ? undefined : ('0' as const) }), resetScroll: false, replace: true });
  useKey('p', toggle);

  const set = (part: { type?: string; business?: string }) => void navigate({ search: (before) => ({ ...before, ...part }), resetScroll: false });
  const sent = everything.data?.data ?? [];
  const names = [...new Set([...webhook.events, ...sent.map((delivery) => delivery.type), ...(type ? [type] : [])])].sort();
  const businesses = [...new Set([...sent.map((delivery) => delivery.businessId).filter((id) => id !== 'test'), ...(business ? [business] : [])])];
  const place = (delivery: Delivery) => (delivery.businessId === 'test' ? <span className="muted">{t.webhooks.test}</span> : <code title={delivery.businessId}>{shortId(delivery.businessId)}</code>);

  return (
    <Card
      flush
      title={t.webhooks.deliveries}
      window={t.webhooks.window}
      end={<LiveDot slow={away} paused={paused} fresh={fresh} onToggle={scrolled && live !== '0' ? () => window.scrollTo({ top: 0 }) : toggle} />}
    >
      <div className="card-body border-b border-line py-3!">
        <Filters
          set={[type, business].filter(Boolean).length}
          first={<Segments label={t.webhooks.status} options={options} value={status ?? 'all'} link={(value) => ({ from, to: '.', search: (before: Record<string, unknown>) => ({ ...before, status: unless(value, 'all') }) }) as never} />}
        >
          <Pick label={t.webhooks.event} options={names.map((value) => ({ value, label: value }))} value={type} onChange={(value) => set({ type: value })} />
          <Pick label={t.webhooks.business} options={businesses.map((value) => ({ value, label: shortId(value) }))} value={business} onChange={(value) => set({ business: value })} />
        </Filters>
      </div>
      {query.error && !shown ? (
        <div className="card-body"><Failure error={query.error} title={t.parts.failed(t.webhooks.theDeliveries)} onRetry={() => void query.refetch()}><p>{t.webhooks.stillSafe}</p></Failure></div>
      ) : !shown ? <Bones rows={8} label={t.webhooks.deliveries} /> : shown.length === 0 ? (
        filtered ? (
          <Empty
            title={<Say text={t.webhooks.noMatch} status={status ? t.webhooks.statusWords[status] : ''} ofType={type && <> <Say text={t.webhooks.ofType} type={<code>{type}</code>} /></>} inBusiness={business && <> <Say text={t.webhooks.inBusiness} business={<code>{shortId(business)}</code>} /></>} />}
            actions={<Button onClick={() => void navigate({ search: (before) => ({ live: before.live }), resetScroll: false })}>{t.webhooks.showAll}</Button>}
          >
            {everything.data && <p>{t.webhooks.noMatchWhy(countOf(sent), sent.length)}</p>}
          </Empty>
        ) : (
          <Empty title={t.webhooks.nothingSent} actions={<Button look="primary" off={whyNot.send} onClick={onTest}>{t.webhooks.sendTest}</Button>}>
            <p>{webhook.events.length === 0 ? t.webhooks.nothingSentNoEvents : t.webhooks.nothingSentWhy}</p>
          </Empty>
        )
      ) : (
        <>
          <Table
            label={t.webhooks.deliveries}
            rows={all ? shown : shown.slice(0, few)}
            rowKey={(delivery) => delivery.id}
            busy={query.isPlaceholderData}
            changed={changed}
            open={(delivery) => ({ to: '/console/apps/$app/webhooks/$webhook/deliveries/$delivery', params: { app: app.id, webhook: webhook.id, delivery: delivery.id } })}
            columns={[
              { key: 'status', head: t.webhooks.status, fold: 'first', cell: (delivery) => <DeliveryTag status={delivery.status} /> },
              { key: 'event', head: t.webhooks.eventAndError, opens: true, fold: 'full', cell: (delivery) => <><code>{delivery.type}</code>{delivery.lastError && delivery.status !== 'delivered' && <span className="sub">{delivery.lastError}</span>}</> },
              { key: 'business', head: t.webhooks.business, fold: 'meta', className: 'nowrap', cell: place },
              { key: 'attempts', head: t.webhooks.attempts, end: true, fold: 'meta', label: t.webhooks.attempts, cell: (delivery) => t.webhooks.attemptsOf(delivery.attempts, mostAttempts) },
              { key: 'response', head: t.webhooks.response, end: true, fold: 'meta', label: t.webhooks.response, cell: (delivery) => delivery.responseCode ?? <span className="muted">{t.parts.none}</span> },
              { key: 'created', head: t.webhooks.created, end: true, fold: 'end', className: 'nowrap', cell: (delivery) => <Time at={delivery.createdAt} /> },
            ]}
          />
          <TableFoot
            end={(
              <span className="row">
                {!all && shown.length > few && <Button little onClick={() => void navigate({ search: (before) => ({ ...before, all: '1' as const }), resetScroll: false, replace: true })}>{t.parts.show(shown.length - few)}</Button>}
                <Button little off={whyNot.send} onClick={onAgain}>{t.webhooks.sendFailed}</Button>
              </span>
            )}
          >
            {t.webhooks.shown(all ? shown.length : Math.min(shown.length, few), shown.length)}
          </TableFoot>
        </>
      )}
    </Card>
  );
}

function countOf(deliveries: readonly Delivery[]): Partial<Record<Delivery['status'], number>> {
  const counts: Partial<Record<Delivery['status'], number>> = {};
  for (const { status } of deliveries) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
