import { api, type Schemas } from '#/api/client';
import { asFault } from '#/api/fault';
import { useLive } from '#/api/stream';
import type { Step } from '#/parts/Steps';
import { Time } from '#/parts/Time';
import type { Organization } from '#/shell/place';
import { t } from '#/texts';
import { useHooks } from '../overview/Webhooks';
import { FirstCall, FirstDelivery, FirstToken, MakeSandbox, Review } from './steps';

type Key = keyof typeof t.home.waitingFor;

/** Nobody tells of the first one, so it is looked for until it is there. */
const untilOne = { refetchInterval: ({ state }: { state: { data?: { data: readonly unknown[] } } }) => (state.data && state.data.data.length > 0 ? false : 5000) } as const;

/** useQuickstart reads from what has happened how far an app is. Nothing is marked as done. */
export function useQuickstart(app: Schemas['ListedApp'], organization: Organization) {
  const path = { params: { path: { id: app.id } } };
  const sandboxes = api.useQuery('get', '/developer/organizations/{id}/sandboxes', { params: { path: { id: organization.id } } }, untilOne);
  const installations = api.useQuery('get', '/developer/apps/{id}/installations', path, untilOne);
  const requests = api.useQuery('get', '/developer/apps/{id}/requests', { params: { path: { id: app.id }, query: { limit: 1 } } }, useLive(app.id, 'rows'));
  const { list: webhooks, hooks } = useHooks(app.id);
  const queries = [sandboxes, installations, requests, webhooks];
  const failed = queries.find((query) => query.error && !query.data && asFault(query.error).status !== 401);
  const retry = () => queries.forEach((query) => void query.refetch());
  if (!sandboxes.data || !installations.data || !requests.data || !webhooks.data) {
    return { steps: undefined, done: 0, waits: undefined, error: failed?.error, retry };
  }

  const sandbox = sandboxes.data.data.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))[0];
  const installed = installations.data.data.map((one) => one.installedAt).toSorted()[0];
  const called = installations.data.data.map((one) => one.lastCallAt).find((at) => at !== null) ?? requests.data.data[0]?.at;
  const delivered = hooks.map((hook) => hook.health?.lastDeliveredAt).find((at) => at);
  const submitted = app.review !== 'DRAFT';

  const waiting: { key: Key; title: string; at?: string | null; over?: boolean; note?: string; how: React.ReactNode }[] = [
    { key: 'sandbox', title: sandbox ? t.home.sandboxMade(sandbox.name) : t.home.sandbox, at: sandbox?.createdAt, how: <MakeSandbox organization={organization} /> },
    { key: 'token', title: t.home.token, at: installed, how: <FirstToken app={app} /> },
    { key: 'call', title: t.home.call, at: called, how: <FirstCall app={app} organization={organization} sandbox={sandbox} /> },
    { key: 'delivery', title: t.home.delivery, at: delivered, note: hooks.length === 0 ? t.home.needsWebhook : undefined, how: <FirstDelivery app={app.id} /> },
    { key: 'review', title: t.home.review, over: submitted, note: t.home.untilThen, how: <Review app={app.id} /> },
  ];
  const now = waiting.find((step) => !step.at && !step.over);
  const steps: Step[] = [
    { key: 'made', title: t.home.made, state: 'done', note: <Time at={app.createdAt} /> },
    ...waiting.map((step): Step => {
      if (step.at || step.over) return { key: step.key, title: step.title, state: 'done', note: step.at && <Time at={step.at} /> };
      if (step === now) return { key: step.key, title: step.title, state: 'now', note: step.note ?? t.home.waiting, children: step.how };
      return { key: step.key, title: step.title, state: 'later', note: step.note };
    }),
  ];
  return { steps, done: steps.filter((step) => step.state === 'done').length, waits: now?.key, error: undefined, retry };
}
