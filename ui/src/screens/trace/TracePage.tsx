import { Navigate, linkOptions, useParams } from '@tanstack/react-router';
import { api, type Schemas } from '#/api/client';
import { asFault } from '#/api/fault';
import { useStream } from '#/api/stream';
import { useTrace } from '#/api/trace';
import { type Attempt, Attempts } from '#/parts/Attempts';
import { Bones } from '#/parts/Bone';
import { Card, Facts } from '#/parts/Card';
import { copyText } from '#/parts/Copy';
import { Gone } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { IdChip } from '#/parts/IdChip';
import { useKey } from '#/parts/keys';
import { Link } from '#/parts/Link';
import { LiveDot } from '#/parts/LiveDot';
import { PageHead } from '#/parts/Page';
import { Say } from '#/parts/Say';
import { Tag } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { isRunOf, kindOf } from '#/shell/ids';
import { useAppsOf, useOrganization } from '#/shell/place';
import { format, t } from '#/texts';
import { Business, Status, useBusinesses } from '../requests/status';
import { RunTag } from '../functions/state';
import { pathOf } from '../webhooks/data';
import { DeliveryTag } from '../webhooks/state';

type Trace = Schemas['Trace'];
type Delivery = Trace['deliveries'][number];
type Event = Trace['events'][number];
type Run = Trace['runs'][number];

const kinds = ['req', 'evt', 'whd', 'run'] as const;
const isTraced = (kind: string | undefined): kind is (typeof kinds)[number] => kinds.some((one) => one === kind);

/** TracePage is the way of one id, from the call to the last attempt and the last run. */
export function TracePage() {
  const { id } = useParams({ from: '/console/trace/$id' });
  const kind = kindOf(id);
  const traced = isTraced(kind);
  const trace = useTrace(id, undefined, traced);
  if (!traced) return <Navigate to="/console/go/$id" params={{ id }} replace />; // which knows other ids, and secrets
  if (trace.error && !trace.data) {
    const { status } = asFault(trace.error);
    if (status === 404 || status === 400) return <Gone what={t.trace.what[kind]} id={id} why={t.trace.goneWhy} back={{ text: t.trace.back, to: { to: '/console' } }} />;
    return <Failure level={1} error={trace.error} title={t.parts.failed(t.trace.theTrace)} onRetry={() => void trace.refetch()}><p>{t.trace.failedWhy}</p></Failure>;
  }
  if (!trace.data) return <Bones label={t.trace.theTrace} />;
  return <Shown key={id} id={id} trace={trace.data} />;
}

function Shown({ id, trace: { appIds, request, events, deliveries, runs } }: { id: string; trace: Trace }) {
  useTrace(id, appIds[0]);
  const away = useStream(appIds[0]) === 'away';
  const apps = useAppsOf(useOrganization()?.id).data?.data;
  const one = events.find((event) => event.id === id) ?? deliveries.find((delivery) => delivery.id === id) ?? runs.find((run) => isRunOf(run.id, id));
  const title = one?.type ?? (request ? `${request.method} ${request.route ?? request.path}` : id);
  const tests = deliveries.filter((delivery) => delivery.eventId === null);
  const samples = runs.filter((run) => run.eventId === null);
  useKey('c', () => void copyText(id));
  return (
    <>
      <PageHead
        title={<code>{title}</code>}
        name={title}
        lead={t.trace.lead}
        meta={(
          <>
            {appIds.map((app) => <span key={app}>{t.trace.app} <Link to="/console/apps/$app" params={{ app }}><bdi>{apps?.find((known) => known.id === app)?.name ?? app}</bdi></Link></span>)}
            <span>{t.trace.counts(events.length, deliveries.length, runs.length)}</span>
            <IdChip id={id} whole />
          </>
        )}
        actions={<LiveDot slow={away} />}
      />
      {tests.length + samples.length > 0
        ? (
          <Card title={t.trace.tests}>
            <p className="small muted">{tests.length > 0 ? t.trace.testsWhy : t.trace.samplesWhy}</p>
            {tests.map((delivery) => <DeliveryPart key={delivery.id} delivery={delivery} here={id} />)}
            <RunParts runs={samples} here={id} />
          </Card>
        )
        : <RequestCard request={request} app={appIds[0]} here={id} quiet={events.length === 0} />}
      {events.map((event) => <EventCard key={event.id} event={event} app={appIds[0]} deliveries={deliveries.filter((delivery) => delivery.eventId === event.id)} runs={runs.filter((run) => run.eventId === event.id)} here={id} />)}
    </>
  );
}

const Here = () => <Tag tone="info">{t.trace.here}</Tag>;

function RequestCard({ request, app, here, quiet }: { request: Trace['request']; app: string | undefined; here: string; /** No event came of it. */ quiet: boolean }) {
  const names = useBusinesses();
  if (!request) return <Card title={t.trace.request} end={<span className="small muted">{t.trace.noLog}</span>}><p className="small muted">{t.requests.noRequest}</p></Card>;
  const help = request.status >= 400 ? t.requests.help(request.status, request.code, request.route) : undefined;
  const nothing = request.status >= 400 ? t.requests.noEventsRefused : request.method === 'GET' ? t.requests.noEventsRead : t.requests.noEvents;
  return (
    <Card
      title={t.trace.request}
      end={<span className="row">{request.id === here && <Here />}<IdChip id={request.id} /></span>}
      foot={app !== undefined && <Link to="/console/apps/$app/requests" params={{ app }} search={{ request: request.id, window: '30d' }}>{t.trace.openRequest}</Link>}
    >
      <Facts facts={[
        [t.trace.answered, <span key="a" className="row"><Status status={request.status} />{request.code !== null && <code>{request.code}</code>}<span className="muted">{t.trace.in(format.duration(request.durationMs))}</span></span>],
        [t.trace.time, <Time key="t" at={request.at} />],
        [t.trace.business, <Business key="b" id={request.businessId} names={names} />],
        [t.trace.path, <code key="p" className="wrap-anywhere">{request.method} {request.path}</code>],
      ]} />
      {help && <p className="todo small"><b>{t.requests.todo}</b><Say text={help.todo} /></p>}
      {quiet && <p className="small muted">{nothing}</p>}
    </Card>
  );
}

function EventCard({ event, app, deliveries, runs, here }: { event: Event; app: string | undefined; deliveries: readonly Delivery[]; runs: readonly Run[]; here: string }) {
  return (
    <Card
      title={<code>{event.type}</code>}
      window={<Say text={t.trace.committed} time={<Time at={event.at} as="clock" />} />}
      end={<span className="row">{event.id === here && <Here />}<IdChip id={event.id} /></span>}
      foot={app !== undefined && <Link to="/console/apps/$app/events/$name" params={{ app, name: event.type }}>{t.trace.catalogue}</Link>}
    >
      {deliveries.length + runs.length === 0 && <p className="small muted">{t.requests.noDeliveries}</p>}
      {deliveries.map((delivery) => <DeliveryPart key={delivery.id} delivery={delivery} here={here} />)}
      <RunParts runs={runs} here={here} />
    </Card>
  );
}

/** RunParts are the runs of each function, of which each leads to its page. */
function RunParts({ runs, here }: { runs: readonly Run[]; here: string }) {
  return [...new Set(runs.map((run) => run.functionId))].map((id) => {
    const all = runs.filter((run) => run.functionId === id);
    const { appId: app, functionName: name, status } = all.at(-1)!;
    const to = (run: string | undefined) => linkOptions({ to: '/console/apps/$app/functions/$fun', params: { app, fun: id }, search: { run } });
    return (
      <section key={id} className="stack-2">
        <div className="row between">
          <h3 className="row"><RunTag status={status} /><span><Say text={t.trace.by} name={<bdi>{name}</bdi>} /></span></h3>
          <span className="row">{all.some((run) => isRunOf(run.id, here)) && <Here />}<IdChip id={id} to={to(undefined)} /></span>
        </div>
        <Attempts
          label={t.trace.runsOf(name)}
          attempts={all.map((run): Attempt => ({
            key: run.id,
            title: run.byHand && run.repetition === 0 ? t.functions.byHand : t.trace.runOf(run.repetition, run.attempt),
            state: run.status === 'waiting' ? 'next' : run.status === 'failed' ? 'bad' : 'ok',
            time: <time dateTime={run.at} title={format.exact(run.at)}>{format.timeSeconds(run.at)}</time>,
            says: run.failure ?? t.functions.statuses[run.status],
            more: run.status === 'waiting' ? undefined : t.deliveries.took(run.durationMs),
            to: to(run.id),
          }))}
        />
      </section>
    );
  });
}

/** DeliveryPart is one delivery with its attempts, each of which leads to the inspector. */
function DeliveryPart({ delivery, here }: { delivery: Delivery; here: string }) {
  const url = api.useQuery('get', '/developer/apps/{id}/webhooks', { params: { path: { id: delivery.appId } } }, { staleTime: 60_000 })
    .data?.data.find((webhook) => webhook.id === delivery.webhookId)?.url;
  const to = (attempt?: Schemas['DeliveryAttempt']) => linkOptions({
    to: '/console/apps/$app/webhooks/$webhook/deliveries/$delivery',
    params: { app: delivery.appId, webhook: delivery.webhookId, delivery: delivery.id },
    search: attempt && { round: String(attempt.redelivery), attempt: String(attempt.attempt) },
  });
  const rows: Attempt[] = delivery.log.map((one) => ({
    key: `${one.redelivery} ${one.attempt}`,
    title: t.trace.attempt(one.redelivery, one.attempt),
    state: one.failure === null ? 'ok' : 'bad',
    time: <time dateTime={one.at} title={format.exact(one.at)}>{format.timeSeconds(one.at)}</time>,
    says: one.error ?? (one.response ? t.deliveries.received(one.response.status) : ''),
    more: t.deliveries.took(one.durationMs),
    to: to(one),
  }));
  if (delivery.nextRetryAt) {
    rows.push({ key: 'next', title: t.trace.attempt(delivery.redeliveries, delivery.attempts + 1), state: 'next', time: <time dateTime={delivery.nextRetryAt} title={format.exact(delivery.nextRetryAt)}>{format.timeSeconds(delivery.nextRetryAt)}</time>, says: <Time at={delivery.nextRetryAt} /> });
  }
  return (
    <section className="stack-2">
      <div className="row between">
        <h3 className="row"><DeliveryTag status={delivery.status} /><span><Say text={t.trace.to} endpoint={<code title={url} className="wrap-anywhere">{url ? pathOf(url) : delivery.webhookId}</code>} /></span></h3>
        <span className="row">{delivery.id === here && <Here />}<IdChip id={delivery.id} to={to()} /></span>
      </div>
      {rows.length > 0
        ? <Attempts label={t.trace.attemptsOf(delivery.type)} attempts={rows} />
        : <p className="small muted">{delivery.lastError ?? t.trace.none}</p>}
    </section>
  );
}
