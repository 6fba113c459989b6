import { useParams } from '@tanstack/react-router';
import { api, type Schemas } from '#/api/client';
import { asFault } from '#/api/fault';
import { deafSeconds } from '#/api/stream';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card, Facts, Note } from '#/parts/Card';
import { Empty, Gone } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { IdChip } from '#/parts/IdChip';
import { Link } from '#/parts/Link';
import { useNow } from '#/parts/now';
import { PageHead, Split } from '#/parts/Page';
import { Say } from '#/parts/Say';
import { Table } from '#/parts/Table';
import { Tag } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import { useBusinesses } from '../requests/status';
import { type Health, healthOf, State, tokenState, TokenTag } from './state';

type Inspection = Schemas['InstallationInspection'];

const back = { text: t.installations.title, to: { to: '/console/apps/$app/installations' } } as const;
const none = <span className="muted">{t.parts.none}</span>;

/** Installation is one business: whether it works there, what it granted, who said yes, and its tokens. */
export function Installation() {
  const app = useApp();
  const { ins } = useParams({ from: '/console/apps/$app/installations/$ins' });
  const names = useBusinesses();
  const now = useNow();
  const query = api.useQuery('get', '/developer/apps/{id}/installations/{installationId}', { params: { path: { id: app.id, installationId: ins } } }, { refetchInterval: deafSeconds * 1000 });
  const way = { ...back, to: { ...back.to, params: { app: app.id } } };
  if (query.error && !query.data) {
    const { status } = asFault(query.error);
    if (status === 404 || status === 400) return <Gone what={t.shell.kinds.ins.replace(/^an? /, '')} id={ins} why={t.installations.goneWhy} back={way} />;
    return <Failure level={1} error={query.error} title={t.parts.failed(t.installations.theInstallation)} onRetry={() => void query.refetch()} />;
  }
  const name = query.data && names.get(query.data.businessId);
  return (
    <>
      <PageHead
        back={way}
        title={name === undefined ? t.installations.facts : <bdi>{name}</bdi>}
        name={name ?? t.installations.facts}
        of={app.name}
        meta={query.data ? <><State health={healthOf(query.data, now)} /><IdChip id={ins} /></> : <IdChip id={ins} />}
        actions={query.data && <Button asChild><Link to="/console/apps/$app/requests" params={{ app: app.id }} search={{ business: query.data.businessId, window: '30d' }}>{t.installations.seeCalls}</Link></Button>}
      />
      {query.data ? <Body one={query.data} asked={app.scopes} now={now} /> : <Bones rows={8} />}
    </>
  );
}

function Body({ one, asked, now }: { one: Inspection; asked: readonly string[]; now: number }) {
  const health = healthOf(one, now);
  const granted = asked.filter((scope) => one.scopes.includes(scope));
  const left = one.scopes.filter((scope) => !asked.includes(scope));
  return (
    <>
      <Trouble health={health} one={one} now={now} />
      <Split>
        <div className="stack">
          <Card flush title={t.installations.tokens}>
            {one.tokens.length === 0 ? <Empty title={t.installations.tokensNone} /> : (
              <Table
                label={t.installations.tokens}
                rows={one.tokens}
                rowKey={(family) => family.id}
                roomy
                columns={[
                  { key: 'family', head: t.installations.family, fold: 'first', cell: (family) => <IdChip id={family.id} /> },
                  {
                    key: 'state', head: t.installations.state, fold: 'full', cell: (family) => (
                      <>
                        <TokenTag state={tokenState(family, now)} />
                        {family.revokedAt !== null && <span className="sub">{family.revokedFor !== null && t.installations.tokenWhy[family.revokedFor]} <Time at={family.revokedAt} /></span>}
                      </>
                    ),
                  },
                  { key: 'user', head: t.installations.person, fold: 'none', cell: (family) => <IdChip id={family.userId} /> },
                  { key: 'refreshed', head: t.installations.refreshed, fold: 'meta', label: t.installations.refreshed, cell: (family) => (family.refreshedAt === null ? none : <Time at={family.refreshedAt} />) },
                  { key: 'ends', head: t.installations.refreshEnds, end: true, fold: 'meta', label: t.installations.refreshEnds, cell: (family) => (family.refreshExpiresAt === null ? none : <Time at={family.refreshExpiresAt} />) },
                  { key: 'access', head: t.installations.accessEnds, end: true, fold: 'meta', label: t.installations.accessEnds, cell: (family) => <Time at={family.accessExpiresAt} /> },
                ]}
              />
            )}
            <div className="card-foot">{t.installations.tokensWhy}</div>
          </Card>
          <Card flush title={t.installations.consents}>
            {one.consents.length === 0 ? <Empty title={t.installations.consentsNone} /> : (
              <Table
                label={t.installations.consents}
                rows={one.consents}
                rowKey={(consent) => `${consent.userId} ${consent.grantedAt}`}
                columns={[
                  { key: 'person', head: t.installations.person, fold: 'first', cell: (consent) => <IdChip id={consent.userId} /> },
                  { key: 'scopes', head: t.installations.scopes, end: true, fold: 'meta', label: t.installations.scopes, cell: (consent) => <span title={consent.scopes.join(', ')}>{t.installations.scopesOf(consent.scopes.length, asked.length)}</span> },
                  { key: 'granted', head: t.installations.saidYes, end: true, fold: 'meta', label: t.installations.saidYes, cell: (consent) => <Time at={consent.grantedAt} /> },
                  { key: 'withdrawn', head: t.installations.withdrawn, end: true, fold: 'meta', label: t.installations.withdrawn, cell: (consent) => (consent.withdrawnAt === null ? none : <Time at={consent.withdrawnAt} />) },
                ]}
              />
            )}
            <div className="card-foot">{t.installations.consentsWhy}</div>
          </Card>
        </div>
        <div className="stack">
          <Card title={t.installations.facts}>
            <Facts
              facts={[
                [t.installations.business, <IdChip key="b" id={one.businessId} />],
                [t.installations.installedBy, <IdChip key="i" id={one.installedBy} />],
                [t.installations.installedAt, <Time key="a" at={one.installedAt} />],
                [t.installations.lastCall, one.lastCallAt === null ? none : <Time key="l" at={one.lastCallAt} />],
                one.endedAt !== null && [t.installations.endedAt, <Time key="e" at={one.endedAt} />],
                one.endReason !== null && [t.installations.why, t.installations.reasons[one.endReason]],
              ]}
            />
          </Card>
          <Card title={t.installations.granted} window={t.installations.grantedOf(granted.length, asked.length)}>
            <ul className="grid gap-1 small">
              {asked.map((scope) => (
                <li key={scope} className="row between">
                  <code>{scope}</code>
                  {one.scopes.includes(scope) ? <Tag tone="ok">{t.installations.isGranted}</Tag> : <Tag tone="off">{t.installations.notGranted}</Tag>}
                </li>
              ))}
              {left.map((scope) => <li key={scope} className="row between"><code>{scope}</code><span className="muted">{t.installations.notAsked}</span></li>)}
            </ul>
            {granted.length < asked.length && <p className="why">{t.installations.notGrantedWhy}</p>}
          </Card>
        </div>
      </Split>
    </>
  );
}

/** Trouble says first what stands in the way, and what to do. */
function Trouble({ health, one, now }: { health: Health; one: Inspection; now: number }) {
  const words = t.installations.notes;
  const newest = one.tokens[0] && tokenState(one.tokens[0], now);
  const said: [tone: 'bad' | 'warn' | 'info', title: string, why: string] | undefined =
    health === 'suspended' ? ['bad', words.suspended, words.suspendedWhy]
      : health === 'uninstalled' || health === 'closed' ? ['info', words.ended, words.endedWhy]
        : health === 'revoked' ? ['warn', words.revoked, words.revokedWhy]
          : newest === 'reuse' ? ['bad', words.burned, words.burnedWhy]
            : newest === 'code_replay' ? ['bad', words.replayed, words.replayedWhy]
              : newest === 'over' ? ['warn', words.over, words.overWhy] : undefined;
  return said && <Note tone={said[0]} title={said[1]}><p className="small"><Say text={said[2]} /></p></Note>;
}
