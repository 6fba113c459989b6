import { type LinkProps, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api, type Schemas } from '#/api/client';
import { asFault } from '#/api/fault';
import { useLive } from '#/api/stream';
import { type Attempt as Shown, Attempts } from '#/parts/Attempts';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { CodeBlock, coloured } from '#/parts/CodeBlock';
import { copyText, useCopied } from '#/parts/Copy';
import { Gone } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Icon } from '#/parts/Icon';
import { IdChip } from '#/parts/IdChip';
import { useKey } from '#/parts/keys';
import { PageHead, Split } from '#/parts/Page';
import { Say } from '#/parts/Say';
import { Segments } from '#/parts/Segments';
import { Time } from '#/parts/Time';
import { TimingBar } from '#/parts/TimingBar';
import { toast } from '#/parts/toast';
import { unless } from '#/search';
import { useApp } from '#/shell/place';
import { format, t } from '#/texts';
import { mostAttempts, useRefresh, useWebhook, useWhyNot } from '../webhooks/data';
import { DeliveryTag } from '../webhooks/state';
import { curlOf } from './curl';
import { readHeader, sizeOf } from './signature';
import { Strip } from './Strip';
import { Verify } from './Verify';
import { NotSent, Why } from './Why';

type Inspection = Schemas['DeliveryInspection'];
type Attempt = Schemas['DeliveryAttempt'];

const from = '/console/apps/$app/webhooks/$webhook/deliveries/$delivery';

/** Delivery is everything about one: what went where, what came back, and why. */
export function Delivery() {
  const app = useApp();
  const { webhook, delivery: id } = useParams({ from });
  const query = api.useQuery(
    'get',
    '/developer/apps/{id}/webhooks/{webhookId}/deliveries/{deliveryId}',
    { params: { path: { id: app.id, webhookId: webhook, deliveryId: id } } },
    useLive(app.id, 'rows'),
  );
  if (query.error && !query.data) {
    const { status } = asFault(query.error);
    if (status === 404 || status === 400) return <Gone what={t.deliveries.what} id={id} why={t.deliveries.goneWhy} back={{ text: t.deliveries.back, to: { to: '/console/apps/$app/webhooks/$webhook', params: { app: app.id, webhook } } }} />;
    return <Failure level={1} error={query.error} title={t.parts.failed(t.deliveries.theDelivery)} onRetry={() => void query.refetch()}><p>{t.webhooks.stillSafe}</p></Failure>;
  }
  if (!query.data) return <Bones label={t.deliveries.theDelivery} />;
  return <Inspector key={id} delivery={query.data} />;
}

function Inspector({ delivery }: { delivery: Inspection }) {
  const app = useApp();
  const search = useSearch({ from });
  const url = useWebhook(delivery.webhookId).data?.url;
  const round = Math.min(Number(search.round ?? delivery.redeliveries), delivery.redeliveries);
  const inRound = delivery.log.filter((attempt) => attempt.redelivery === round);
  const attempt = inRound.find((one) => String(one.attempt) === search.attempt) ?? inRound.at(-1);
  const times = new Set(delivery.log.map((one) => readHeader(one.signature ?? '').t).filter((time) => time !== undefined));
  useKey('c', () => void copyText(delivery.id));
  useAnchor();

  return (
    <>
      <PageHead
        title={<code>{delivery.type}</code>}
        name={delivery.type}
        of={app.name}
        back={{ text: url ?? t.deliveries.back, to: { to: '/console/apps/$app/webhooks/$webhook', params: { app: app.id, webhook: delivery.webhookId } } }}
        meta={(
          <>
            <DeliveryTag status={delivery.status} />
            <span>
              {t.deliveries.made(delivery.attempts, mostAttempts)}
              {delivery.nextRetryAt && delivery.status === 'retrying' && <Say text={t.deliveries.next} time={<Time at={delivery.nextRetryAt} />} />}
              {delivery.endedAt && <Say text={t.deliveries.ended} time={<Time at={delivery.endedAt} />} />}
            </span>
            {delivery.businessId !== 'test' && <span>{t.webhooks.business} <IdChip id={delivery.businessId} /></span>}
            <IdChip id={delivery.id} whole />
          </>
        )}
        actions={<Acts delivery={delivery} attempt={attempt} />}
      />
      <Strip delivery={delivery} />
      {attempt ? <Why attempt={attempt} url={delivery.request?.url ?? url} /> : delivery.status === 'failed' && delivery.lastError && <NotSent error={delivery.lastError} />}
      <Split side="start">
        <AttemptsCard delivery={delivery} round={round} log={inRound} current={attempt} />
        <div className="stack">
          {attempt && attempt.durationMs > 0 && (
            <Card title={t.deliveries.time} window={t.deliveries.timeOf(attempt.attempt, attempt.durationMs)}><TimingBar timings={attempt.timings} totalMs={attempt.durationMs} /></Card>
          )}
          {attempt && attempt.failure !== 'dropped' && <Response attempt={attempt} type={delivery.type} />}
          <Request delivery={delivery} attempt={attempt} indented={search.body === 'indented'} />
          {delivery.request && <Verify key={attempt?.signature} body={delivery.request.body} signature={attempt?.signature ?? null} times={times} />}
        </div>
      </Split>
    </>
  );
}

/** useAnchor goes to the part that the address names, once it is there. */
function useAnchor(): void {
  const gone = useRef(false);
  useEffect(() => {
    if (gone.current || window.location.hash.length < 2) return;
    gone.current = true;
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView();
  });
}

function Acts({ delivery, attempt }: { delivery: Inspection; attempt?: Attempt }) {
  const app = useApp();
  const whyNot = useWhyNot();
  const refresh = useRefresh();
  const [copied, copy] = useCopied();
  const again = api.useMutation('post', '/developer/apps/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver');
  const fault = again.error ? asFault(again.error) : undefined;
  const why = delivery.status === 'failed' ? whyNot.send : t.deliveries.again[delivery.status];
  return (
    <div className="grid gap-2">
      <div className="actions">
        <Button off={delivery.request ? undefined : t.deliveries.noRequest} onClick={() => void copy(curlOf(delivery.request!, attempt?.signature ?? null)).then(() => toast(t.deliveries.copiedCurl))}>
          <Icon name="copy" />
          {copied ? t.parts.copied : t.deliveries.copyCurl}
        </Button>
        <Button
          off={why}
          whyId="no-again"
          busy={again.isPending}
          onClick={() => again.mutate({ params: { path: { id: app.id, webhookId: delivery.webhookId, deliveryId: delivery.id } } }, {
            onSuccess: () => void refresh().then(() => toast(t.deliveries.sentAgain)),
            onError: () => void refresh(),
          })}
        >
          {t.deliveries.sendAgain}
        </Button>
      </div>
      {why && <p className="why" id="no-again">{why}</p>}
      {fault && <Failure level={2} error={fault} title={t.deliveries.notSent}>{fault.code && t.deliveries.then[fault.code] && <p>{t.deliveries.then[fault.code]}</p>}</Failure>}
    </div>
  );
}

/** Seconds between an attempt and the one before, by its number. */
const waits = [0, 0, 60, 300, 1800, 7200, 21_600];

function AttemptsCard({ delivery, round, log, current }: { delivery: Inspection; round: number; log: readonly Attempt[]; current?: Attempt }) {
  const latest = round === delivery.redeliveries;
  const open = latest && delivery.endedAt === null;
  const to = (search: Record<string, string | undefined>): LinkProps => ({ from, to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...search }) }) as LinkProps;
  const rows: Shown[] = log.map((one) => ({
    key: `${one.redelivery} ${one.attempt}`,
    title: t.deliveries.attempt(one.attempt),
    state: one.failure === null ? 'ok' : 'bad',
    time: <time dateTime={one.at} title={format.exact(one.at)}>{format.timeSeconds(one.at)}</time>,
    says: one.error ?? (one.response ? t.deliveries.received(one.response.status) : ''),
    more: <>{one.failure && <><code>{one.failure}</code>, </>}{t.deliveries.took(one.durationMs)}</>,
    to: to({ attempt: one === log.at(-1) ? undefined : String(one.attempt) }),
    current: one === current,
  }));
  let until = delivery.nextRetryAt ? Date.parse(delivery.nextRetryAt) : 0;
  if (open && delivery.nextRetryAt) {
    const next = delivery.attempts + 1;
    rows.push({ key: 'next', title: t.deliveries.attempt(next), state: 'next', time: <time dateTime={delivery.nextRetryAt} title={format.exact(delivery.nextRetryAt)}>{format.timeSeconds(delivery.nextRetryAt)}</time>, says: delivery.attempts === 0 ? t.deliveries.noneMadeYet : <Time at={delivery.nextRetryAt} /> });
    for (let n = next + 1; n <= mostAttempts; n++) {
      until += waits[n]! * 1000;
      // Before the first attempt the whole schedule would only be noise.
      if (delivery.attempts > 0) rows.push({ key: `later ${n}`, title: t.deliveries.attempt(n), state: 'later', time: <span className="muted">{t.deliveries.afterThe(t.deliveries.waits[n]!, n - 1)}</span>, says: <span className="muted">{n === mostAttempts ? t.deliveries.last : t.deliveries.ifFails(n - 1)}</span> });
    }
  }
  return (
    <Card title={t.deliveries.attempts} end={<span className="small muted">{t.deliveries.atMost(mostAttempts)}</span>}>
      {delivery.redeliveries > 0 && (
        <Segments
          label={t.deliveries.round}
          tiny
          value={String(round)}
          options={Array.from({ length: delivery.redeliveries + 1 }, (_, n) => ({ value: String(n), label: t.deliveries.rounds(n) })).slice(-4)}
          link={(value) => to({ round: unless(value, String(delivery.redeliveries)), attempt: undefined })}
        />
      )}
      {rows.length > 0 ? <Attempts label={t.deliveries.attempts} attempts={rows} /> : <p className="small muted">{open ? t.deliveries.noneMadeYet : t.deliveries.noneMade}</p>}
      <p className="why">{open && delivery.attempts > 0 ? t.deliveries.goOn(format.time(until)) : t.deliveries.sameId}</p>
    </Card>
  );
}

function Response({ attempt, type }: { attempt: Attempt; type: string }) {
  const { response } = attempt;
  const label = t.deliveries.theResponse;
  if (!response) return <CodeBlock label={label} text="" head={<b>{t.deliveries.response}</b>}><span className="m">{t.deliveries.noResponse}</span></CodeBlock>;
  const headers = Object.entries(response.headers).flatMap(([name, values]) => values.map((value) => `${name}: ${value}`)).join('\n');
  const size = response.encoding === 'base64' ? Math.floor((response.body.replace(/=+$/, '').length * 3) / 4) : sizeOf(response.body);
  const none = type.endsWith('.redact') ? t.deliveries.notKept : t.deliveries.noBody;
  return (
    <CodeBlock
      label={label}
      text={`${headers}\n\n${response.body}`}
      head={<><b>{t.deliveries.response}</b> <span className="muted">{t.deliveries.responseIs(response.status, size, response.truncated)}</span></>}
    >
      <span className="m">{headers}</span>
      {headers && '\n\n'}
      {response.encoding === 'base64' && <span className="m">{t.deliveries.base64}{'\n'}</span>}
      {response.body === '' ? <span className="m">{none}</span> : response.body}
    </CodeBlock>
  );
}

function Request({ delivery, attempt, indented }: { delivery: Inspection; attempt?: Attempt; indented: boolean }) {
  const { request } = delivery;
  if (!request) return <Card title={t.deliveries.requestHead}><p className="small muted">{t.deliveries.noRequestKept}</p></Card>;
  const headers = Object.entries({ ...request.headers, 'X-Webhook-Signature': attempt?.signature ?? t.deliveries.noSignature });
  const options = [{ value: 'raw', label: t.deliveries.raw }, { value: 'indented', label: t.deliveries.indented }] as const;
  return (
    <CodeBlock
      label={t.deliveries.theBody}
      text={request.body}
      head={(
        <span className="row between">
          <span><b>{t.deliveries.requestHead}</b> <span className="muted">{t.deliveries.requestIs(sizeOf(request.body))}</span></span>
          <Segments tiny label={t.deliveries.showBody} options={options} value={indented ? 'indented' : 'raw'} link={(value) => ({ from, to: '.', search: (before: Record<string, unknown>) => ({ ...before, body: unless(value, 'raw') }) }) as LinkProps} />
        </span>
      )}
    >
      {request.method} {request.url}{'\n'}
      <span className="m">{headers.map(([name, value]) => `${name}: ${value}`).join('\n')}</span>
      {'\n\n'}
      {indented ? coloured(pretty(request.body)) : request.body}
    </CodeBlock>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
