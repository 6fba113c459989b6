import { useQueries } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Schemas } from '#/api/client';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { CodeBlock } from '#/parts/CodeBlock';
import { Confirm } from '#/parts/Dialog';
import { Failure } from '#/parts/Failure';
import { Field } from '#/parts/Field';
import { Split } from '#/parts/Page';
import { Table } from '#/parts/Table';
import { Tag } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { useApp } from '#/shell/place';
import { format, t } from '#/texts';
import { type Function as Fun, from, most, useAnew, useOff } from './data';
import { Meter } from './Meter';
import { RunShown } from './RunShown';
import { CodeArea, SourceFault, SourceFile } from './Source';
import { declarations } from './types';

/** SourceView is where a function is written and tried, with what it is given beside it. */
export function SourceView({ fun, onTry }: { fun: Fun; onTry: (version: number) => void }) {
  const app = useApp();
  const { version, run } = useSearch({ from });
  const shown = version ? Number(version) : fun.current.version;
  const source = api.useQuery('get', '/developer/apps/{id}/functions/{functionId}/source', { params: { path: { id: app.id, functionId: fun.id }, query: { version: shown } } });
  const [back, setBack] = useState<number>();
  return (
    <>
      <Split side="wide-end">
        <div className="stack">
          {source.error && !source.data ? <Failure level={2} error={source.error} title={t.parts.failed(t.functions.theSource)} onRetry={() => void source.refetch()} />
            : source.data ? <Editor key={shown} fun={fun} kept={source.data} onTry={onTry} onLive={setBack} /> : <Bones rows={12} label={t.functions.theSource} />}
          {run && <Result key={run} fun={fun} run={run} />}
        </div>
        <div className="stack">
          <Versions fun={fun} shown={shown} onLive={setBack} />
          <Types fun={fun} />
        </div>
      </Split>
      <RollBack fun={fun} version={back} onClose={() => setBack(undefined)} />
    </>
  );
}

/** Result is a run by hand. It begins under the editor, where it is out of sight on most screens. */
const Result = ({ fun, run }: { fun: Fun; run: string }) => (
  <div className="run-result" ref={(place) => place?.scrollIntoView({ block: 'nearest' })}>
    <Card title={t.functions.result}><RunShown fun={fun} id={run} level={3} /></Card>
  </div>
);

/** Editor changes a source. Whatever is kept of it is a version of its own. */
function Editor({ fun, kept, onTry, onLive }: { fun: Fun; kept: Schemas['FunctionText']; onTry: (version: number) => void; onLive: (version: number) => void }) {
  const app = useApp();
  const navigate = useNavigate({ from });
  const anew = useAnew();
  const off = useOff();
  const put = api.useMutation('put', '/developer/apps/{id}/functions/{functionId}/source');
  const [text, setText] = useState(kept.source);
  const same = text === kept.source;
  const isLive = kept.version === fun.current.version;
  const bytes = new TextEncoder().encode(text).length;
  const cannot = off ?? (text.trim() === '' ? t.functions.sourceOff : bytes > most.source ? t.functions.tooLong : undefined);
  const save = (live: boolean, then: (version: number) => void) => put.mutate({ params: { path: { id: app.id, functionId: fun.id } }, body: { source: text, live } }, {
    onSuccess: (answer) => {
      const { version } = answer.uploaded;
      void anew().then(() => navigate({ search: (before) => ({ ...before, version: live ? undefined : `${version}` }), resetScroll: false })).then(() => then(version));
    },
  });
  const attempt = () => (same ? onTry(kept.version) : save(false, (version) => { toast(t.functions.kept(version)); onTry(version); }));
  const live = () => (same ? onLive(kept.version) : save(true, (version) => toast(t.functions.isLive(version))));
  const whyNotLive = cannot ?? (same && isLive ? t.functions.makeLiveOff : undefined);
  return (
    <Card
      title={t.functions.sourceOf(kept.version)}
      window={same ? undefined : t.functions.changedHere}
      end={isLive && <Tag tone="ok" shape="on">{t.functions.live}</Tag>}
      foot={
        <>
          <Button look="primary" little off={cannot} whyId="editor-why" busy={put.isPending} onClick={attempt}>{t.functions.tryIt}</Button>
          <Button little off={whyNotLive} whyId="editor-why" busy={put.isPending} onClick={live}>{t.functions.makeLive}</Button>
          {!same && <Button little onClick={() => { put.reset(); setText(kept.source); }}>{t.functions.discard}</Button>}
          <span className="why" id="editor-why">{whyNotLive ?? t.functions.tryHint}</span>
        </>
      }
    >
      <Field label={t.functions.source}>
        <CodeArea rows={18} value={text} readOnly={off !== undefined} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Meter label={t.functions.used} value={bytes} max={most.source} says={t.functions.usedOf(bytes)} />
      {off === undefined && <SourceFile onRead={setText} />}
      <SourceFault error={put.error} />
    </Card>
  );
}

/** Types are what the handler is given, made of the events that the function runs for. */
function Types({ fun }: { fun: Fun }) {
  const app = useApp();
  const config = api.useQuery('get', '/developer/apps/{id}/functions/{functionId}/config', { params: { path: { id: app.id, functionId: fun.id } } });
  const typed = useQueries({
    queries: fun.events.map((name) => api.queryOptions('get', '/developer/event-types/{name}', { params: { path: { name }, query: { apiVersion: app.pinnedApiVersion ?? undefined } } }, { staleTime: 600_000 })),
    combine: (answers) => answers.flatMap(({ data }) => (data ? [data] : [])),
  });
  const text = declarations(typed, config.data?.values.map((one) => one.name) ?? []);
  return (
    <div className="stack-2 types">
      <CodeBlock label={t.functions.typesFile} text={text} head={<><b>{t.functions.types}</b> <span className="muted">{t.functions.typesFile}</span></>} />
      <p className="why">{t.functions.typesWhy}</p>
    </div>
  );
}

function Versions({ fun, shown, onLive }: { fun: Fun; shown: number; onLive: (version: number) => void }) {
  const off = useOff();
  return (
    <Card flush title={t.functions.versions} window={t.functions.versionsWindow}>
      <Table
        label={t.functions.versions}
        rows={fun.versions}
        rowKey={(row) => `${row.version}`}
        selected={`${shown}`}
        open={(row) => ({ from, to: '.', search: (before: Record<string, unknown>) => ({ ...before, run: undefined, version: row.version === fun.current.version ? undefined : `${row.version}` }), resetScroll: false }) as never}
        columns={[
          { key: 'version', head: t.functions.version, opens: true, fold: 'first', cell: (row) => <>{format.number(row.version)} {row.version === fun.current.version && <Tag tone="ok" shape="on">{t.functions.live}</Tag>}</> },
          { key: 'size', head: t.functions.size, end: true, fold: 'meta', cell: (row) => <span title={row.sha256}>{format.bytes(row.bytes)}</span> },
          { key: 'made', head: t.functions.made, end: true, fold: 'end', cell: (row) => <Time at={row.createdAt} /> },
          off === undefined && { key: 'act', head: <span className="unseen">{t.functions.rollBack}</span>, end: true, fold: 'act', cell: (row) => row.version !== fun.current.version && <Button little aria-label={t.functions.rollBackOf(row.version)} onClick={() => onLive(row.version)}>{t.functions.rollBack}</Button> },
        ]}
      />
    </Card>
  );
}

/** RollBack asks before another version runs. */
function RollBack({ fun, version, onClose }: { fun: Fun; version: number | undefined; onClose: () => void }) {
  const app = useApp();
  const anew = useAnew();
  const put = api.useMutation('put', '/developer/apps/{id}/functions/{functionId}/live');
  const close = () => { put.reset(); onClose(); };
  return (
    <Confirm
      open={version !== undefined}
      onClose={close}
      title={t.functions.rollBackTitle(version ?? 0)}
      keep={t.functions.keepLive(fun.current.version)}
      act={t.functions.rollBackOf(version ?? 0)}
      busy={put.isPending}
      error={put.error}
      onAct={() => put.mutate({ params: { path: { id: app.id, functionId: fun.id } }, body: { version: version! } }, {
        onSuccess: (answer) => void anew().then(() => { close(); toast(t.functions.isLive(answer.current.version)); }),
      })}
    >
      <p>{t.functions.rollBackWhy(fun.current.version)}</p>
    </Confirm>
  );
}
