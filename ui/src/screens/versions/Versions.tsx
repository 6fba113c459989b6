import { useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, ifMatch, type Schemas } from '#/api/client';
import { asFault } from '#/api/fault';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card, Facts } from '#/parts/Card';
import { Conflict } from '#/parts/Conflict';
import { mayAct } from '#/parts/Denied';
import { Dialog } from '#/parts/Dialog';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Link } from '#/parts/Link';
import { useNow } from '#/parts/now';
import { PageHead } from '#/parts/Page';
import { Say } from '#/parts/Say';
import { Table } from '#/parts/Table';
import { Tag, type Tone } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { useApp, useOrganization } from '#/shell/place';
import { format, t } from '#/texts';

type VersionStatus = Schemas['VersionStatus'];

const here = '/console/apps/$app/versions' as const;
const tones: Record<VersionStatus, Tone> = { current: 'ok', supported: 'ok', deprecated: 'warn', ended: 'bad', planned: 'info', unknown: 'off' };
const StatusTag = ({ status }: { status: VersionStatus }) => <Tag tone={tones[status]}>{t.versions.statuses[status]}</Tag>;

/** Change is a version to pin; null follows the current one. */
type Change = { to: string | null; kind: 'pin' | 'follow' | 'back' };

/** Versions is which version the app speaks, what it would mean to speak another, and the step there and back. */
export function Versions() {
  const app = useApp();
  const { rehearse } = useSearch({ from: here });
  const role = useOrganization()?.role ?? 'viewer';
  const all = api.useQuery('get', '/developer/api-versions', {}, { staleTime: 60_000 });
  const [change, setChange] = useState<Change>();
  const current = all.data?.data.find((one) => one.status === 'current')?.name;
  const speaks = app.pinnedApiVersion ?? current ?? t.versions.followsNone;
  const off = app.status === 'SUSPENDED' ? t.versions.suspended : mayAct(role, 'developer') ? undefined : t.versions.needsRole;
  const link = (version: string | undefined) => ({ to: here, params: { app: app.id }, search: { rehearse: version } });
  const now = useNow();
  const before = app.rollBack && Date.parse(app.rollBack.until) > now ? app.rollBack : null;
  return (
    <>
      <PageHead title={t.versions.title} of={app.name} lead={t.versions.lead} bounded />
      <Card title={t.versions.pinned} className="bounded">
        <Facts facts={[[t.versions.speaks, app.pinnedApiVersion === null ? (current === undefined ? t.versions.followsNone : t.versions.follows(current)) : t.versions.pinnedTo(app.pinnedApiVersion)]]} />
        {before && <p className="small"><Say text={t.versions.rollBackUntil} version={<b>{before.pinnedApiVersion ?? t.versions.current}</b>} time={<Time at={before.until} as="moment" />} /></p>}
        <p className="why">{t.versions.header}</p>
        {(before || app.pinnedApiVersion !== null) && (
          <div className="actions">
            {before && <Button little off={off} onClick={() => setChange({ to: before.pinnedApiVersion, kind: 'back' })}>{t.versions.rollBack(before.pinnedApiVersion ?? t.versions.current)}</Button>}
            {app.pinnedApiVersion !== null && before?.pinnedApiVersion !== null && <Button little off={off} onClick={() => setChange({ to: null, kind: 'follow' })}>{t.versions.followCurrent}</Button>}
          </div>
        )}
      </Card>
      <Usage />
      {rehearse !== undefined && <Rehearsal version={rehearse} off={off} onPin={() => setChange({ to: rehearse, kind: 'pin' })} />}
      {all.error && !all.data ? <Failure level={2} error={all.error} title={t.parts.failed(t.versions.theVersions)} onRetry={() => void all.refetch()} /> : (
        <Card flush title={t.versions.all} className="bounded">
          {!all.data ? <Bones rows={3} /> : (
            <ul>
              {all.data.data.map((one) => {
                const past = one.sunsetAt !== null && Date.parse(one.sunsetAt) <= now;
                return (
                  <li key={one.name} className="card-body border-b border-line last:border-b-0">
                    <div className="row between">
                      <h3 className="row"><span className="num">{one.name}</span><StatusTag status={one.status} />{one.name === speaks && <Tag tone="info" shape="on">{t.versions.held}</Tag>}</h3>
                      {one.name !== speaks && (
                        <div className="actions">
                          {one.name !== rehearse && one.status !== 'ended' && <Button little asChild><Link {...link(one.name)} resetScroll={false}>{t.versions.rehearse(one.name)}</Link></Button>}
                          <Button little off={one.status === 'ended' ? t.versions.pinOff : off} onClick={() => setChange({ to: one.name, kind: 'pin' })}>{t.versions.pin(one.name)}</Button>
                        </div>
                      )}
                      {one.name === speaks && app.pinnedApiVersion === null && <Button little off={off} onClick={() => setChange({ to: one.name, kind: 'pin' })}>{t.versions.pin(one.name)}</Button>}
                    </div>
                    <p className="small muted">
                      {t.versions.released(one.releasedAt)}
                      {one.deprecatedAt !== null && `, ${t.versions.deprecated(one.deprecatedAt)}`}
                      {one.sunsetAt !== null && `. ${past ? t.versions.sunsetPast(one.sunsetAt) : t.versions.sunset(one.sunsetAt)}`}
                    </p>
                    {one.changes.length === 0 ? <p className="small">{t.versions.changesNone}</p> : <Sentences sentences={one.changes} />}
                  </li>
                );
              })}
            </ul>
          )}
        </Card>
      )}
      {change && <PinDialog change={change} speaks={speaks} current={current} onClose={() => setChange(undefined)} />}
    </>
  );
}

const Sentences = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.length === 0
    ? <span className="muted">{t.versions.nothing}</span>
    : <ul className="small list-disc ps-4">{sentences.map((sentence) => <li key={sentence}><Say text={sentence} /></li>)}</ul>;

function Usage() {
  const app = useApp();
  const usage = api.useQuery('get', '/developer/apps/{id}/version-usage', { params: { path: { id: app.id } } });
  if (usage.error && !usage.data) return <Failure level={2} error={usage.error} title={t.parts.failed(t.versions.theUsage)} onRetry={() => void usage.refetch()} />;
  return (
    <Card flush title={t.versions.usage} window={t.versions.usageWindow} className="bounded">
      {!usage.data ? <Bones rows={2} /> : usage.data.data.length === 0 ? <Empty title={t.versions.usageNone}><p>{t.versions.usageNoneWhy}</p></Empty> : (
        <Table
          label={t.versions.usage}
          rows={usage.data.data.toSorted((a, b) => (b.apiVersion ?? '').localeCompare(a.apiVersion ?? ''))}
          rowKey={(one) => one.apiVersion ?? ''}
          columns={[
            { key: 'version', head: t.versions.version, fold: 'first', cell: (one) => (one.apiVersion === null ? <span className="muted">{t.versions.unknown}</span> : <Link to="/console/apps/$app/requests" params={{ app: app.id }} search={{ version: one.apiVersion, window: '30d' }}>{one.apiVersion}</Link>) },
            { key: 'status', head: t.versions.status, fold: 'end', cell: (one) => (one.apiVersion === null ? <span className="muted">{t.parts.none}</span> : <StatusTag status={one.status} />) },
            { key: 'calls', head: t.versions.calls, end: true, fold: 'meta', label: t.versions.calls, cell: (one) => format.number(one.calls) },
            { key: 'errors', head: t.versions.errors, end: true, fold: 'meta', label: t.versions.errors, cell: (one) => format.number(one.errors) },
            { key: 'last', head: t.versions.lastCall, end: true, fold: 'meta', label: t.versions.lastCall, cell: (one) => <Time at={one.lastCallAt} /> },
          ]}
        />
      )}
    </Card>
  );
}

function Rehearsal({ version, off, onPin }: { version: string; off: string | undefined; onPin: () => void }) {
  const app = useApp();
  const query = api.useQuery('get', '/developer/apps/{id}/version-rehearsals/{apiVersion}', { params: { path: { id: app.id, apiVersion: version } } });
  const close = <Link className="small" to={here} params={{ app: app.id }} resetScroll={false}>{t.versions.closeRehearsal}</Link>;
  if (query.error && !query.data) return <div className="bounded"><Failure level={2} error={query.error} title={t.parts.failed(t.versions.theRehearsal)} onRetry={() => void query.refetch()}>{close}</Failure></div>;
  const data = query.data;
  return (
    <Card flush title={t.versions.rehearsal(version)} window={t.versions.rehearsalWindow} end={close} className="bounded">
      {!data ? <Bones /> : (
        <>
          <div className="card-body">
            <p>{data.calls === 0 && data.events.length === 0 ? t.versions.rehearsalNone : t.versions.rehearsalSum(data.calls, data.routes.length, data.events.length)}</p>
            <p className="why">{t.versions.rehearsalHow}</p>
          </div>
          {data.routes.length > 0 && (
            <Table
              label={t.versions.rehearsal(version)}
              roomy
              className="wraps"
              rows={data.routes}
              rowKey={(one) => `${one.method} ${one.route} ${one.apiVersion}`}
              columns={[
                { key: 'route', head: t.versions.route, fold: 'first', cell: (one) => <Link to="/console/apps/$app/requests" params={{ app: app.id }} search={{ route: `${one.method} ${one.route}`, window: '7d' }}><span className="method">{one.method}</span> <code>{one.route}</code></Link> },
                { key: 'calls', head: t.versions.calls, end: true, fold: 'end', cell: (one) => format.number(one.calls) },
                { key: 'send', head: t.versions.send, fold: 'full', label: t.versions.send, cell: (one) => <Sentences sentences={one.requests} /> },
                { key: 'get', head: t.versions.get, fold: 'full', label: t.versions.get, cell: (one) => <Sentences sentences={one.responses} /> },
              ]}
            />
          )}
          {data.events.length > 0 && (
            <Table
              label={t.versions.event}
              roomy
              rows={data.events}
              rowKey={(one) => `${one.type} ${one.apiVersion}`}
              columns={[
                { key: 'event', head: t.versions.event, fold: 'first', cell: (one) => <code>{one.type}</code> },
                { key: 'webhooks', head: t.versions.webhooks, end: true, fold: 'end', cell: (one) => format.number(one.webhookIds.length) },
                { key: 'changes', head: t.versions.payload, fold: 'full', label: t.versions.payload, cell: (one) => <Sentences sentences={one.changes} /> },
              ]}
            />
          )}
          <div className="card-foot"><Button little off={data.status === 'ended' ? t.versions.pinOff : off} onClick={onPin}>{t.versions.pin(version)}</Button></div>
        </>
      )}
    </Card>
  );
}

function PinDialog({ change, speaks, current, onClose }: { change: Change; speaks: string; current: string | undefined; onClose: () => void }) {
  const app = useApp();
  const cache = useQueryClient();
  const target = change.to ?? current ?? t.versions.current;
  const rehearsal = api.useQuery('get', '/developer/apps/{id}/version-rehearsals/{apiVersion}', { params: { path: { id: app.id, apiVersion: target } } }, { enabled: target !== speaks });
  const pin = api.useMutation('patch', '/developer/apps/{id}', {
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: ['get', '/developer/apps/{id}'] });
      toast(t.versions.done(target));
      onClose();
    },
    onError: (error) => { if (asFault(error).status === 412) void cache.invalidateQueries({ queryKey: ['get', '/developer/apps/{id}'] }); },
  });
  const act = () => pin.mutate({ params: { path: { id: app.id }, header: ifMatch(app.version) }, body: { pinnedApiVersion: change.to } });
  const title = change.kind === 'follow' ? t.versions.followTitle : change.kind === 'back' ? t.versions.backTitle(change.to ?? t.versions.current) : t.versions.pinTitle(target);
  const affected = rehearsal.data?.routes.reduce((sum, route) => sum + route.calls, 0);
  const conflict = pin.error !== null && asFault(pin.error).status === 412;
  return (
    <Dialog open onClose={onClose} title={title} about={t.versions.pinWhat(target, speaks)}>
      {affected !== undefined && <p className="small">{t.versions.pinDiffers(affected)}</p>}
      <p className="small">{t.versions.pinUndo}</p>
      {conflict ? (
        <Conflict parts={[{ key: 'version', name: t.versions.pinnedVersion, theirs: app.pinnedApiVersion ?? t.versions.current, yours: change.to ?? t.versions.current }]} onTheirs={onClose} onMine={act} busy={pin.isPending} />
      ) : (
        <>
          {pin.error && <Failure error={pin.error} />}
          <div className="actions">
            <Button onClick={onClose}>{t.versions.keep(speaks)}</Button>
            <Button look="primary" busy={pin.isPending} onClick={act}>{change.kind === 'follow' ? t.versions.followCurrent : change.kind === 'back' ? t.versions.rollBack(change.to ?? t.versions.current) : t.versions.pin(target)}</Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
