import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, isAccessible, showScreen } from '#/test/show';
import { streams } from '#/test/stream';
import { world } from '#/test/world';

const evt = `evt_${'3'.repeat(28)}`;
const req = `req_${'2'.repeat(28)}`;
const whd = `whd_${'4'.repeat(28)}`;
const biz = `biz_${'1'.repeat(28)}`;
const at = '2026-11-15T09:00:00.000Z';

const attempt = (n: number, failure: string | null) => ({
  redelivery: 0, attempt: n, at, durationMs: 41.7, timings: { dnsMs: 0, connectMs: 0, tlsMs: 0, firstByteMs: 41 }, signature: null, failure,
  response: { status: failure ? 503 : 204, headers: {}, body: '', encoding: 'utf-8', truncated: false }, error: failure && 'The endpoint answered 503.',
});
const delivery = {
  id: whd, appId: 'app_1', webhookId: 'whk_1', eventId: evt as string | null, type: 'invoice.created', apiVersion: '2026-11-01', businessId: biz, status: 'retrying', attempts: 1, redeliveries: 0,
  nextRetryAt: '2026-11-15T09:01:00.000Z' as string | null, responseCode: 503, lastError: 'The endpoint answered 503.', createdAt: at, endedAt: null, log: [attempt(1, 'status')],
};
const request = { id: req, at, businessId: biz, userId: 'usr_1', method: 'POST', route: '/invoices', path: '/invoices', query: '', apiVersion: '2026-11-01', status: 201, code: null as string | null, durationMs: 12, bytesIn: 1, bytesOut: 1, network: null, userAgent: '', correlationId: null, replayed: false, standsFor: 1 };
const trace = { appIds: ['app_1'], request: request as typeof request | null, events: [{ id: evt, type: 'invoice.created', businessId: biz, at }], deliveries: [delivery], runs: [] as object[] };

const answers = (more: object, id = evt) => ({
  ...world,
  'GET /developer/apps/app_1/webhooks': { data: [{ id: 'whk_1', url: 'https://sync.acme.test/hooks/books' }] },
  [`GET /developer/trace/${id}`]: more,
});
const links = (name: RegExp) => screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));

test('the way of an event: the call, its deliveries and every attempt, each with its link', async () => {
  answer(answers(trace));
  showScreen(`/console/trace/${evt}`);
  expect(await screen.findByRole('heading', { level: 1, name: 'invoice.created' })).toBeTruthy();
  expect(screen.getByText('1 event, 1 delivery')).toBeTruthy();
  expect((await screen.findByRole('link', { name: 'Fresh Idea' })).getAttribute('href')).toBe('/console/apps/app_1');
  expect(links(/Open in the log/)).toEqual([`/console/apps/app_1/requests?request=${req}&window=30d`]);
  expect(await screen.findByText('/hooks/books')).toBeTruthy();
  const attempts = screen.getByRole('list', { name: 'Attempts to deliver invoice.created' });
  expect(within(attempts).getByRole('link', { name: /Attempt 1.*The endpoint answered 503/ }).getAttribute('href')).toBe(`/console/apps/app_1/webhooks/whk_1/deliveries/${whd}?round=0&attempt=1`);
  expect(within(attempts).getByText('Attempt 2')).toBeTruthy(); // the next one
  expect(screen.getByText('The id that you opened')).toBeTruthy();
  await isAccessible();
});

test('what functions made of an event stands under it, and a run that waits is shown as it ends', async () => {
  const opened = streams();
  const run = {
    id: `whd_${'5'.repeat(28)}.1.1`, appId: 'app_1', functionId: 'fun_1', functionName: 'on-invoice', status: 'failed', outcome: 'threw', version: 3, byHand: false, type: 'invoice.created', eventId: evt,
    businessId: biz, attempt: 1, repetition: 0, at, durationMs: 12, cpuMs: 3, memoryBytes: null, calls: 1, failure: 'TypeError: nothing is not a function (line 4)' as string | null,
  };
  const next = { ...run, id: `whd_${'5'.repeat(28)}.1.2`, status: 'waiting', outcome: null as string | null, version: null, attempt: 2, failure: null };
  let now = { ...trace, deliveries: [], runs: [run, next] };
  answer({ ...answers(trace), [`GET /developer/trace/${evt}`]: () => now });
  showScreen(`/console/trace/${evt}`);
  expect(await screen.findByText('1 event, 0 deliveries, 2 runs')).toBeTruthy();
  const runs = screen.getByRole('list', { name: 'Runs of on-invoice' });
  expect(within(runs).getByRole('link', { name: /^Attempt 1.*TypeError: nothing is not a function/ }).getAttribute('href')).toBe(`/console/apps/app_1/functions/fun_1?run=${run.id}`);
  expect(screen.queryByText(/listens to it/)).toBeNull();
  await isAccessible();
  opened[0]!.says('ready');
  now = { ...now, runs: [run, { ...next, status: 'succeeded', outcome: 'ok' }] };
  opened[0]!.says('run', { id: next.id, functionId: 'fun_1', outcome: 'ok' });
  expect(await within(runs).findByText('Succeeded')).toBeTruthy();
});

test('an attempt is shown as it is heard of', async () => {
  const opened = streams();
  let now = trace;
  answer({ ...answers(trace), [`GET /developer/trace/${evt}`]: () => now });
  showScreen(`/console/trace/${evt}`);
  await screen.findByText('Retrying');
  opened[0]!.says('ready');
  now = { ...trace, deliveries: [{ ...delivery, status: 'delivered', nextRetryAt: null, log: [attempt(1, 'status'), attempt(2, null)] }] };
  opened[0]!.says('attempt', { at, delivery: { id: whd, eventId: evt, webhookId: 'whk_1', status: 'delivered' } });
  expect(await screen.findByText('Delivered')).toBeTruthy();
  expect(screen.getByText('Received, answered 204')).toBeTruthy();
});

test('a call that was refused says what to do, and that nothing came of it', async () => {
  answer(answers({ ...trace, request: { ...request, status: 403, code: 'INSUFFICIENT_SCOPE' }, events: [], deliveries: [] }, req));
  showScreen(`/console/trace/${req}`);
  expect(await screen.findByText(/Register the scope under Credentials/)).toBeTruthy();
  expect(screen.getByText('It was refused, so nothing changed.')).toBeTruthy();
});

test('what no call caused, no webhook hears, or is only a test, says so', async () => {
  answer(answers({ ...trace, request: null, deliveries: [] }));
  const router = showScreen(`/console/trace/${evt}`);
  expect(await screen.findByText(/No call of an app of yours caused it/)).toBeTruthy();
  expect(screen.getByText('No webhook and no function of this app listens to it.')).toBeTruthy();
  answer(answers({ ...trace, request: null, events: [], deliveries: [{ ...delivery, eventId: null, log: [], nextRetryAt: null, lastError: null }] }, whd));
  await router.navigate({ to: '/console/trace/$id', params: { id: whd } });
  expect(await screen.findByText('A test has no event and no request.')).toBeTruthy();
  expect(screen.getByText('Not sent yet')).toBeTruthy();
});

test('what is not there, and what could not be read', async () => {
  answer(answers({ status: 404, body: { message: 'There is no such thing.' } }));
  const router = showScreen(`/console/trace/${evt}`);
  expect(await screen.findByRole('heading', { name: 'There is no such event' })).toBeTruthy();
  answer(answers({ status: 503, body: {}, requestId: req }, whd));
  await router.navigate({ to: '/console/trace/$id', params: { id: whd } });
  expect(await screen.findByText('The trace could not be read')).toBeTruthy();
  expect(screen.getByTitle(req)).toBeTruthy();
});

test('another id is led to its screen, and a secret is sent nowhere', async () => {
  const asked = answer(world);
  const router = showScreen('/console/trace/whsec_bg24pxxfhkw2xzvc499sk3p8dvyd0kz2');
  expect(await screen.findByRole('heading', { name: 'That is a secret' })).toBeTruthy();
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/console\/go\//));
  expect(asked.some((one) => one.url.includes('whsec'))).toBe(false);
});
