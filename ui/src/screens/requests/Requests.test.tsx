import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Schemas } from '#/api/client';
import { isOpen } from '#/api/trace';
import { type Answers, answer, isAccessible, showScreen } from '#/test/show';
import { streams } from '#/test/stream';
import { causesOf } from './Causes';
import { curlOf } from './curl';
import { type Line, onTop } from './log';

const id = (n: number) => `req_${String(n).padStart(28, '0')}`;
const biz = `biz_${'1'.repeat(28)}`;

function line(n: number, change: Partial<Line> = {}): Line {
  return {
    id: id(n), at: new Date(Date.now() - n * 1000).toISOString(), businessId: biz, userId: `usr_${'2'.repeat(28)}`, method: 'GET', route: '/invoices', path: '/invoices',
    query: '', apiVersion: '2026-11-01', status: 200, code: null, durationMs: 12.4, bytesIn: 0, bytesOut: 46, network: '203.0.113.0', userAgent: 'acme-sync/4.2',
    correlationId: null, replayed: false, standsFor: 1, ...change,
  };
}

const zero = { calls: 0, errors: 0, serverErrors: 0, rateLimited: 0, latency: { meanMs: 0, p50Ms: 0, p95Ms: 0, p99Ms: 0 } };
const app = { id: 'app_1', name: 'Bakery Sync', status: 'ACTIVE', review: 'APPROVED', organizationId: 'org_1', pinnedApiVersion: '2026-11-01', scopes: [], version: 3 };
const path = '/console/apps/app_1/requests';

function world(more: Answers = {}): Request[] {
  return answer({
    'GET /account': { user: { id: 'usr_1', name: 'Dana Dev', email: 'd@x.test', locale: 'en' }, business: null, businesses: [{ id: biz, name: 'Old Mill Bakery' }] },
    'GET /developer/organizations': { data: [{ id: 'org_1', name: 'Acme Apps', role: 'viewer', version: 1 }] },
    'GET /developer/organizations/org_1/apps': { data: [app] },
    'GET /developer/organizations/org_1/sandboxes': { data: [] },
    'GET /developer/apps/app_1': app,
    'GET /developer/apps/app_1/webhook-health': { data: [] },
    'GET /developer/apps/app_1/webhooks': { data: [] },
    'GET /developer/apps/app_1/installations': { data: [], nextBefore: null },
    'GET /developer/api-versions': { data: [] },
    'GET /developer/apps/app_1/errors': { from: '', to: '', data: [] },
    'GET /developer/apps/app_1/analytics/calls': { from: '2026-11-15T09:00:00.000Z', to: '2026-11-15T10:00:00.000Z', interval: 'hour', total: { ...zero, calls: 412, errors: 9 }, data: [{ at: '2026-11-15T09:00:00.000Z', ...zero, calls: 412, errors: 9 }] },
    'GET /developer/apps/app_1/requests': { data: [line(1), line(2, { status: 403, code: 'INSUFFICIENT_SCOPE', route: '/payments' })], nextBefore: null },
    ...more,
  });
}

afterEach(() => void vi.useRealTimers());

const group = (change: Partial<Schemas['ErrorGroup']>): Schemas['ErrorGroup'] => ({
  code: 'INSUFFICIENT_SCOPE', status: 403, method: 'GET', route: '/payments', message: 'Insufficient scope: requires payments:read', calls: 3, businesses: 1,
  firstAt: '2026-11-15T09:00:00.000Z', lastAt: '2026-11-15T09:00:00.000Z', lastRequestId: id(2), ...change,
});

describe('the log', () => {
  test('shows lines with what they were refused with, and figures of the window', async () => {
    world();
    showScreen(path);
    const row = await screen.findByRole('link', { name: /GET \/payments INSUFFICIENT_SCOPE/ });
    expect(row.getAttribute('href')).toContain(`request=${id(2)}`);
    expect(screen.getAllByText('Old Mill Bakery').length).toBe(2);
    expect(await screen.findByText('412 calls in the last 24 h')).toBeTruthy();
    expect(screen.getByText('2 lines: the log ends here')).toBeTruthy();
    await isAccessible();
  });

  test('asks for what the address says', async () => {
    const asked = world();
    showScreen(`${path}?status=4xx&route=POST%20/invoices&code=X&version=2026-11-01&window=7d`);
    await screen.findByRole('table');
    const log = asked.map((request) => new URL(request.url)).find((url) => url.pathname.endsWith('/requests') && url.searchParams.has('status'))!;
    expect(Object.fromEntries(log.searchParams)).toMatchObject({ status: '4xx', method: 'POST', route: '/invoices', code: 'X', apiVersion: '2026-11-01', limit: '50' });
    expect(Date.now() - Date.parse(log.searchParams.get('from')!)).toBeGreaterThan(6.9 * 86_400_000);
  });

  test('goes on at its end', async () => {
    const asked = world({
      'GET /developer/apps/app_1/requests': (request: Request) =>
        request.url.includes('before=') ? { data: [line(3, { route: '/suppliers' })], nextBefore: null } : { data: [line(1), line(2)], nextBefore: id(2) },
    });
    showScreen(path);
    await userEvent.click(await screen.findByRole('button', { name: 'Show 50 more' }));
    expect(await screen.findByText('/suppliers')).toBeTruthy();
    expect(asked.some((request) => request.url.includes(`before=${id(2)}`))).toBe(true);
    expect(screen.queryByRole('button', { name: 'Show 50 more' })).toBeNull();
  });

  test('teaches the first call', async () => {
    world({ 'GET /developer/apps/app_1/requests': { data: [], nextBefore: null } });
    showScreen(`${path}?window=30d`);
    expect(await screen.findByRole('heading', { name: 'No calls yet' })).toBeTruthy();
    expect(screen.getByText(/curl .*\/me -H/)).toBeTruthy();
    await isAccessible();
  });

  test('repeats the filter that nothing matches, and clears it', async () => {
    world({ 'GET /developer/apps/app_1/requests': (request: Request) => (request.url.includes('code=') ? { data: [], nextBefore: null } : { data: [line(1)], nextBefore: null }) });
    const router = showScreen(`${path}?code=PERIOD_LOCKED&status=4xx`);
    expect(await screen.findByRole('heading', { name: 'No call answered 4xx refused with PERIOD_LOCKED in the last 24 h' })).toBeTruthy();
    expect(await screen.findByText('Without the filters there are 412 calls in the last 24 h.')).toBeTruthy();
    await userEvent.click(screen.getAllByRole('link', { name: 'Clear the filters' }).at(-1)!);
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  test('says that it looked through a part only', async () => {
    world({ 'GET /developer/apps/app_1/requests': { data: [], nextBefore: id(9) } });
    showScreen(`${path}?code=PERIOD_LOCKED`);
    expect(await screen.findByRole('button', { name: 'Look further back' })).toBeTruthy();
  });

  test('stands the failure in its place, with the request id', async () => {
    world({ 'GET /developer/apps/app_1/requests': { status: 503, body: {}, requestId: id(7) } });
    showScreen(path);
    expect(await screen.findByText('The requests could not be read')).toBeTruthy();
    expect(screen.getByTitle(id(7))).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Requests', level: 1 })).toBeTruthy();
  });

  test('wraps what is very long', async () => {
    const long = `/${'very-long-'.repeat(40)}`;
    world({ 'GET /developer/apps/app_1/requests': { data: [line(1, { route: null, path: long, status: 404 })], nextBefore: null } });
    showScreen(path);
    expect(await screen.findByTitle(long)).toBeTruthy();
    expect(screen.getByText('No route fits')).toBeTruthy();
  });

  test('pauses by p, and keeps that in the address', async () => {
    world();
    const router = showScreen(path);
    await screen.findByRole('table');
    await userEvent.keyboard('p');
    expect(await screen.findByText('Paused')).toBeTruthy();
    expect(router.state.location.search).toEqual({ live: '0' });
  });

  test('shows a call as it is heard of, or counts it for somebody who reads', async () => {
    const opened = streams();
    const lines = [line(5)];
    world({ 'GET /developer/apps/app_1/requests': () => ({ data: [...lines], nextBefore: null }) });
    showScreen(path);
    await screen.findByText('1 line: the log ends here');
    opened[0]!.says('ready');
    expect(screen.getByText('Live')).toBeTruthy();
    lines.unshift(line(4, { route: '/suppliers' }));
    opened[0]!.says('request', { ...line(4), route: '/suppliers' });
    expect(await screen.findByText('/suppliers')).toBeTruthy();

    await userEvent.keyboard('p');
    await screen.findByText('Paused');
    lines.unshift(line(2), line(3, { route: '/bills' }));
    opened[0]!.says('request', line(3));
    expect(await screen.findByText('Paused: 2 new')).toBeTruthy();
    expect(screen.queryByText('/bills')).toBeNull();
    await userEvent.keyboard('p');
    expect(await screen.findByText('/bills')).toBeTruthy();
    expect(opened.length).toBe(1);
  });

  test('says how often it looks where nothing can be heard', async () => {
    const opened = streams();
    world();
    showScreen(path);
    await screen.findByRole('table');
    opened[0]!.refuses();
    expect(await screen.findByText('Every 15 s')).toBeTruthy();
    await isAccessible();
  });
});

describe('one request', () => {
  const one = { status: 200, body: { ...line(2, { status: 400, method: 'POST' }), requestBody: { note: '[38 characters]', total: '12.00' }, responseBody: { statusCode: 400, message: ['note is too long', 'total should be a number'] } } };
  const trace = {
    appIds: ['app_1'], request: line(2, { status: 201, method: 'POST' }),
    events: [{ id: `evt_${'3'.repeat(28)}`, type: 'invoice.created', businessId: biz, at: '2026-11-15T09:00:00.000Z' }],
    deliveries: [{ id: `whd_${'4'.repeat(28)}`, webhookId: 'whk_1', eventId: `evt_${'3'.repeat(28)}`, appId: 'app_1', status: 'retrying', attempts: 3, log: [{ error: 'The endpoint answered 503.', response: { status: 503 } }] }],
    runs: [],
  };

  test('says why it was refused and what to do, and shows the body without values', async () => {
    world({ [`GET /developer/apps/app_1/requests/${id(2)}`]: one, [`GET /developer/trace/${id(2)}`]: trace, 'GET /developer/apps/app_1/webhooks': { data: [{ id: 'whk_1', url: 'https://a.test/hooks/books' }] } });
    showScreen(`${path}?request=${id(2)}`);
    const drawer = await screen.findByRole('complementary');
    expect(await within(drawer).findByText('“note is too long”')).toBeTruthy();
    expect(within(drawer).getByText('“total should be a number”')).toBeTruthy();
    expect(within(drawer).getByText('[38 characters]').className).toBe('m');
    expect(await within(drawer).findByText('invoice.created')).toBeTruthy();
    expect(await within(drawer).findByText('To /hooks/books: 3 attempts, the endpoint answered 503')).toBeTruthy();
    await isAccessible();
  });

  test('shows a delivery that is made while somebody looks, and how it ends', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let now: object = { ...trace, deliveries: [] };
    const asked = world({ [`GET /developer/apps/app_1/requests/${id(2)}`]: one, [`GET /developer/trace/${id(2)}`]: () => now });
    showScreen(`${path}?request=${id(2)}`);
    expect(await screen.findByText(/No webhook and no function of this app listens to it/)).toBeTruthy();
    const drawer = within(screen.getByRole('complementary'));
    now = { ...trace, deliveries: [{ ...trace.deliveries[0], status: 'queued', attempts: 0, log: [] }] };
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(await drawer.findByText('Queued')).toBeTruthy();
    now = { ...trace, deliveries: [{ ...trace.deliveries[0], status: 'delivered', attempts: 1, log: [{ error: null, response: { status: 204 } }] }] };
    await act(() => vi.advanceTimersByTimeAsync(2000));
    expect(await drawer.findByText('Delivered')).toBeTruthy();
    const ended = asked.filter((request) => request.url.includes('/trace/')).length;
    await act(() => vi.advanceTimersByTimeAsync(10_000)); // less than it takes by the clock
    expect(asked.filter((request) => request.url.includes('/trace/')).length).toBeLessThanOrEqual(ended + 1);
  });

  test('does not ask for ever whether a delivery is made', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const opened = streams();
    const asked = world({ [`GET /developer/apps/app_1/requests/${id(2)}`]: one, [`GET /developer/trace/${id(2)}`]: { ...trace, deliveries: [] } });
    showScreen(`${path}?request=${id(2)}`);
    await screen.findByText(/No webhook and no function of this app listens to it/);
    opened[0]!.says('ready');
    await act(() => vi.advanceTimersByTimeAsync(5 * 60_000));
    expect(asked.filter((request) => request.url.includes('/trace/')).length).toBeLessThanOrEqual(31);
  });

  test('knows when more is about to come', () => {
    const more = isOpen as (trace: object, now: number) => boolean;
    const at = Date.parse(trace.request.at);
    expect(more(trace, at)).toBe(true);
    expect(more({ ...trace, deliveries: [] }, at)).toBe(true);
    expect(more({ ...trace, deliveries: [] }, at + 3_600_000)).toBe(false);
    expect(more({ ...trace, events: [], deliveries: [] }, at)).toBe(false);
    expect(more({ ...trace, deliveries: [{ ...trace.deliveries[0], status: 'failed' }] }, at)).toBe(false);
  });

  test('walks the lines by j, and closes by Escape', async () => {
    world({
      [`GET /developer/apps/app_1/requests/${id(1)}`]: { status: 200, body: { ...line(1), requestBody: null, responseBody: null } }, [`GET /developer/apps/app_1/requests/${id(2)}`]: one,
      [`GET /developer/trace/${id(1)}`]: { ...trace, request: line(1), events: [], deliveries: [] }, [`GET /developer/trace/${id(2)}`]: trace,
    });
    const router = showScreen(`${path}?request=${id(1)}`);
    expect(await screen.findByText(/It only read/)).toBeTruthy();
    await userEvent.keyboard('j');
    await waitFor(() => expect(router.state.location.search).toEqual({ request: id(2) }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  });

  test('says that there is none', async () => {
    world({ [`GET /developer/apps/app_1/requests/${id(5)}`]: { status: 404, body: { code: 'REQUEST_NOT_FOUND', message: 'There is no such request.' } } });
    showScreen(`${path}?request=${id(5)}`);
    expect(await screen.findByRole('heading', { name: 'There is no such request' })).toBeTruthy();
  });
});

describe('problems by cause', () => {
  test('puts routes of one code together, the commonest first', () => {
    const causes = causesOf([group({ calls: 2 }), group({ calls: 4, route: '/bills', lastAt: '2026-11-15T10:00:00.000Z', lastRequestId: id(4) }), group({ code: null, status: 400, calls: 5 }), group({ code: 'X', status: 500, calls: 1 }), group({ code: null, status: 503, calls: 1 })]);
    expect(causes.map((cause) => [cause.key, cause.calls, cause.routes.length])).toEqual([['403 INSUFFICIENT_SCOPE', 6, 2], ['400 GET /payments', 5, 1], ['ours', 2, 1]]);
    expect(causes[0]!.lastRequestId).toBe(id(4));
  });

  test('says what to do, and leads to the calls', async () => {
    world({ 'GET /developer/apps/app_1/errors': { from: '', to: '', data: [group({})] } });
    showScreen(`${path}?view=causes&window=7d`);
    expect(await screen.findByRole('heading', { name: 'Calls without the scope that they need' })).toBeTruthy();
    expect(screen.getByText(/Register the scope under Credentials/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See 3 calls' }).getAttribute('href')).toBe(`${path}?window=7d&code=INSUFFICIENT_SCOPE`);
    await isAccessible();
  });

  test('is glad of none', async () => {
    world();
    showScreen(`${path}?view=causes`);
    expect(await screen.findByRole('heading', { name: 'No call was refused' })).toBeTruthy();
  });
});

test('new lines go on top once, and a page that does not reach the others stands alone', () => {
  const before = { lines: [line(3), line(4)], nextBefore: id(4) };
  expect(onTop({ lines: [line(2), line(3)], nextBefore: id(3) }, before).lines.map((one) => one.id)).toEqual([id(2), id(3), id(4)]);
  expect(onTop({ lines: [line(3), line(4)], nextBefore: id(4) }, before)).toBe(before);
  const apart = { lines: [line(1), line(2)], nextBefore: id(2) };
  expect(onTop(apart, before).lines.length).toBe(2);
  expect(onTop(apart, before, true)).toEqual({ ...before, behind: 2 });
  const again = onTop({ lines: [line(2), line(3)], nextBefore: id(3) }, { ...before, behind: 2 }, true);
  expect([again.lines.map((one) => one.id), again.behind]).toEqual([[id(2), id(3), id(4)], undefined]);
});

test('a call as a command keeps the token out', () => {
  expect(curlOf({ method: 'POST', path: '/suppliers', query: '', apiVersion: '2026-11-01', requestBody: { name: "O'Hara" } })).toBe(
    `curl -X POST 'http://api.test/suppliers' \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -H 'Counterpart-Version: 2026-11-01' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"name":"O'\\''Hara"}'`,
  );
});
