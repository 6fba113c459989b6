import type { LinkProps } from '@tanstack/react-router';
import { api, type Schemas } from '#/api/client';
import { useLive } from '#/api/stream';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Link } from '#/parts/Link';
import { Say } from '#/parts/Say';
import { Time } from '#/parts/Time';
import { format, t } from '#/texts';

type Group = Schemas['ErrorGroup'];

/** Cause is the calls that were refused for one reason: the same status and code, wherever that was. */
export type Cause = Omit<Group, 'route' | 'method' | 'firstAt'> & { key: string; routes: string[]; route: string | null };

/** causesOf puts together what only the route tells apart. Without a code the route is the cause. */
export function causesOf(groups: readonly Group[]): Cause[] {
  const causes = new Map<string, Cause>();
  for (const { method, route, ...group } of groups) {
    const where = method !== null && route !== null ? `${method} ${route}` : undefined;
    const key = group.status >= 500 ? 'ours' : group.code === null ? `${group.status} ${where ?? ''}` : `${group.status} ${group.code}`;
    const cause = causes.get(key);
    if (!cause) {
      causes.set(key, { ...group, key, route, routes: where ? [where] : [] });
      continue;
    }
    const newer = group.lastAt > cause.lastAt;
    causes.set(key, {
      ...cause,
      calls: cause.calls + group.calls,
      // The same business may be in several groups: what is sure is the most of one.
      businesses: Math.max(cause.businesses, group.businesses),
      ...(newer ? { lastAt: group.lastAt, lastRequestId: group.lastRequestId, message: group.message } : {}),
      route: cause.route ?? route,
      routes: where && !cause.routes.includes(where) ? [...cause.routes, where] : cause.routes,
    });
  }
  return [...causes.values()].sort((a, b) => b.calls - a.calls);
}

/** useCauses reads why calls were refused. */
export function useCauses(app: string, span: { from: string; to?: string }) {
  const query = api.useQuery('get', '/developer/apps/{id}/errors', { params: { path: { id: app }, query: span } }, useLive(app, 'figures'));
  return { ...query, causes: query.data ? causesOf(query.data.data) : undefined };
}

const to = '/console/apps/$app/requests' as const;
type Kept = Record<string, string | undefined>;

/** logOf leads to the calls of a cause in the log; where no filter finds them, to the last of them. */
function logOf(app: string, cause: Cause, kept: Kept): LinkProps {
  const found: Kept = cause.status >= 500
    ? { status: '5xx' }
    : cause.code !== null
      ? { code: cause.code }
      : cause.routes[0] !== undefined
        ? { status: '4xx', route: cause.routes[0] }
        : { status: '4xx', request: cause.lastRequestId };
  return { to, params: { app }, search: { ...kept, ...found } };
}

/** breakable lets a long code go on in the next line after an underscore. */
const breakable = (code: string) => code.split(/(?<=_)/).flatMap((part, i) => (i === 0 ? [part] : [<wbr key={i} />, part]));

/** Groups is the strip above the log: the four commonest causes and the rest. */
export function Groups({ app, causes, kept }: { app: string; causes: readonly Cause[]; kept: Kept }) {
  const shown = causes.length > 5 ? causes.slice(0, 4) : causes;
  const others = causes.slice(shown.length);
  return (
    <section aria-label={t.requests.groups}>
      <ul className="groups">
        {shown.map((cause) => (
          <li key={cause.key}>
            <Link {...logOf(app, cause, kept)} resetScroll={false}>
              <b>{format.number(cause.calls)}</b>
              <code>{breakable(t.requests.groupOf(cause.status, cause.code))}{cause.code === null && cause.status < 500 && ` ${cause.routes[0] ?? t.requests.noRoute}`}</code>
              <span className="muted"><Say text={t.requests.groupIn(cause.businesses)} time={<Time at={cause.lastAt} still />} /></span>
            </Link>
          </li>
        ))}
        {others.length > 0 && (
          <li>
            <Link to={to} params={{ app }} search={{ ...kept, view: 'causes' }}>
              <b>{format.number(others.reduce((sum, cause) => sum + cause.calls, 0))}</b>
              <code>{t.requests.others(others.length)}</code>
              <span className="muted">{t.requests.othersWhy}</span>
            </Link>
          </li>
        )}
      </ul>
    </section>
  );
}

/** Problems is every cause, with the service's words, where it happened, and what to do. */
export function Problems({ app, causes, error, onRetry, kept, when }: { app: string; causes: readonly Cause[] | undefined; error: unknown; onRetry: () => void; kept: Kept; when: string }) {
  if (error && !causes) return <Failure level={2} error={error} title={t.parts.failed(t.requests.theErrors)} onRetry={onRetry}>{t.requests.failedWhy}</Failure>;
  return (
    <Card flush title={t.requests.causes} window={when}>
      {!causes ? <Bones /> : causes.length === 0 ? (
        <Empty title={t.requests.noProblems}><p>{t.requests.noProblemsWhy(when)}</p></Empty>
      ) : (
        <ol className="problem-list">
          {causes.map((cause) => {
            const help = t.requests.help(cause.status, cause.code, cause.route);
            const routes = cause.routes.slice(0, 3);
            const filtered = cause.status >= 500 || cause.code !== null || cause.routes.length > 0;
            return (
              <li key={cause.key}>
                <div className="n">{format.number(cause.calls)}<small> {t.requests.calls(cause.calls)}</small></div>
                <div>
                  <h3>{help.title}</h3>
                  <p className="muted">
                    <code>{cause.status}{cause.code === null ? '' : ` ${cause.code}`}</code>{' '}
                    {cause.message !== null && <>{t.requests.said(cause.message)} </>}
                    <Say text={routes.length > 0 ? t.requests.where(cause.businesses, routes, cause.routes.length - routes.length) : t.requests.whereNone(cause.businesses)} />,{' '}
                    <Say text={t.requests.lastAt} time={<Time at={cause.lastAt} />} />
                  </p>
                </div>
                <p className="todo"><b>{t.requests.todo}</b><Say text={help.todo} /></p>
                <div><Button little asChild><Link {...logOf(app, cause, kept)}>{filtered ? t.requests.see(cause.calls) : t.requests.seeLast}</Link></Button></div>
              </li>
            );
          })}
        </ol>
      )}
    </Card>
  );
}
