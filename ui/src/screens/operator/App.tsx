import './operator.css';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { api, type Schemas } from '#/api/client';
import { asFault } from '#/api/fault';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card, Facts, Note } from '#/parts/Card';
import { Confirm } from '#/parts/Dialog';
import { Gone } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Field, Input, Textarea } from '#/parts/Field';
import { IdChip } from '#/parts/IdChip';
import { Link } from '#/parts/Link';
import { PageHead, Split } from '#/parts/Page';
import { Say } from '#/parts/Say';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { format, t } from '#/texts';
import { State, reviewOf } from './Apps';
import { Functions } from './Functions';
import { Refused } from './Refused';

type AdminApp = Schemas['AdminApp'];
type Impact = Schemas['AppImpact'];

export const App = () => <Page suspending={false} />;
export const SuspendApp = () => <Page suspending />;

/** Page is one app as those who run the service see it. */
function Page({ suspending }: { suspending: boolean }) {
  const { id = '' } = useParams({ strict: false });
  const path = { params: { path: { id } } };
  const app = api.useQuery('get', '/admin/apps/{id}', path);
  const impact = api.useQuery('get', '/admin/apps/{id}/impact', path, { enabled: app.data !== undefined, refetchInterval: 60_000 });
  const back = { text: t.operator.apps, to: { to: '/operator/apps' } } as const;
  if (app.error && !app.data) {
    if (asFault(app.error).code === 'APP_NOT_FOUND') return <Gone what={t.operator.appWord} id={id} back={back} />;
    return <><PageHead title={t.operator.apps} back={back} /><Refused error={app.error} what={t.operator.theApp} onRetry={() => void app.refetch()} /></>;
  }
  if (!app.data) return <Bones rows={6} />;
  const one = app.data;
  return (
    <>
      <PageHead
        bounded
        title={<bdi>{one.name}</bdi>}
        name={one.name}
        back={back}
        meta={<><State app={one} /><span>{reviewOf(one)}</span><span>{t.operator.kinds[one.type]}</span><IdChip id={one.id} /></>}
      />
      {one.suspendedAt && <Suspended app={one} impact={impact.data} />}
      {impact.error && !impact.data ? <Failure level={2} error={impact.error} title={t.parts.failed(t.operator.theImpact)} onRetry={() => void impact.refetch()} /> : <Glance app={one} impact={impact.data} />}
      <Split side="wide-end" bounded>
        {suspending ? <Suspend app={one} impact={impact.data} at={impact.dataUpdatedAt} /> : <AppFacts app={one} />}
        <div className="stack">
          {suspending ? <AppFacts app={one} /> : !one.suspendedAt && (
            <Card title={t.operator.suspendCard}>
              <p className="small">{t.operator.suspendAbout}</p>
              <Button look="danger" asChild><Link to="/operator/apps/$id/suspend" params={{ id: one.id }}>{t.operator.suspendOpen(one.name)}</Link></Button>
            </Card>
          )}
          {!suspending && <Functions app={one} />}
          <Card title={t.operator.less}><p className="small">{t.operator.lessWhy}</p></Card>
        </div>
      </Split>
    </>
  );
}

function Glance({ app, impact }: { app: AdminApp; impact: Impact | undefined }) {
  if (!impact) return <Bones rows={2} />;
  const figures: [string, string, number, ReactNode?][] = [
    ['businesses', t.operator.businesses(impact.installations), impact.installations],
    ['calls', t.operator.calls, impact.calls, t.operator.errors(format.percent(impact.errors, impact.calls, '0\u00a0%'))],
    ['scopes', t.operator.scopesCount(app.scopes.length), app.scopes.length],
    ['webhooks', t.operator.webhooks(impact.webhooks), impact.webhooks],
    ['deliveries', t.operator.deliveries(impact.deliveriesWaiting), impact.deliveriesWaiting],
  ];
  return (
    <ul className="groups glance bounded" aria-label={t.operator.glance}>
      {figures.map(([key, noun, n, more]) => <li key={key}><b>{format.number(n)}</b>{noun}{more && <span className="muted block">{more}</span>}</li>)}
    </ul>
  );
}

function AppFacts({ app }: { app: AdminApp }) {
  const none = <span className="muted">{t.parts.none}</span>;
  return (
    <Card title={t.operator.facts}>
      <Facts facts={[
        [t.operator.clientId, <code key="c">{app.clientId}</code>],
        [t.operator.organization, app.organizationId ? <IdChip key="o" id={app.organizationId} to={{ to: '/operator/apps', search: { organization: app.organizationId } }} /> : t.operator.registeredItself],
        [t.operator.scopesOf, app.scopes.length > 0 ? <span key="s" className="row">{app.scopes.map((scope) => <code key={scope}>{scope}</code>)}</span> : none],
        [t.operator.redirects, app.redirectUris.length > 0 ? <ul key="r">{app.redirectUris.map((uri) => <li key={uri}><code>{uri}</code></li>)}</ul> : none],
        [t.operator.createdAt, <Time key="t" at={app.createdAt} />],
      ]} />
    </Card>
  );
}

/** After an act: the service's answer is shown, and what was counted is counted anew. */
function useShown(id: string) {
  const queries = useQueryClient();
  return (app: AdminApp) => {
    queries.setQueryData(api.queryOptions('get', '/admin/apps/{id}', { params: { path: { id } } }).queryKey, app);
    void queries.invalidateQueries({ predicate: ({ queryKey: [, of] }) => of === '/admin/apps' || of === '/admin/apps/{id}/impact' });
  };
}

function Suspended({ app, impact }: { app: AdminApp; impact: Impact | undefined }) {
  const [asking, setAsking] = useState(false);
  const lift = api.useMutation('post', '/admin/apps/{id}/unsuspend');
  const shown = useShown(app.id);
  return (
    <Note tone="bad" title={<Say text={t.operator.since} name={<bdi>{app.name}</bdi>} />}>
      <p className="small"><Say text={t.operator.sinceWhy} time={<Time at={app.suspendedAt!} as="moment" />} reason={<bdi>{app.suspensionReason ?? t.operator.noReasonGiven}</bdi>} /></p>
      <div className="actions">
        <Button little onClick={() => setAsking(true)}>{t.operator.lift}</Button>
        <Button little asChild><Link to="/operator/apps/$id/suspend" params={{ id: app.id }}>{t.operator.newReason}</Link></Button>
      </div>
      <Confirm
        open={asking}
        onClose={() => { lift.reset(); setAsking(false); }}
        title={t.operator.liftTitle(app.name)}
        keep={t.operator.liftKeep}
        act={t.operator.lift}
        busy={lift.isPending}
        error={lift.error}
        onAct={() => lift.mutate({ params: { path: { id: app.id } } }, { onSuccess: (answer) => { setAsking(false); shown(answer); toast(t.operator.lifted(app.name)); } })}
      >
        <p>{t.operator.liftWhy(impact?.installations ?? 0)}</p>
      </Confirm>
    </Note>
  );
}

/** Suspend counts what it takes before it is done, and asks for the reason and the name. */
function Suspend({ app, impact, at }: { app: AdminApp; impact: Impact | undefined; at: number }) {
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const heading = useId();
  const navigate = useNavigate();
  const suspend = api.useMutation('post', '/admin/apps/{id}/suspend');
  const shown = useShown(app.id);
  const off = reason.trim() === '' ? t.operator.whyNot : typed.trim() !== app.name ? t.operator.nameNot : undefined;
  const act = () => {
    if (off || !impact || suspend.isPending) return;
    suspend.mutate({ params: { path: { id: app.id } }, body: { reason: reason.trim() } }, {
      onSuccess: (answer) => {
        shown(answer);
        toast(t.operator.suspendDone(app.name));
        void navigate({ to: '/operator/apps/$id', params: { id: app.id } });
      },
    });
  };
  if (!impact) return <Bones rows={5} />;
  const { radius } = t.operator;
  const lines: [string, number, string][] = [
    ['businesses', impact.installations, radius.businesses(impact.installations)],
    ['calls', impact.calls, radius.calls(impact.calls)],
    ['deliveries', impact.deliveriesWaiting, `${radius.deliveries(impact.deliveriesWaiting)} ${radius.deliveriesBack}`],
    ['webhooks', impact.webhooks, `${radius.webhooks(impact.webhooks)} ${radius.webhooksBack}`],
  ];
  return (
    <section className="reveal act-of-danger" aria-labelledby={heading}>
      <h2 id={heading}>{t.operator.suspendTitle(app.name)}</h2>
      <p><Say text={t.operator.suspendWhat} time={<Time at={new Date(at).toISOString()} />} /></p>
      <ul className="radius">{lines.map(([key, n, says]) => <li key={key}><b>{format.number(n)}</b><span>{says}</span></li>)}</ul>
      <div className="note ok"><p className="small"><b>{t.operator.staysTitle}</b> {t.operator.staysWhat}</p></div>
      <form className="stack" onSubmit={(event) => { event.preventDefault(); act(); }}>
        <Field label={t.operator.why} hint={t.operator.whyHint}>
          <Textarea rows={2} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
        <Field label={t.operator.typeNameOf(app.name)}>
          <Input value={typed} autoComplete="off" spellCheck={false} onChange={(event) => setTyped(event.target.value)} />
        </Field>
        {suspend.error !== null && <Failure error={suspend.error} />}
        <div className="actions">
          <Button asChild><Link to="/operator/apps/$id" params={{ id: app.id }}>{t.operator.cancel}</Link></Button>
          <Button type="submit" look="danger" busy={suspend.isPending} off={off}>{t.operator.suspendAct(app.name, impact.installations)}</Button>
        </div>
      </form>
    </section>
  );
}
