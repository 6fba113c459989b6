import { linkOptions } from '@tanstack/react-router';
import { api } from '#/api/client';
import { asFault } from '#/api/fault';
import { useTrace } from '#/api/trace';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Facts } from '#/parts/Card';
import { copyText, useCopied } from '#/parts/Copy';
import { Drawer, DrawerPart } from '#/parts/Drawer';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { IdChip } from '#/parts/IdChip';
import { useKey } from '#/parts/keys';
import { Link } from '#/parts/Link';
import { Say } from '#/parts/Say';
import { Time } from '#/parts/Time';
import { useApp } from '#/shell/place';
import { format, t } from '#/texts';
import { curlOf } from './curl';
import type { Line } from './log';
import { Redacted } from './Redacted';
import { Status, useBusinesses } from './status';
import { TraceTree } from './TraceTree';

const idsIn = (path: string) => path.match(/[a-z]{3}_[0-9a-hjkmnp-tv-z]{28}/g) ?? [];

/** RequestDrawer is one call: what followed from it, who made it, what it sent. */
export function RequestDrawer({ id, line, onClose }: { id: string; /** What the log knows of it already. */ line: Line | undefined; onClose: () => void }) {
  const app = useApp();
  const names = useBusinesses();
  const [copied, copy] = useCopied();
  const query = api.useQuery('get', '/developer/apps/{id}/requests/{requestId}', { params: { path: { id: app.id, requestId: id } } }, { staleTime: Infinity });
  const trace = useTrace(id, app.id, query.data !== undefined);
  const installations = api.useQuery('get', '/developer/apps/{id}/installations', { params: { path: { id: app.id }, query: { limit: 100 } } }, { staleTime: 60_000 });
  useKey('c', () => void copyText(id));

  const call = query.data ?? line;
  const route = call?.route ?? call?.path ?? '';
  const head = {
    label: call ? t.requests.open(call.method, route) : id,
    title: call ? <><span className="method">{call.method}</span> <code>{route}</code></> : <code>{id}</code>,
    meta: call && <><Status status={call.status} /><span>{format.duration(call.durationMs)}</span><Time at={call.at} /></>,
    onClose,
    closeLabel: t.requests.close,
  };
  if (query.error) {
    const gone = asFault(query.error).status === 404 || asFault(query.error).status === 400;
    return (
      <Drawer {...head}>
        <DrawerPart>
          {gone
            ? <Empty title={t.requests.gone}><p><Say text={t.requests.goneWhy} id={<code>{id}</code>} /></p></Empty>
            : <Failure error={query.error} title={t.parts.failed(t.requests.theRequest)} onRetry={() => void query.refetch()}>{t.requests.failedWhy}</Failure>}
        </DrawerPart>
      </Drawer>
    );
  }
  if (!query.data) return <Drawer {...head}><Bones rows={8} label={t.requests.loading} /></Drawer>;

  const one = query.data;
  const help = one.status >= 400 ? t.requests.help(one.status, one.code, one.route) : undefined;
  const said = messagesOf(one.responseBody);
  const installation = installations.data?.data.find((where) => where.businessId === one.businessId);
  const name = names.get(one.businessId);
  const records = idsIn(one.path);
  return (
    <Drawer {...head}>
      {help && (
        <DrawerPart title={t.requests.why}>
          {said.length > 1 ? <ul className="small list-disc ps-4">{said.map((sentence) => <li key={sentence}>{t.requests.said(sentence)}</li>)}</ul> : said[0] !== undefined && <p className="small">{t.requests.said(said[0])}</p>}
          {one.code !== null && <p className="small"><code>{one.code}</code></p>}
          <p className="todo small"><b>{t.requests.todo}</b><Say text={help.todo} /></p>
        </DrawerPart>
      )}
      <DrawerPart title={t.requests.trace}>
        {trace.error && !trace.data ? <Failure error={trace.error} title={t.parts.failed(t.requests.theTrace)} onRetry={() => void trace.refetch()} /> : trace.data ? <><TraceTree app={app.id} trace={trace.data} here={id} />{trace.data.deliveries.length + trace.data.runs.length > 0 && <p className="small"><Link to="/console/trace/$id" params={{ id }}>{t.trace.whole}</Link></p>}</> : <Bones rows={2} />}
      </DrawerPart>
      <DrawerPart title={t.requests.who}>
        <Facts
          facts={[
            [t.requests.business, <span key="b" className="row">{name !== undefined && <bdi>{name}</bdi>}<IdChip id={one.businessId} /></span>],
            records.length > 0 && [t.requests.record, <span key="r" className="row">{records.map((record) => <IdChip key={record} id={record} />)}</span>],
            installation && [t.requests.installation, <IdChip key="i" id={installation.id} to={linkOptions({ to: '/console/apps/$app/installations/$ins', params: { app: app.id, ins: installation.id } })} />],
            [t.requests.user, <IdChip key="u" id={one.userId} />],
            [t.requests.path, <code key="p">{one.path}{one.query && `?${one.query}`}</code>],
            [t.requests.apiVersion, one.apiVersion === null ? <span key="v" className="muted">{t.requests.versionUnknown}</span> : one.apiVersion === app.pinnedApiVersion ? t.requests.versionPinned(one.apiVersion) : one.apiVersion],
            one.replayed && [t.requests.idempotency, t.requests.replayed],
            one.standsFor > 1 && [t.requests.sampled, t.requests.sampledWhy(one.standsFor)],
            [t.requests.size, t.requests.sizes(format.bytes(one.bytesIn), format.bytes(one.bytesOut))],
            [t.requests.from, <span key="f">{one.network !== null && <code>{one.network}</code>}{one.network !== null && one.userAgent && ', '}<bdi className="break-words">{one.userAgent}</bdi>{one.network === null && !one.userAgent && <span className="muted">{t.parts.none}</span>}</span>],
            one.correlationId !== null && [t.requests.correlation, <IdChip key="c" id={one.correlationId} />],
          ]}
        />
      </DrawerPart>
      <DrawerPart>
        {one.requestBody === null
          ? <><h3>{t.requests.body}</h3><p className="why">{one.bytesIn > 0 ? t.requests.bodyGone : t.requests.bodyNone}</p></>
          : <><Redacted label={t.requests.body} value={one.requestBody} /><p className="why">{t.requests.bodyWhy}</p></>}
      </DrawerPart>
      {one.responseBody && <DrawerPart><Redacted label={t.requests.answer} value={one.responseBody} /><p className="why">{t.requests.answerWhy}</p></DrawerPart>}
      <DrawerPart>
        <div className="actions">
          <Button little onClick={() => void copy(curlOf(one))}>{copied ? t.parts.copied : t.requests.curl}</Button>
          {one.route !== null && <Button little asChild><Link to="/console/apps/$app/explorer" params={{ app: app.id }} search={{ operation: `${one.method} ${one.route}` }}>{t.requests.explorer}</Link></Button>}
        </div>
        <p className="why">{t.requests.curlWhy}</p>
      </DrawerPart>
    </Drawer>
  );
}

/** messagesOf is what the answer said: one sentence, or one for each problem. */
function messagesOf(body: Record<string, unknown> | null | undefined): string[] {
  const message = body?.message;
  return [message].flat().filter((one): one is string => typeof one === 'string');
}
