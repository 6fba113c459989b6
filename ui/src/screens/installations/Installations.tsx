import { useSearch } from '@tanstack/react-router';
import { client } from '#/api/client';
import { isFew, rowsOf, usePages } from '#/api/pages';
import { deafSeconds } from '#/api/stream';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { CodeBlock } from '#/parts/CodeBlock';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Link } from '#/parts/Link';
import { LiveDot } from '#/parts/LiveDot';
import { useNow } from '#/parts/now';
import { PageHead } from '#/parts/Page';
import { Segments } from '#/parts/Segments';
import { Table, TableFoot } from '#/parts/Table';
import { Time } from '#/parts/Time';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import { Business, useBusinesses } from '../requests/status';
import { healthOf, State } from './state';

const here = '/console/apps/$app/installations' as const;

/** Installations is where the app is installed, newest first. */
export function Installations() {
  const app = useApp();
  const { state } = useSearch({ from: here });
  const now = useNow();
  const names = useBusinesses();
  const list = usePages(
    ['installations', app.id, state],
    (before, signal) => client.GET('/developer/apps/{id}/installations', { params: { path: { id: app.id }, query: { state, before, limit: 50 } }, signal }),
    (last) => last.nextBefore,
    { keep: true, every: deafSeconds * 1000 }, // the stream does not tell of them
  );
  const rows = rowsOf(list.data);
  const link = (next: 'current' | 'ended' | undefined) => ({ to: here, params: { app: app.id }, search: { state: next } });
  return (
    <>
      <PageHead title={t.installations.title} of={app.name} lead={t.installations.lead} actions={<LiveDot slow paused={!isFew(list.data)} />} />
      <div className="filters">
        <Segments
          label={t.installations.which}
          value={state ?? 'all'}
          link={(value) => link(value === 'all' ? undefined : value)}
          options={[{ value: 'all', label: t.installations.all }, { value: 'current', label: t.installations.current }, { value: 'ended', label: t.installations.ended }]}
        />
      </div>
      {list.error && !list.data ? (
        <Failure level={2} error={list.error} title={t.parts.failed(t.installations.theInstallations)} onRetry={() => void list.refetch()} />
      ) : (
        <Card flush label={t.installations.title}>
          {!list.data ? <Bones /> : rows.length === 0 ? (
            state === undefined ? <None clientId={app.clientId} redirect={app.redirectUris[0]} scopes={app.scopes} /> : (
              <Empty level={2} title={state === 'current' ? t.installations.noneCurrent : t.installations.noneEnded} actions={<Button asChild><Link {...link(undefined)}>{t.installations.showAll}</Link></Button>}>
                <p>{t.installations.noneMatchWhy}</p>
              </Empty>
            )
          ) : (
            <>
              <Table
                label={t.installations.title}
                rows={rows}
                busy={list.isPlaceholderData}
                rowKey={(one) => one.id}
                open={(one) => ({ to: '/console/apps/$app/installations/$ins', params: { app: app.id, ins: one.id } })}
                columns={[
                  { key: 'business', head: t.installations.business, opens: true, fold: 'first', cell: (one) => <Business id={one.businessId} names={names} /> },
                  { key: 'state', head: t.installations.state, fold: 'end', cell: (one) => <State health={healthOf(one, now)} /> },
                  { key: 'scopes', head: t.installations.scopes, end: true, fold: 'meta', label: t.installations.scopes, cell: (one) => t.installations.scopesOf(one.scopes.filter((scope) => app.scopes.includes(scope)).length, app.scopes.length) },
                  { key: 'installed', head: t.installations.installed, end: true, fold: 'meta', label: t.installations.installed, cell: (one) => <Time at={one.installedAt} /> },
                  { key: 'last', head: t.installations.lastCall, end: true, fold: 'meta', label: t.installations.lastCall, cell: (one) => (one.lastCallAt === null ? <span className="muted">{t.parts.none}</span> : <Time at={one.lastCallAt} />) },
                ]}
              />
              <TableFoot end={list.hasNextPage && <Button little busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{t.installations.more}</Button>}>
                {t.installations.shown(rows.length)}
              </TableFoot>
            </>
          )}
        </Card>
      )}
    </>
  );
}

function None({ clientId, redirect, scopes }: { clientId: string; redirect: string | undefined; scopes: string[] }) {
  const query = new URLSearchParams({ response_type: 'code', client_id: clientId, redirect_uri: redirect ?? '', scope: scopes.join(' '), state: '…', code_challenge: '…', code_challenge_method: 'S256' });
  return (
    <Empty level={2} title={t.installations.none}>
      <p>{t.installations.noneWhy}</p>
      <CodeBlock label={t.installations.noneCommand} text={`${globalThis.window.location.origin}/oauth/authorize?${decodeURIComponent(query.toString()).replaceAll(' ', '+')}`} />
    </Empty>
  );
}
