import { linkOptions } from '@tanstack/react-router';
import { api, type Schemas } from '#/api/client';
import { useLive } from '#/api/stream';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Link } from '#/parts/Link';
import { useNow } from '#/parts/now';
import { Say } from '#/parts/Say';
import { format, t } from '#/texts';
import { spanOf, type Window } from './series';

const most = 5;
type Group = Schemas['ErrorGroup'];

function causeOf(group: Group) {
  const known = group.code === null ? undefined : t.overview.causes[group.code];
  if (known) return known;
  if (group.status >= 500) return t.overview.serverCause;
  if (group.status === 400) return t.overview.bodyCause;
  return group.status === 404 ? t.overview.notFoundCause : t.overview.otherCause;
}

/** Problems are what calls were refused with, the commonest first, each with what to do. */
export function Problems({ app, window }: { app: string; window: Window }) {
  const query = spanOf(window, useNow());
  const errors = api.useQuery('get', '/developer/apps/{id}/errors', { params: { path: { id: app }, query } }, { placeholderData: (before) => before, ...useLive(app, 'figures') });
  const groups = errors.data?.data ?? [];
  return (
    <Card flush title={t.overview.problems} window={t.overview.windowsLong[window]} end={groups.length > 0 && <Link className="small" {...linkOptions({ to: '/console/apps/$app/requests', params: { app }, search: { status: '4xx' } })}>{t.overview.allErrors}</Link>}>
      {errors.error && !errors.data ? (
        <div className="card-body"><Failure error={errors.error} title={t.parts.failed(t.overview.theProblems)} onRetry={() => void errors.refetch()} /></div>
      ) : !errors.data ? (
        <Bones rows={3} label={t.overview.theProblems} />
      ) : groups.length === 0 ? (
        <Empty title={t.overview.noProblems}><p>{t.overview.noProblemsWhy(t.overview.windowsLong[window])}</p></Empty>
      ) : (
        <ol className="problem-list">
          {groups.slice(0, most).map((group) => <Problem key={`${group.code} ${group.status} ${group.method} ${group.route}`} app={app} group={group} />)}
        </ol>
      )}
    </Card>
  );
}

function Problem({ app, group }: { app: string; group: Group }) {
  const cause = causeOf(group);
  const search = { code: group.code ?? undefined, route: group.route ?? undefined };
  return (
    <li>
      <div className="n">{format.number(group.calls)}<small> {t.overview.callsNoun(group.calls)}</small></div>
      <div>
        <h3>{cause.title}</h3>
        <p className="muted">
          <Say
            text={t.overview.saidBy}
            code={<code>{[group.status, group.code].filter(Boolean).join(' ')}</code>}
            message={group.message && <>“{group.message}”</>}
            where={t.overview.inBusinesses(group.businesses)}
            on={<code>{group.method} {group.route}</code>}
          />
        </p>
      </div>
      <p className="todo"><b>{t.overview.whatToDo}</b><Say text={cause.todo} /></p>
      <div><Button little asChild><Link {...linkOptions({ to: '/console/apps/$app/requests', params: { app }, search })}>{t.overview.see(group.calls)}</Link></Button></div>
    </li>
  );
}
