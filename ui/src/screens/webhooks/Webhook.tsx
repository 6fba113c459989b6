import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { asFault } from '#/api/fault';
import { Bones } from '#/parts/Bone';
import { Button, IconButton } from '#/parts/Button';
import { Note } from '#/parts/Card';
import { copyText } from '#/parts/Copy';
import { Gone } from '#/parts/Empty';
import { Failure } from '#/parts/Failure';
import { IdChip } from '#/parts/IdChip';
import { useKey } from '#/parts/keys';
import { Link } from '#/parts/Link';
import { Item, Line, Menu } from '#/parts/Menu';
import { PageHead, Split } from '#/parts/Page';
import { RevealOnce } from '#/parts/RevealOnce';
import { Say } from '#/parts/Say';
import { Tag } from '#/parts/Tag';
import { Time } from '#/parts/Time';
import { toast } from '#/parts/toast';
import { useCommand } from '#/shell/commands';
import { useApp } from '#/shell/place';
import { t } from '#/texts';
import { type Webhook as Hook, pathOf, useDeliveries, useEventTypes, useHealth, useWebhook, useWhyNot } from './data';
import { ByHour } from './ByHour';
import { Deliveries } from './Deliveries';
import { DeleteWebhook, EditWebhook, SendAgain, SwitchOff } from './dialogs';
import { EventsCard } from './EventsCard';
import { HealthCard, OptionsCard, SecretCard } from './cards';
import { RotateSecret } from './RotateSecret';
import { SendTest } from './SendTest';
import { useChange } from './change';
import './webhooks.css';

/** Webhook is one endpoint: whether it works, what was sent, and all that can be changed. */
export function Webhook() {
  const app = useApp();
  const { webhook: id } = useParams({ from: '/console/apps/$app/webhooks/$webhook' });
  const webhook = useWebhook(id);
  if (webhook.error && !webhook.data) {
    const { status } = asFault(webhook.error);
    if (status === 404 || status === 400) return <Gone what={t.webhooks.what} id={id} back={{ text: t.webhooks.back, to: { to: '/console/apps/$app/webhooks', params: { app: app.id } } }} />;
    return <Failure level={1} error={webhook.error} title={t.parts.failed(t.webhooks.theWebhook)} onRetry={() => void webhook.refetch()}><p>{t.webhooks.stillSafe}</p></Failure>;
  }
  if (!webhook.data) return <Bones label={t.webhooks.theWebhook} />;
  return <Shown key={id} webhook={webhook.data} />;
}

type Open = 'test' | 'edit' | 'off' | 'rotate' | 'again' | 'delete';

function Shown({ webhook }: { webhook: Hook }) {
  const app = useApp();
  const navigate = useNavigate();
  const types = useEventTypes().data?.data;
  const health = useHealth().get(webhook.id);
  const latest = useDeliveries(webhook.id).data?.data;
  const whyNot = useWhyNot();
  const [open, setOpen] = useState<Open>();
  const [secret, setSecret] = useState<string>();
  const change = useChange(webhook);
  const path = pathOf(webhook.url);
  const shut = () => setOpen(undefined);
  const newest = latest?.find((delivery) => delivery.lastError !== null && delivery.status !== 'delivered');
  const all = { to: '/console/apps/$app/webhooks', params: { app: app.id } } as const;
  const switchOn = () => change.save({ enabled: true }, () => toast(t.webhooks.switchedOn(path)));

  useKey('c', () => void copyText(webhook.id));
  useCommand('webhook-test', t.webhooks.sendTest, () => !whyNot.send && setOpen('test'));
  useCommand('webhook-rotate', t.webhooks.rotate, () => !whyNot.change && setOpen('rotate'));

  return (
    <>
      <PageHead
        title={<code>{webhook.url}</code>}
        name={path}
        of={app.name}
        back={{ text: t.webhooks.back, to: all }}
        meta={(
          <>
            {webhook.enabled ? <Tag tone="ok" shape="on">{t.webhooks.on}</Tag> : <Tag tone="off">{t.webhooks.off}</Tag>}
            {webhook.description && <bdi className="min-w-0 wrap-anywhere">{webhook.description}</bdi>}
            <span>{types ? t.webhooks.ofEvents(webhook.events.length, types.length) : t.webhooks.eventsOnly(webhook.events.length)}</span>
            <span>{t.webhooks.version} <b>{app.pinnedApiVersion ?? t.webhooks.versionCurrent}</b></span>
            <IdChip id={webhook.id} />
          </>
        )}
        actions={(
          <>
            <Button off={whyNot.send} whyId="why-not" onClick={() => setOpen('test')}>{t.webhooks.sendTest}</Button>
            <Button off={whyNot.change} whyId="why-not" onClick={() => setOpen('edit')}>{t.webhooks.edit}</Button>
            <Menu trigger={<IconButton icon="more" label={t.webhooks.moreActs} className="size-(--cp-target)!" />}>
              {webhook.enabled
                ? <Item off={Boolean(whyNot.change)} onSelect={() => setOpen('off')}>{t.webhooks.switchOff}</Item>
                : <Item off={Boolean(whyNot.change)} onSelect={switchOn}>{t.webhooks.switchOn}</Item>}
              <Item off={Boolean(whyNot.change)} onSelect={() => setOpen('rotate')}>{t.webhooks.rotate}</Item>
              <Line />
              <Item off={Boolean(whyNot.change)} onSelect={() => setOpen('delete')}>{t.webhooks.delete}</Item>
            </Menu>
          </>
        )}
        why={whyNot.send && <span id="why-not">{whyNot.send}</span>}
      />
      {secret !== undefined && (
        <RevealOnce title={t.webhooks.secretOf(path)} secret={secret} what={t.webhooks.theSecret} onDone={() => setSecret(undefined)}>
          <p className="small"><Say text={t.webhooks.twoWhy} /></p>
        </RevealOnce>
      )}
      {change.error !== null && open === undefined && <Failure level={2} error={change.error} title={t.webhooks.notSaved} />}
      {health?.state === 'failing' && health.failingSince && (
        <Note tone="bad" title={<Say text={newest ? t.webhooks.failing : t.webhooks.failingOnly} time={<Time at={health.failingSince} as="moment" />} error={newest?.lastError} />}>
          <p className="small">{t.webhooks.failingWhat}</p>
          {newest && <p className="small"><Link to="/console/apps/$app/webhooks/$webhook/deliveries/$delivery" params={{ app: app.id, webhook: webhook.id, delivery: newest.id }}>{t.webhooks.failingSee}</Link></p>}
        </Note>
      )}
      {!webhook.enabled && <Note tone="warn" title={t.webhooks.isOff}><p className="small">{t.webhooks.isOffWhy}</p></Note>}
      <Split side="late">
        <div className="stack">
          <Deliveries webhook={webhook} onTest={() => setOpen('test')} onAgain={() => setOpen('again')} />
          <ByHour webhookId={webhook.id} />
        </div>
        <div className="stack">
          <SecretCard webhook={webhook} newest={latest?.find((delivery) => delivery.attempts > 0)?.id} onRotate={() => setOpen('rotate')} />
          <HealthCard webhook={webhook} health={health} latest={latest} />
          <OptionsCard webhook={webhook} change={change} onOff={() => setOpen('off')} onOn={switchOn} />
        </div>
      </Split>
      <EventsCard webhook={webhook} />

      {open === 'test' && <SendTest webhook={webhook} onClose={shut} />}
      {open === 'edit' && <EditWebhook webhook={webhook} onClose={shut} />}
      {open === 'off' && <SwitchOff webhook={webhook} onClose={shut} />}
      {open === 'again' && <SendAgain webhook={webhook} since={health?.failingSince ?? undefined} onClose={shut} />}
      {open === 'rotate' && <RotateSecret webhook={webhook} onClose={shut} onRotated={setSecret} />}
      {open === 'delete' && <DeleteWebhook webhook={webhook} onClose={shut} onDeleted={async () => { await navigate({ ...all, replace: true }); toast(t.webhooks.deleted(path)); }} />}
    </>
  );
}
