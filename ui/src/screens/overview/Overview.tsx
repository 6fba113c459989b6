import { linkOptions, useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '#/api/client';
import { Note } from '#/parts/Card';
import { IdChip } from '#/parts/IdChip';
import { useKey } from '#/parts/keys';
import { Link } from '#/parts/Link';
import { PageHead } from '#/parts/Page';
import { Pick } from '#/parts/Pick';
import { Say } from '#/parts/Say';
import { Segments } from '#/parts/Segments';
import { Tag } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { useApp } from '#/shell/place';
import { unless } from '#/search';
import { t } from '#/texts';
import { AppState } from '../apps/state';
import { Charts, charts } from './Charts';
import { Problems } from './Problems';
import type { Window } from './series';
import { Webhooks, useHooks } from './Webhooks';

const here = '/console/apps/$app/';
const windows = (['1h', '24h', '7d', '30d'] as const).map((value) => ({ value, label: t.overview.windows[value] }));

/** Overview answers: does it work? if not, why? what do I do? */
export function Overview() {
  const app = useApp();
  const search = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const window: Window = search.window ?? '24h';
  const installations = api.useQuery('get', '/developer/apps/{id}/installations', { params: { path: { id: app.id } } });
  const businesses = [...new Set(installations.data?.data.map((one) => one.businessId) ?? [])];

  useKey('t', () => void navigate({ search: (before) => ({ ...before, table: before.table ? undefined : [...charts] }), resetScroll: false }));

  return (
    <>
      <PageHead
        title={<bdi>{app.name}</bdi>}
        name={t.shell.places.overview}
        of={app.name}
        meta={
          <>
            {app.status === 'ACTIVE' && <Tag tone="ok" shape="on">{t.overview.active}</Tag>}
            <AppState app={app} />
            <span>{app.pinnedApiVersion ? <Say text={t.overview.pinned} version={<b>{app.pinnedApiVersion}</b>} /> : t.overview.notPinned}</span>
            <IdChip id={app.id} />
          </>
        }
        actions={
          <>
            {businesses.length > 0 && (
              <Pick
                label={t.overview.business}
                value={search.business}
                options={businesses.map((value) => ({ value, label: <code>{value}</code> }))}
                onChange={(business) => void navigate({ search: (before) => ({ ...before, business }), resetScroll: false })}
              />
            )}
            <Segments label={t.overview.window} options={windows} value={window} link={(value) => ({ from: here, to: '.', search: (before: typeof search) => ({ ...before, window: unless(value, '24h') }) })} />
          </>
        }
      />
      <Failing app={app.id} />
      <Charts app={app.id} window={window} business={search.business} tables={search.table ?? []} />
      <Problems app={app.id} window={window} />
      <Webhooks app={app} window={window} />
    </>
  );
}

/** Failing says before any number that a webhook takes nothing. */
function Failing({ app }: { app: string }) {
  const failing = useHooks(app).hooks.filter((hook) => hook.health?.state === 'failing');
  const first = failing[0];
  if (!first?.health) return null;
  return (
    <Note tone="bad" title={failing.length > 1 ? t.overview.failingMore(failing.length) : <Say text={t.overview.failingNote} time={<Time at={first.health.failingSince ?? first.createdAt} as="moment" />} />}>
      <p className="small">
        <code>{first.url}</code> <Link {...linkOptions({ to: '/console/apps/$app/webhooks/$webhook', params: { app, webhook: first.id } })}>{t.overview.seeWebhook}</Link>
      </p>
    </Note>
  );
}
