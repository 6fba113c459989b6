import { useQueryClient } from '@tanstack/react-query';
import { type LinkProps, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#/api/client';
import { asFault } from '#/api/fault';
import { Bones } from '#/parts/Bone';
import { Button, IconButton } from '#/parts/Button';
import { Note } from '#/parts/Card';
import { copyText } from '#/parts/Copy';
import { Confirm } from '#/parts/Dialog';
import { Gone } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { IdChip } from '#/parts/IdChip';
import { useKey } from '#/parts/keys';
import { Link } from '#/parts/Link';
import { Item, Line, Menu } from '#/parts/Menu';
import { PageHead } from '#/parts/Page';
import { Say } from '#/parts/Say';
import { Tabs } from '#/parts/Segments';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { useCommand } from '#/shell/commands';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import { type Function as Fun, from, useAnew, useFunction, useOff } from './data';
import { RunIt } from './RunIt';
import { Runs } from './Runs';
import { Settings } from './Settings';
import { SourceView } from './SourceView';
import { StateTag, Stopped } from './state';

/** OneFunction is a function: its source, its runs, and what it runs for. */
export function OneFunction() {
  const app = useApp();
  const { fun } = useParams({ from });
  const one = useFunction(fun);
  const back = { text: t.functions.back, to: { to: '/console/apps/$app/functions', params: { app: app.id } } } as const;
  if (one.error && !one.data) {
    const { status } = asFault(one.error);
    if (status === 404 || status === 400) return <Gone what={t.functions.functionWord} id={fun} back={back} />;
    return <Failure level={1} error={one.error} title={t.parts.failed(t.functions.theFunction)} onRetry={() => void one.refetch()}><p>{t.functions.stillSafe}</p></Failure>;
  }
  if (!one.data) return <Bones rows={6} label={t.functions.theFunction} />;
  return <Shown key={fun} fun={one.data} />;
}

const views = [['source', t.functions.viewSource], ['runs', t.functions.viewRuns], ['settings', t.functions.viewSettings]] as const;

const viewLink = (view: 'runs' | 'settings' | undefined, more: Record<string, string> = {}) => ({ from, to: '.', search: { view, ...more } }) as LinkProps;

function Shown({ fun }: { fun: Fun }) {
  const app = useApp();
  const { view = 'source' } = useSearch({ from });
  const off = useOff();
  const [running, setRunning] = useState<{ version?: number }>();
  const [removing, setRemoving] = useState(false);
  const set = useSwitch(fun);
  useKey('c', () => void copyText(fun.id));
  useCommand('function-run', t.functions.runTitle(fun.name), () => !off && setRunning({}));
  return (
    <>
      <PageHead
        title={<code>{fun.name}</code>}
        name={fun.name}
        of={app.name}
        back={{ text: t.functions.back, to: { to: '/console/apps/$app/functions', params: { app: app.id } } }}
        meta={<><StateTag of={fun} />{fun.events.length > 0 && <span>{t.functions.eventsOf(fun.events.length)}</span>}<span>{t.functions.liveVersion(fun.current.version)}</span><IdChip id={fun.id} /></>}
        actions={
          <>
            <Button off={off} whyId="function-why" onClick={() => setRunning({})}>{t.functions.run}</Button>
            <Menu trigger={<IconButton icon="more" label={t.functions.moreActs} className="size-(--cp-target)!" />}>
              <Item off={Boolean(off) || fun.events.length === 0} onSelect={() => set.turn(!fun.enabled)}>{fun.enabled ? t.functions.switchOff : t.functions.switchOn}</Item>
              <Line />
              <Item off={Boolean(off)} onSelect={() => setRemoving(true)}>{t.functions.remove(fun.name)}</Item>
            </Menu>
          </>
        }
        why={off && <span id="function-why">{off}</span>}
      />
      {set.error !== null && <Failure level={2} error={set.error} title={t.functions.notSaved} />}
      <Says fun={fun} off={off} busy={set.busy} onSwitch={() => set.turn(true)} />
      <Tabs label={t.functions.views} tabs={views.map(([key, label]) => ({ key, label, current: key === view, to: viewLink(key === 'source' ? undefined : key) }))} />
      {view === 'runs' ? <Runs fun={fun} onRun={() => setRunning({})} /> : view === 'settings' ? <Settings fun={fun} /> : <SourceView fun={fun} onTry={(version) => setRunning({ version })} />}
      {running && <RunIt fun={fun} version={running.version} onClose={() => setRunning(undefined)} />}
      <Remove fun={fun} open={removing} onClose={() => setRemoving(false)} />
    </>
  );
}

/** useSwitch lets a function run for its events, or not. */
function useSwitch(fun: Fun) {
  const app = useApp();
  const anew = useAnew();
  const put = api.useMutation('put', '/developer/apps/{id}/functions/{functionId}/subscription');
  return {
    turn: (enabled: boolean) => put.mutate({ params: { path: { id: app.id, functionId: fun.id } }, body: { events: fun.events, enabled } }, {
      onSuccess: () => void anew().then(() => toast(enabled ? t.functions.switchedOn(fun.name) : t.functions.switchedOff(fun.name))),
    }),
    busy: put.isPending,
    error: put.error as unknown,
  };
}

/** Says tells why a function does not run for events, where it does not. */
function Says({ fun, off, busy, onSwitch }: { fun: Fun; off: string | undefined; busy: boolean; onSwitch: () => void }) {
  const on = <Button little off={off} whyId="function-why" busy={busy} onClick={onSwitch}>{t.functions.switchOn}</Button>;
  if (!fun.runnable) return <Stopped of={fun} />;
  if (fun.switchedOffAt) {
    return (
      <Note tone="bad" title={<Say text={t.functions.fellOutTitle} time={<Time at={fun.switchedOffAt} />} />}>
        <p className="small">{t.functions.fellOutWhy} <Link {...viewLink('runs', { status: 'failed' })}>{t.functions.seeFailed}</Link></p>
        <div className="actions">{on}</div>
      </Note>
    );
  }
  if (fun.events.length === 0) return <Note title={t.functions.noEventsTitle}><p className="small">{t.functions.noEventsWhy} <Link {...viewLink('settings')}>{t.functions.chooseEvents}</Link></p></Note>;
  if (!fun.enabled) return <Note tone="warn" title={t.functions.offTitle}><p className="small">{t.functions.offWhy}</p><div className="actions">{on}</div></Note>;
  return null;
}

function Remove({ fun, open, onClose }: { fun: Fun; open: boolean; onClose: () => void }) {
  const app = useApp();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = api.useMutation('delete', '/developer/apps/{id}/functions/{functionId}');
  return (
    <Confirm
      open={open}
      onClose={() => { remove.reset(); onClose(); }}
      title={t.functions.removeTitle(fun.name)}
      keep={t.functions.keep}
      act={t.functions.remove(fun.name)}
      name={fun.name}
      busy={remove.isPending}
      error={remove.error}
      onAct={() => remove.mutate({ params: { path: { id: app.id, functionId: fun.id } } }, {
        onSuccess: () => {
          toast(t.functions.removed(fun.name));
          void navigate({ to: '/console/apps/$app/functions', params: { app: app.id } }).then(() => queries.invalidateQueries({ queryKey: ['get', '/developer/apps/{id}/functions'] }));
        },
      })}
    >
      <p>{t.functions.removeWhy}</p>
    </Confirm>
  );
}
