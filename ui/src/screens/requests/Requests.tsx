import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, useSyncExternalStore } from 'react';
import { api } from '#/api/client';
import { useLive, useStream } from '#/api/stream';
import { facts } from '#/facts';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { CodeBlock } from '#/parts/CodeBlock';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { IdChip, shortId } from '#/parts/IdChip';
import { useKey } from '#/parts/keys';
import { Link } from '#/parts/Link';
import { LiveDot } from '#/parts/LiveDot';
import { folded, useMedia } from '#/parts/media';
import { PageHead } from '#/parts/Page';
import { Filters, Pick } from '#/parts/Pick';
import { Segments, Tabs } from '#/parts/Segments';
import { Table, TableFoot } from '#/parts/Table';
import { Time } from '#/parts/Time';
import { useNow } from '#/parts/now';
import { useApp } from '#/shell/place';
import { format, t } from '#/texts';
import { Groups, Problems, useCauses } from './Causes';
import { type Filter, type Line, type Window, useLog, useSpan } from './log';
import { RequestDrawer } from './RequestDrawer';
import { Business, Status, useBusinesses } from './status';
import { Strip } from './Strip';
import './requests.css';

const here = '/console/apps/$app/requests' as const;
const windows: readonly Window[] = ['1h', '24h', '7d', '30d'];

/** Requests is the log of what the app called. */
export function Requests() {
  const app = useApp();
  const search = useSearch({ from: here });
  const { view, status, route, business, code, version, window, from, to, live, request } = search;
  const navigate = useNavigate({ from: here });
  const set = (change: Partial<typeof search>, replace = false) => void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false, replace });
  const link = (change: Partial<typeof search>) => ({ to: here, params: { app: app.id }, search: { ...search, ...change } });

  const span = useSpan(search);
  const filter: Filter = { status, route, business, code, version };
  const filtered = [status, route, business, code, version].filter((one) => one !== undefined).length;
  const custom = from !== undefined || to !== undefined;
  const when = custom
    ? from !== undefined && to !== undefined ? t.requests.between(from, to) : from !== undefined ? t.requests.since(from) : t.requests.until(to!)
    : t.requests.inWindow[window ?? '24h'];

  const thisHour = new Date(Math.ceil((useNow() + 1) / 3_600_000) * 3_600_000).toISOString();
  // What came since one scrolled down, opened a line or paused waits above.
  const scrolled = useScrolled();
  const paused = live === '0' || request !== undefined || scrolled;
  const away = useStream(app.id) === 'away';
  const { log, more } = useLog(app.id, filter, span, paused);
  const causes = useCauses(app.id, span);
  const figures = api.useQuery('get', '/developer/apps/{id}/analytics/calls', {
    params: { path: { id: app.id }, query: { ...span, to: span.to ?? thisHour, interval: window === '30d' ? 'day' : 'hour', businessId: business } },
  }, { placeholderData: keepPreviousData, ...useLive(app.id, 'figures') });
  const names = useBusinesses();
  const choices = useChoices(app.id, causes.causes?.flatMap((cause) => cause.routes) ?? [], log.data?.lines ?? []);

  const lines = log.data?.lines ?? [];
  const [top, setTop] = useState<string>();
  const at = lines.findIndex((line) => line.id === top);
  const fresh = paused && at > 0 ? at : 0;
  const behind = log.data?.behind ?? 0;
  const newest = lines[0]?.id;
  if ((!paused || at === -1) && newest !== top) setTop(newest);
  const shown = fresh > 0 ? lines.slice(fresh) : lines;
  const toggle = () => {
    if (!paused) {
      set({ live: '0' });
      return;
    }
    setTop(newest);
    globalThis.window.scrollTo(0, 0);
    set({ live: undefined });
  };
  useKey('p', toggle);

  const total = figures.data?.total;
  const word = (one: Filter) => [
    one.status && t.requests.withStatus(one.status), one.code && t.requests.withCode(one.code), one.route && t.requests.withRoute(one.route),
    one.business && t.requests.withBusiness(names.get(one.business) ?? shortId(one.business)), one.version && t.requests.withVersion(one.version),
  ].filter(Boolean).join(' ');
  const clear = { status: undefined, route: undefined, business: undefined, code: undefined, version: undefined };
  const close = () => set({ request: undefined });

  return (
    <>
      <PageHead title={t.requests.title} of={app.name} lead={t.requests.lead} actions={view === undefined && to === undefined && <LiveDot slow={away} paused={paused} fresh={fresh + behind} more={behind > 0} onToggle={toggle} />} />
      <Tabs
        label={t.requests.views}
        tabs={[
          { key: 'log', label: t.requests.log, to: link({ view: undefined }), current: view === undefined },
          { key: 'causes', label: t.requests.causes, to: link({ view: 'causes', request: undefined }), current: view === 'causes' },
        ]}
      />
      <Filters
        set={filtered - (status === undefined ? 0 : 1)}
        first={view === undefined && (
          <Segments
            label={t.requests.status}
            value={status ?? 'all'}
            link={(value) => link({ status: value === 'all' ? undefined : value })}
            options={[
              { value: 'all', label: t.parts.all },
              { value: '2xx', label: '2xx' },
              { value: '4xx', label: '4xx', count: total && total.errors - total.serverErrors },
              { value: '5xx', label: '5xx', count: total?.serverErrors },
            ]}
          />
        )}
        end={(
          <Pick
            label={t.requests.window}
            all={null}
            value={custom ? 'custom' : (window ?? '24h')}
            options={[...windows.map((value) => ({ value, label: t.requests.windows[value] })), ...(custom ? [{ value: 'custom' as const, label: when }] : [])]}
            onChange={(value) => { if (value !== 'custom') set({ window: value === '24h' ? undefined : value, from: undefined, to: undefined }); }}
          />
        )}
      >
        {view === undefined && (
          <>
            <Pick label={t.requests.route} value={route} onChange={(value) => set({ route: value })} options={choices.routes.map((value) => ({ value, label: <code>{value}</code> }))} />
            <Pick label={t.requests.business} value={business} onChange={(value) => set({ business: value })} options={choices.businesses.map((value) => ({ value, label: <Business id={value} names={names} />, find: names.get(value) }))} />
            <Pick label={t.requests.code} value={code} onChange={(value) => set({ code: value })} options={[...new Set(causes.causes?.flatMap((cause) => cause.code ?? []))].map((value) => ({ value, label: <code>{value}</code> }))} />
            <Pick label={t.requests.version} value={version} onChange={(value) => set({ version: value })} options={choices.versions.map((value) => ({ value, label: value }))} />
            {filtered > 0 && <Link className="small" {...link(clear)} resetScroll={false}>{t.requests.clear}</Link>}
          </>
        )}
      </Filters>

      {view === 'causes' ? (
        <Problems app={app.id} causes={causes.causes} error={causes.error} onRetry={() => void causes.refetch()} kept={{ window, from, to }} when={when} />
      ) : (
        <>
          {causes.causes && causes.causes.length > 0 && !code && <Groups app={app.id} causes={causes.causes} kept={{ window, from, to, live }} />}
          {log.error && !log.data ? (
            <Failure level={2} error={log.error} title={t.parts.failed(t.requests.theRequests)} onRetry={() => void log.refetch()}>{t.requests.failedWhy}</Failure>
          ) : (
            <div className={request === undefined ? 'card' : 'log'}>
              <div className="log-list">
                {figures.data && window !== '1h' && <Strip series={figures.data} label={t.requests.strip(t.requests.callsIn(figures.data.total.calls, when), t.requests.refused(figures.data.total.errors))} middle={t.requests.callsIn(figures.data.total.calls, when)} ends={to === undefined} />}
                {!log.data ? <Bones rows={10} /> : shown.length > 0 ? (
                  <Lines lines={shown} names={names} request={request} busy={log.isPlaceholderData} open={(line) => link({ request: line.id })} onWalk={(line) => set({ request: line.id }, true)} />
                ) : log.data.nextBefore !== null ? (
                  <Empty level={2} title={t.requests.notYet(word(filter))} actions={<><Button look="primary" busy={more.isPending} onClick={() => more.mutate()}>{t.requests.further}</Button><Button asChild><Link {...link(clear)}>{t.requests.clear}</Link></Button></>}>
                    <p>{t.requests.notYetWhy}</p>
                  </Empty>
                ) : filtered > 0 ? (
                  <Empty level={2} title={t.requests.noMatch(word(filter), when)} actions={<Button asChild><Link {...link(clear)}>{t.requests.clear}</Link></Button>}>
                    {total && <p>{t.requests.noMatchWhy(total.calls, when)}</p>}
                  </Empty>
                ) : window === '30d' ? <None /> : (
                  <Empty level={2} title={t.requests.noneInWindow(when)} actions={<Button asChild><Link {...link({ window: '30d', from: undefined, to: undefined })}>{t.requests.showMonth}</Link></Button>}>
                    <p>{t.requests.noneInWindowWhy}</p>
                  </Empty>
                )}
                {more.error && <div className="card-body"><Failure level={2} error={more.error} title={t.parts.failed(t.requests.theRequests)} onRetry={() => more.mutate()} /></div>}
                {shown.length > 0 && (
                  <TableFoot end={log.data!.nextBefore !== null && <Button little busy={more.isPending} onClick={() => more.mutate()}>{t.requests.more}</Button>}>
                    {log.data!.nextBefore === null ? t.requests.shownAll(shown.length) : filtered === 0 && total && window !== '1h' ? t.requests.shownOf(shown.length, total.calls, when) : t.requests.shown(shown.length)}
                  </TableFoot>
                )}
              </div>
              {request !== undefined && <RequestDrawer key={request} id={request} line={lines.find((line) => line.id === request)} onClose={close} />}
            </div>
          )}
        </>
      )}
    </>
  );
}

type LinesProps = {
  lines: readonly Line[];
  names: ReadonlyMap<string, string>;
  request: string | undefined;
  busy: boolean;
  open: (line: Line) => object;
  onWalk: (line: Line) => void;
};

function Lines({ lines, names, request, busy, open, onWalk }: LinesProps) {
  const now = useNow();
  const covered = useMedia(folded);
  const tight = useMedia('(max-width: 88rem)');
  const wide = request === undefined || covered;
  const today = format.dateShort(now);
  return (
    <Table
      label={t.requests.title}
      className="requests"
      rows={lines}
      rowKey={(line) => line.id}
      open={(line) => ({ ...open(line), resetScroll: false })}
      selected={request}
      onWalk={onWalk}
      busy={busy}
      columns={[
        { key: 'time', head: t.requests.time, fold: 'end', className: 'nowrap', cell: (line) => <>{format.dateShort(line.at) !== today && <span className="muted">{format.dateShort(line.at)}, </span>}<Time at={line.at} as="clock" /></> },
        { key: 'status', head: t.requests.status, fold: 'first', cell: (line) => <Status status={line.status} /> },
        { key: 'request', head: t.requests.request, fold: 'full', opens: true, className: 'call', cell: (line) => <Call line={line} /> },
        (wide || !tight) && { key: 'business', head: t.requests.business, fold: 'meta', cell: (line) => <span className="clip"><Business id={line.businessId} names={names} /></span> },
        wide && { key: 'version', head: t.requests.version, fold: 'none', className: 'nowrap', cell: (line) => line.apiVersion ?? <span className="muted">{t.parts.none}</span> },
        wide && { key: 'id', head: t.requests.requestId, fold: 'none', cell: (line) => <IdChip id={line.id} /> },
        { key: 'took', head: t.requests.took, end: true, fold: 'meta', className: 'nowrap', cell: (line) => format.duration(line.durationMs) },
      ]}
    />
  );
}

function Call({ line }: { line: Line }) {
  return (
    <>
      <span className="method">{line.method}</span>{' '}
      <code title={line.path}>{line.route ?? line.path}</code>
      {' '}
      {(line.code !== null || line.status === 400) && <span className="sub">{line.code === null ? t.requests.countProblems : <code>{line.code}</code>}</span>}
      {line.route === null && line.code === null && <span className="sub">{t.requests.noRoute}</span>}
      {line.standsFor > 1 && <span className="sub">{t.requests.standsFor(line.standsFor)}</span>}
    </>
  );
}

function None() {
  const address = new URL(facts.api || '/', globalThis.window.location.origin).href.replace(/\/$/, '');
  return (
    <Empty level={2} title={t.requests.none}>
      <p>{t.requests.noneWhy}</p>
      <CodeBlock label={t.requests.noneCommand} text={`curl ${address}/me -H "Authorization: Bearer $TOKEN"`} />
    </Empty>
  );
}

/** useChoices is what the filters offer: what was seen of late, and where the app is installed. */
function useChoices(app: string, refused: readonly string[], lines: readonly Line[]) {
  const recent = api.useQuery('get', '/developer/apps/{id}/requests', { params: { path: { id: app }, query: { limit: 100 } } }, { staleTime: 60_000 });
  const installations = api.useQuery('get', '/developer/apps/{id}/installations', { params: { path: { id: app }, query: { limit: 100 } } }, { staleTime: 60_000 });
  const versions = api.useQuery('get', '/developer/api-versions', {}, { staleTime: Infinity });
  const seen = [...(recent.data?.data ?? []), ...lines];
  const routes = new Set([...refused, ...seen.flatMap((line) => (line.route === null ? [] : [`${line.method} ${line.route}`]))]);
  const businesses = new Set([...(installations.data?.data.map((one) => one.businessId) ?? []), ...seen.map((line) => line.businessId)]);
  return {
    routes: [...routes].sort((a, b) => a.slice(a.indexOf(' ')).localeCompare(b.slice(b.indexOf(' ')))),
    businesses: [...businesses],
    versions: versions.data?.data.map((one) => one.name) ?? [],
  };
}

/** useScrolled tells whether the top of the log is out of sight. */
const useScrolled = () =>
  useSyncExternalStore((listener) => {
    globalThis.window.addEventListener('scroll', listener, { passive: true });
    return () => globalThis.window.removeEventListener('scroll', listener);
  }, () => globalThis.window.scrollY > 400);
