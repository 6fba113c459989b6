import { type LinkProps, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, type Schemas } from '#/api/client';
import { asFault } from '#/api/fault';
import { Bones } from '#/parts/Bone';
import { Button } from '#/parts/Button';
import { Card } from '#/parts/Card';
import { Json } from '#/parts/CodeBlock';
import { Empty, Gone } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { Link } from '#/parts/Link';
import { PageHead, Split } from '#/parts/Page';
import { Say } from '#/parts/Say';
import { Segments } from '#/parts/Segments';
import { Table } from '#/parts/Table';
import { Tag } from '#/parts/Tag';
import { unless } from '#/search';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import { type Webhook, groupsOf, pathOf, useEventType, useEventTypes, useWebhooks, useWhyNot } from '../webhooks/data';
import { RegisterScope } from '../webhooks/EventPicker';
import { SendTest } from '../webhooks/SendTest';
import { exampleOf, membersOf } from './members';

const from = '/console/apps/$app/events/$name';
const to = (search: Record<string, string | undefined>): LinkProps => ({ from, to: '.', search: (before: Record<string, unknown>) => ({ ...before, ...search }) }) as LinkProps;

/** Event is one event: whom it reaches, what it carries in a version, and a way to send it. */
export function Event() {
  const app = useApp();
  const { name } = useParams({ from });
  const search = useSearch({ from });
  const versions = api.useQuery('get', '/developer/api-versions', {}, { staleTime: 600_000 }).data?.data.filter((version) => version.status !== 'ended');
  const known = useEventTypes().data?.data.find((type) => type.name === name);
  const usual = app.pinnedApiVersion ?? versions?.find((version) => version.status === 'current')?.name;
  const version = search.version ?? app.pinnedApiVersion ?? undefined;
  const event = useEventType(name, version);
  const back = { text: t.events.title, to: { to: '/console/apps/$app/events', params: { app: app.id } } } as const;

  if (event.error && !event.data && [400, 404].includes(asFault(event.error).status) && !known) return <Gone what={t.events.what} id={name} why={t.events.goneWhy} back={back} />;
  const type = event.data ?? known;
  const lacks = type?.scope && !app.scopes.includes(type.scope);
  return (
    <>
      <PageHead
        title={<code>{name}</code>}
        name={name}
        of={app.name}
        back={back}
        lead={type?.description}
        meta={type && (
          <>
            <span>{t.events.audiencesWhy[type.audience]}</span>
            {type.scope ? (
              <span className="row">
                {t.events.scope} <code>{type.scope}</code>
                {lacks ? <><Tag tone="warn">{t.events.scopeNo}</Tag><RegisterScope>{t.events.register}</RegisterScope></> : <Tag tone="ok">{t.events.scopeYes}</Tag>}
              </span>
            ) : <span>{t.events.noScope}</span>}
          </>
        )}
        actions={versions && versions.length > 1 && usual && (
          <Segments label={t.events.version} value={search.version ?? usual} link={(value) => to({ version: unless(value, usual) })} options={versions.map((one) => ({ value: one.name, label: <>{one.name} <span className="muted font-normal">{t.events.versionStates[one.status]}</span></> }))} />
        )}
      />
      {event.error && !event.data ? (
        <Failure level={2} error={event.error} title={t.parts.failed(t.events.theEvent)} onRetry={() => void event.refetch()} />
      ) : event.data ? <Data event={event.data} show={search.show ?? 'table'} /> : <Bones rows={8} label={t.events.theEvent} />}
      <Split side="wide-end">
        {event.data ? (
          <div className="stack-2">
            <Json label={t.events.sample} value={event.data.sample} />
            <p className="small muted"><Say text={t.events.sampleWhy} /></p>
          </div>
        ) : <div />}
        <div className="stack">
          <SendCard name={name} />
          <Related name={name} />
        </div>
      </Split>
    </>
  );
}

function Data({ event, show }: { event: Schemas['DeveloperEventTypeShown']; show: 'table' | 'schema' }) {
  const views = [{ value: 'table', label: t.events.table }, { value: 'schema', label: t.events.schema }] as const;
  return (
    <Card
      flush={show === 'table'}
      title={<Say text={t.events.whatItCarries} />}
      window={t.events.inVersion(event.apiVersion)}
      end={<Segments tiny label={t.events.showAs} options={views} value={show} link={(value) => to({ show: unless(value, 'table') })} />}
    >
      {show === 'schema' ? <Json label={t.events.schema} value={event.schema} /> : (
        <Table
          label={t.events.members}
          rows={membersOf(event.schema)}
          rowKey={(member) => member.path}
          columns={[
            { key: 'member', head: t.events.member, fold: 'first', cell: (member) => <code>{member.path}</code> },
            { key: 'type', head: t.events.type, fold: 'end', cell: (member) => member.type },
            { key: 'holds', head: t.events.notes, fold: 'full', cell: (member) => {
              if (member.enum.length > 0) return <span className="wrap-anywhere">{t.events.oneOf} {member.enum.map((value, i) => <span key={value}>{i > 0 && ', '}<code>{value}</code></span>)}</span>;
              if (member.note) return member.note;
              return member.pattern ? <>{t.events.pattern} <code className="whitespace-normal! wrap-anywhere!">{member.pattern}</code></> : <span className="muted">{t.parts.none}</span>;
            } },
            { key: 'example', head: t.events.example, fold: 'full', cell: (member) => {
              const value = exampleOf(event.sample, member.path);
              return value === undefined ? <span className="muted">{t.parts.none}</span> : <code className="whitespace-normal! wrap-anywhere!">{value}</code>;
            } },
            { key: 'always', head: t.events.presence, fold: 'meta', label: t.events.presence, cell: (member) => (member.always ? t.events.required : <span className="muted">{t.events.optional}</span>) },
          ]}
        />
      )}
    </Card>
  );
}

/** SendCard sends the sample to a webhook that listens to it. */
function SendCard({ name }: { name: string }) {
  const app = useApp();
  const webhooks = useWebhooks();
  const whyNot = useWhyNot();
  const [to, setTo] = useState<Webhook>();
  const all = webhooks.data?.data;
  return (
    <Card flush title={t.events.send}>
      {webhooks.error && !all ? (
        <div className="card-body"><Failure error={webhooks.error} title={t.parts.failed(t.webhooks.theWebhooks)} onRetry={() => void webhooks.refetch()} /></div>
      ) : !all ? <Bones rows={3} /> : all.length === 0 ? (
        <Empty title={t.events.noWebhooks} actions={<Button asChild><Link to="/console/apps/$app/webhooks/new" params={{ app: app.id }}>{t.events.addWebhook}</Link></Button>}><p>{t.events.noWebhooksWhy}</p></Empty>
      ) : (
        <>
          <p className="small muted px-4 pt-3"><Say text={t.events.sendWhy} /></p>
          <ul className="divide-y divide-line">
            {all.toSorted((a, b) => Number(b.events.includes(name)) - Number(a.events.includes(name))).map((webhook) => {
              const path = pathOf(webhook.url);
              const page = { to: '/console/apps/$app/webhooks/$webhook', params: { app: app.id, webhook: webhook.id } } as const;
              return (
                <li key={webhook.id} className="small flex flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2">
                  <Link {...page} className="min-w-0 wrap-anywhere"><code title={webhook.url}>{path}</code></Link>
                  {webhook.events.includes(name)
                    ? <Button little off={whyNot.send} aria-label={t.events.sendTo(path)} onClick={() => setTo(webhook)}>{t.events.sendTest}</Button>
                    : <span className="muted">{t.events.notListening} <Link {...page} hash="events">{t.events.chooseIt}</Link></span>}
                </li>
              );
            })}
          </ul>
        </>
      )}
      {to && <SendTest webhook={to} event={name} onClose={() => setTo(undefined)} />}
    </Card>
  );
}

/** Related are the other events of the same group. */
function Related({ name }: { name: string }) {
  const app = useApp();
  const types = useEventTypes().data?.data;
  const others = groupsOf(types ?? []).find((group) => group.types.some((type) => type.name === name))?.types.filter((type) => type.name !== name) ?? [];
  if (others.length === 0) return null;
  return (
    <Card title={t.events.related}>
      <ul className="small grid gap-1">
        {others.map((type) => <li key={type.name}><Link to="/console/apps/$app/events/$name" params={{ app: app.id, name: type.name }}><code>{type.name}</code></Link></li>)}
      </ul>
    </Card>
  );
}
