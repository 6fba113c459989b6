import { type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Empty } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Input } from '#/parts/Field';
import { PageHead } from '#/parts/Page';
import { Filters } from '#/parts/Pick';
import { Segments } from '#/parts/Segments';
import { Table, TableFoot } from '#/parts/Table';
import { unless } from '#/search';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import { type EventType, useEventTypes, useWebhooks } from '../webhooks/data';
import '../webhooks/webhooks.css';

const from = '/console/apps/$app/events';
const audiences = [
  { value: 'all', label: t.parts.all },
  ...(['business', 'privacy', 'app'] as const).map((value) => ({ value, label: t.events.kinds[value] })),
] as const;

/** Events is the catalogue of what a webhook can be told of. */
export function Events() {
  const app = useApp();
  const { q, audience } = useSearch({ from });
  const navigate = useNavigate({ from });
  const types = useEventTypes();
  const webhooks = useWebhooks().data?.data;
  const words = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  const all = types.data?.data ?? [];
  const found = all.filter((type) => (!audience || type.audience === audience) && words.every((word) => `${type.name} ${type.description}`.toLowerCase().includes(word)));
  const registered = new Set<string>(app.scopes);
  const listening = (type: EventType) => webhooks?.filter((webhook) => webhook.events.includes(type.name)).length ?? 0;
  const of = audience ? ` (${t.events.kinds[audience]})` : '';

  return (
    <>
      <PageHead title={t.events.title} of={app.name} lead={t.events.lead} />
      <Card flush label={t.events.title}>
        <div className="card-body border-b border-line py-3!">
          <Filters
            set={0}
            first={(
              <>
                <Input type="search" data-filter className="event-find" placeholder={t.events.find} aria-label={t.events.find} value={q ?? ''} onChange={(event) => void navigate({ search: (before) => ({ ...before, q: event.target.value || undefined }), replace: true, resetScroll: false })} />
                <Segments label={t.events.audience} options={audiences} value={audience ?? 'all'} link={(value) => ({ from, to: '.', search: (before: Record<string, unknown>) => ({ ...before, audience: unless(value, 'all') }) }) as LinkProps} />
              </>
            )}
          />
        </div>
        {types.error && !types.data ? (
          <div className="card-body"><Failure level={2} error={types.error} title={t.parts.failed(t.events.theEvents)} onRetry={() => void types.refetch()} /></div>
        ) : !types.data ? <Bones rows={10} label={t.events.title} /> : found.length === 0 ? (
          <Empty
            title={q ? t.events.noMatch.replace('{of}', of).replace('{q}', q) : t.events.noMatchAll.replace('{of}', of)}
            actions={<Button onClick={() => void navigate({ search: {}, replace: true })}>{t.events.showAll}</Button>}
          >
            <p>{t.events.noMatchWhy(all.length)}</p>
          </Empty>
        ) : (
          <>
            <Table
              label={t.events.title}
              rows={found}
              rowKey={(type) => type.name}
              open={(type) => ({ to: '/console/apps/$app/events/$name', params: { app: app.id, name: type.name } })}
              columns={[
                { key: 'name', head: t.events.event, opens: true, fold: 'full', cell: (type) => <><code>{type.name}</code><span className="sub">{type.description}</span></> },
                { key: 'audience', head: t.events.audience, fold: 'meta', cell: (type) => t.events.audiences[type.audience] },
                { key: 'scope', head: t.events.scope, fold: 'meta', label: t.events.scope, cell: (type) => (type.scope ? <><code>{type.scope}</code>{!registered.has(type.scope) && <span className="sub">{t.events.unregistered}</span>}</> : <span className="muted">{t.events.noScope}</span>) },
                { key: 'webhooks', head: t.events.heardBy, end: true, fold: 'meta', label: t.events.heardBy, cell: (type) => (listening(type) > 0 ? t.events.heard(listening(type)) : <span className="muted">{t.parts.none}</span>) },
              ]}
            />
            <TableFoot>{t.events.count(found.length, all.length)}</TableFoot>
          </>
        )}
      </Card>
    </>
  );
}
