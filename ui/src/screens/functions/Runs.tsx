import { type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { useStream } from '#/api/stream';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Drawer, DrawerPart } from '#/parts/Drawer';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { IdChip, shortId } from '#/parts/IdChip';
import { useKey } from '#/parts/keys';
import { Link } from '#/parts/Link';
import { LiveDot } from '#/parts/LiveDot';
import { Filters, Pick } from '#/parts/Pick';
import { Segments } from '#/parts/Segments';
import { Table, TableFoot } from '#/parts/Table';
import { Time } from '#/parts/Time';
import { unless } from '#/search';
import { useApp } from '#/shell/place';
import { format, t } from '#/texts';
import { useHeld, useScrolled } from '../webhooks/live';
import { type Function as Fun, type Run, type RunFilter, from, useOff, useRuns } from './data';
import { RunShown } from './RunShown';
import { attemptOf, RunTag } from './state';

const statuses = ['all', 'succeeded', 'failed'] as const;
const outcomes = Object.keys(t.functions.outcomes) as (keyof typeof t.functions.outcomes)[];

const link = (part: Record<string, string | undefined>) => ({ from, to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...part }), resetScroll: false }) as LinkProps;

/** Runs are those of a function as they come, one of them open beside the others. */
export function Runs({ fun, onRun }: { fun: Fun; onRun: () => void }) {
  const app = useApp();
  const { status, outcome, of, after, run, live } = useSearch({ from });
  const navigate = useNavigate({ from });
  const filter = { status, outcome, version: of ? Number(of) : undefined, after };
  const query = useRuns(fun.id, filter);
  const away = useStream(app.id) === 'away';
  const scrolled = useScrolled();
  const paused = live === '0' || scrolled || run !== undefined || after !== undefined;
  const held = useHeld(query.isPlaceholderData ? undefined : query.data?.data, JSON.stringify(filter), paused);
  const rows = held.rows ?? query.data?.data;
  const toggle = () => void navigate({ search: (before) => ({ ...before, live: live === '0' ? undefined : ('0' as const) }), resetScroll: false, replace: true });
  const open = (id: string | undefined) => void navigate({ search: (before) => ({ ...before, run: id }), resetScroll: false });
  useKey('p', toggle);
  return (
    <Card flush title={t.functions.runs} window={after ? t.functions.olderShown : t.functions.runsWindow} end={after === undefined && <LiveDot slow={away} paused={paused} fresh={held.fresh} onToggle={toggle} />}>
      <div className="card-body border-b border-line py-3!">
        <Filters
          set={[outcome, of].filter(Boolean).length}
          first={<Segments label={t.functions.status} options={statuses.map((value) => ({ value, label: value === 'all' ? t.parts.all : t.functions.statuses[value] }))} value={status ?? 'all'} link={(value) => link({ status: unless(value, 'all'), after: undefined })} />}
        >
          <Pick label={t.functions.outcome} options={outcomes.map((value) => ({ value, label: t.functions.outcomes[value] }))} value={outcome} onChange={(value) => void navigate({ search: (before) => ({ ...before, outcome: value, after: undefined }), resetScroll: false })} />
          <Pick label={t.functions.version} options={fun.versions.map(({ version }) => ({ value: `${version}`, label: format.number(version) }))} value={of} onChange={(value) => void navigate({ search: (before) => ({ ...before, of: value, after: undefined }), resetScroll: false })} />
        </Filters>
      </div>
      {query.error && !rows ? (
        <div className="card-body"><Failure error={query.error} title={t.parts.failed(t.functions.theRuns)} onRetry={() => void query.refetch()}><p>{t.functions.stillSafe}</p></Failure></div>
      ) : !rows ? <Bones rows={8} label={t.functions.theRuns} /> : (
        <div className={run === undefined ? undefined : 'log'}>
          <div>
            {rows.length === 0 ? <None filter={filter} onRun={onRun} /> : <List rows={rows} selected={run} busy={query.isPlaceholderData} changed={held.changed} onWalk={(one) => open(one.id)} />}
            {(rows.length > 0 || after) && (
              <TableFoot end={<span className="row">{after && <Link {...link({ after: undefined })}>{t.functions.newest}</Link>}{query.data?.nextAfter && <Link {...link({ after: query.data.nextAfter })}>{t.functions.older}</Link>}</span>}>
                {t.functions.shown(rows.length)}
              </TableFoot>
            )}
          </div>
          {run !== undefined && <OneRun fun={fun} id={run} type={rows.find((one) => one.id === run)?.type} onClose={() => open(undefined)} />}
        </div>
      )}
    </Card>
  );
}

const OneRun = ({ fun, id, type, onClose }: { fun: Fun; id: string; type: string | undefined; onClose: () => void }) => (
  <Drawer label={type ? t.functions.runOf(type) : t.functions.theRun} title={type ? <code>{type}</code> : t.functions.theRun} meta={<IdChip id={id} />} onClose={onClose}>
    <DrawerPart><RunShown key={id} fun={fun} id={id} level={3} /></DrawerPart>
  </Drawer>
);

function None({ filter: { status, outcome, version, after }, onRun }: { filter: RunFilter; onRun: () => void }) {
  const off = useOff();
  const set = [status && t.functions.statuses[status], outcome && t.functions.outcomes[outcome], version !== undefined && `${t.functions.version} ${format.number(version)}`].filter((word) => typeof word === 'string');
  if (set.length > 0 || after !== undefined) {
    return <Empty title={t.functions.noMatch} actions={<Button asChild><Link {...link({ status: undefined, outcome: undefined, of: undefined, after: undefined })}>{t.functions.showAll}</Link></Button>}><p>{set.length > 0 ? t.functions.noMatchWhy(set) : t.functions.noOlder}</p></Empty>;
  }
  return <Empty title={t.functions.noRuns} actions={<Button look="primary" off={off} onClick={onRun}>{t.functions.run}</Button>}><p>{t.functions.noRunsWhy}</p></Empty>;
}

function List({ rows, selected, busy, changed, onWalk }: { rows: readonly Run[]; selected: string | undefined; busy: boolean; changed: ReadonlySet<string>; onWalk: (run: Run) => void }) {
  return (
    <Table
      label={t.functions.runs}
      rows={rows}
      rowKey={(run) => run.id}
      selected={selected}
      onWalk={onWalk}
      busy={busy}
      changed={changed}
      open={(run) => link({ run: run.id })}
      columns={[
        { key: 'status', head: t.functions.status, fold: 'first', cell: (run) => <RunTag status={run.status} /> },
        { key: 'event', head: t.functions.eventAndFailure, opens: true, fold: 'full', cell: (run) => <><code>{run.type}</code>{run.failure && <span className="sub">{run.failure}</span>}</> },
        selected === undefined && { key: 'business', head: t.functions.business, fold: 'meta', className: 'nowrap', cell: (run) => (run.businessId === 'test' ? <span className="muted">{t.functions.sample}</span> : <code title={run.businessId}>{shortId(run.businessId)}</code>) },
        selected === undefined && { key: 'version', head: t.functions.version, end: true, fold: 'meta', label: t.functions.version, cell: (run) => (run.version === null ? <span className="muted">{t.parts.none}</span> : format.number(run.version)) },
        selected === undefined && { key: 'attempt', head: t.functions.attempt, end: true, fold: 'meta', label: t.functions.attempt, cell: attemptOf },
        { key: 'took', head: t.functions.took, end: true, fold: 'meta', className: 'nowrap', cell: (run) => t.functions.ms(run.durationMs) },
        { key: 'at', head: t.functions.at, end: true, fold: 'end', className: 'nowrap', cell: (run) => <Time at={run.at} /> },
      ]}
    />
  );
}
