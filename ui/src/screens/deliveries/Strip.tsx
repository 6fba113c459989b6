import type { LinkProps } from '@tanstack/react-router';
import { api, type Schemas } from '#/api/client';
import { useLive } from '#/api/stream';
import { IdChip } from '#/parts/IdChip';
import { Link } from '#/parts/Link';
import { Say } from '#/parts/Say';
import { Time } from '#/parts/Time';
import { Trace, type TraceStep } from '#/parts/Trace';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import { pathOf, useWebhooks } from '../webhooks/data';
import { DeliveryTag } from '../webhooks/state';

/** actorOf is who did it, as the body of the event tells. */
function actorOf(body: string | undefined): string | undefined {
  try {
    const { data } = JSON.parse(body ?? '') as { data?: { actor?: { type?: string } } };
    return t.deliveries.actors[data?.actor?.type ?? ''];
  } catch {
    return undefined;
  }
}

/** Strip leads from the request to the event to its deliveries, this one marked. */
export function Strip({ delivery }: { delivery: Schemas['DeliveryInspection'] }) {
  const app = useApp();
  const test = delivery.eventId === null;
  const live = useLive(app.id, 'rows');
  const trace = api.useQuery('get', '/developer/trace/{traceId}', { params: { path: { traceId: delivery.id } } }, { enabled: !test, ...live }).data;
  const webhooks = useWebhooks().data?.data;
  const place = (one: { appId?: string; webhookId: string; id: string }): LinkProps =>
    ({ to: '/console/apps/$app/webhooks/$webhook/deliveries/$delivery', params: { app: one.appId ?? app.id, webhook: one.webhookId, delivery: one.id } });
  const here: TraceStep = { key: 'here', here: true, what: t.deliveries.here, shows: <DeliveryTag status={delivery.status} />, id: <IdChip id={delivery.id} /> };

  if (test) {
    return <Trace label={t.deliveries.trace} steps={[{ key: 'test', what: <Say text={t.deliveries.test} time={<Time at={delivery.createdAt} as="clock" />} />, shows: t.deliveries.testIs }, here]} />;
  }
  const request = trace?.request;
  const others = trace?.deliveries.filter((one) => one.id !== delivery.id && one.eventId === delivery.eventId) ?? [];
  const nameOf = (one: { webhookId: string }) => {
    const url = webhooks?.find((webhook) => webhook.id === one.webhookId)?.url;
    return url ? <code>{pathOf(url)}</code> : t.deliveries.alsoElsewhere;
  };
  const [only] = others;
  const also: TraceStep[] = only === undefined ? [] : others.length === 1
    ? [{ key: only.id, what: <Say text={t.deliveries.alsoTo} path={nameOf(only)} />, shows: <DeliveryTag status={only.status} />, id: <IdChip id={only.id} to={place(only)} /> }]
    : [{
        key: 'also',
        what: t.deliveries.alsoMany(others.length),
        shows: <ul>{others.map((one) => <li key={one.id} className="row gap-y-0!"><DeliveryTag status={one.status} /><Link {...place(one)} className="inline-flex min-h-6 items-center">{nameOf(one)}</Link></li>)}</ul>,
      }];
  return (
    <Trace
      label={t.deliveries.trace}
      steps={[
        request
          ? {
              key: 'request',
              what: <Say text={t.deliveries.request} time={<Time at={request.at} as="clock" />} />,
              shows: <code>{request.method} {request.route ?? request.path}</code>,
              id: <IdChip id={request.id} to={{ to: '/console/apps/$app/requests', params: { app: app.id }, search: { request: request.id } }} />,
            }
          : { key: 'request', what: t.deliveries.noCall, shows: actorOf(delivery.request?.body) ?? t.deliveries.causeUnknown },
        { key: 'event', what: <Say text={t.deliveries.event} time={<Time at={delivery.createdAt} as="clock" />} />, shows: <code>{delivery.type}</code>, id: <IdChip id={delivery.eventId!} to={{ to: '/console/trace/$id', params: { id: delivery.eventId! } }} /> },
        here,
        ...also,
      ]}
    />
  );
}
