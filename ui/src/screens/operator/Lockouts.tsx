import { useState } from 'react';
import { client } from '#/api/client';
import { cursorOf, rowsOf, usePages } from '#/api/pages';
import { Bones } from '#/parts/Bone';
import { Button, TextButton } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Empty } from '#/parts/Empty';
import { IdChip, shortId } from '#/parts/IdChip';
import { PageHead } from '#/parts/Page';
import { Table, TableFoot } from '#/parts/Table';
import { Time } from '#/parts/Time';
import { format, t } from '#/texts';
import { Refused } from './Refused';
import { ActOn } from './Users';

/** Lockouts is who tried too often. */
export function Lockouts() {
  const lockouts = usePages(
    ['get', '/admin/lockouts'],
    (after, signal) => client.GET('/admin/lockouts', { params: { query: { limit: 50, after } }, signal }),
    cursorOf,
  );
  const [unlocking, setUnlocking] = useState<string>();
  const rows = rowsOf(lockouts.data);
  return (
    <>
      <PageHead title={t.operator.lockouts} lead={t.operator.lockoutsLead} />
      {lockouts.error && !lockouts.data ? <Refused error={lockouts.error} what={t.operator.theLockouts} onRetry={() => void lockouts.refetch()} /> : (
        <Card flush label={t.operator.lockouts}>
          {!lockouts.data ? <Bones rows={5} /> : rows.length === 0 ? <Empty level={2} title={t.operator.lockoutsNone}><p>{t.operator.lockoutsNoneWhy}</p></Empty> : (
            <>
              <Table
                label={t.operator.lockouts}
                rows={rows}
                rowKey={(one) => one.id}
                columns={[
                  { key: 'what', head: t.operator.what, fold: 'first', cell: (one) => t.operator.whats[one.action] },
                  { key: 'subject', head: t.operator.subject, fold: 'full', cell: (one) => (one.subject === null ? <span className="muted">{t.operator.nobody}</span> : <IdChip id={one.subject} to={one.subject.startsWith('app_') ? { to: '/operator/apps/$id', params: { id: one.subject } } : undefined} />) },
                  { key: 'network', head: t.operator.network, fold: 'meta', label: t.operator.network, cell: (one) => (one.network ? <code>{one.network}</code> : <span className="muted">{t.operator.unknown}</span>) },
                  { key: 'count', head: t.operator.times, end: true, fold: 'meta', label: t.operator.times, cell: (one) => format.number(one.count) },
                  { key: 'last', head: t.operator.last, end: true, fold: 'end', cell: (one) => <Time at={one.lastAt} /> },
                  { key: 'act', head: <span className="unseen">{t.operator.unlock}</span>, end: true, fold: 'act', cell: (one) => one.subject?.startsWith('usr_') && <TextButton onClick={() => setUnlocking(one.subject!)}>{t.operator.unlock}</TextButton> },
                ]}
              />
              <TableFoot end={lockouts.hasNextPage && <Button little busy={lockouts.isFetchingNextPage} onClick={() => void lockouts.fetchNextPage()}>{t.operator.more}</Button>}>{t.operator.lockoutsShown(rows.length)}</TableFoot>
            </>
          )}
        </Card>
      )}
      <ActOn asking={unlocking ? { user: { id: unlocking, name: shortId(unlocking) }, act: 'unlock' } : undefined} onClose={() => setUnlocking(undefined)} />
    </>
  );
}
