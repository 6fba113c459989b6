import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answer } from '#/test/show';
import { streams } from '#/test/stream';
import { world } from '#/test/world';
import { api } from './client';
import { isStale, type Heard } from './heard';
import { makeQueries } from './queries';
import { sessionEnded, sessionIsOver, sessionResumed } from './session';
import { useLive, useStream } from './stream';

const request = (change: object = {}) => ({ id: 'req_2', at: '2026-11-15T10:00:00.000Z', businessId: 'biz_1', method: 'GET', route: '/invoices', apiVersion: '2026-11-01', status: 200, code: null, durationMs: 3, standsFor: 1, ...change });
const delivery = (change: object = {}) => ({ id: 'whd_1', webhookId: 'whk_1', eventId: 'evt_1', type: 'invoice.paid', businessId: 'biz_1', status: 'delivered', attempts: 1, redeliveries: 0, ...change });

function Rows() {
  const rows = api.useQuery('get', '/developer/apps/{id}/requests', { params: { path: { id: 'app_1' }, query: { status: '4xx' } } }, useLive('app_1', 'rows'));
  return <p>{useStream('app_1')}: {rows.data?.data.length}</p>;
}
const More = () => <p>more: {useStream('app_1')}</p>;

const show = (what: React.ReactNode, queries: QueryClient = makeQueries()) => {
  const wrap = (inside: React.ReactNode) => <QueryClientProvider client={queries}>{inside}</QueryClientProvider>;
  const view = render(wrap(what));
  return { ...view, show: (next: React.ReactNode) => view.rerender(wrap(next)) };
};

const hidden = (is: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(is);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const asks = (asked: Request[]) => asked.filter((one) => one.url.includes('/requests')).length;

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => void vi.useRealTimers());

describe('the stream of an app', () => {
  test('is one for all who follow, and ends with the last', async () => {
    const opened = streams();
    answer(world);
    const view = show(<><Rows /><More /></>);
    expect(opened.map((one) => [one.url, one.withCredentials])).toEqual([['http://api.test/developer/apps/app_1/stream', true]]);
    opened[0]!.says('ready');
    expect(screen.getByText('more: live')).toBeTruthy();
    view.show(<>{null}<More /></>);
    expect(opened[0]!.readyState).not.toBe(EventSource.CLOSED);
    view.show(null);
    expect(opened[0]!.readyState).toBe(EventSource.CLOSED);
    expect(opened.length).toBe(1);
    await pass(0);
  });

  test('has queries asked again, once for many events, and none by the clock', async () => {
    const opened = streams();
    const asked = answer(world);
    show(<Rows />);
    await screen.findByText('opening: 0');
    opened[0]!.says('ready');
    await pass(3000);
    expect(asks(asked)).toBe(2); // once more since ready: what came in between is read
    await pass(120_000);
    expect(asks(asked)).toBe(2);
    for (let i = 0; i < 20; i++) opened[0]!.says('request', request({ status: 404 }));
    await pass(1000);
    expect(asks(asked)).toBe(3);
    opened[0]!.says('request', request({ status: 404 }));
    await pass(800);
    expect(asks(asked)).toBe(3); // not so soon again
    await pass(2000);
    expect(asks(asked)).toBe(4);
    opened[0]!.says('request', request({ status: 200 }));
    await pass(5000);
    expect(asks(asked)).toBe(4); // the filter does not let it through
    opened[0]!.says('reload');
    await pass(3000);
    expect(asks(asked)).toBe(5);
  });

  test('goes on by itself after a cut', async () => {
    const opened = streams();
    const asked = answer(world);
    show(<Rows />);
    opened[0]!.says('ready');
    await pass(3000);
    opened[0]!.cut();
    expect(screen.getByText('opening: 0')).toBeTruthy();
    const before = asks(asked);
    await pass(31_000);
    expect(asks(asked)).toBe(before + 2); // by the clock meanwhile
    opened[0]!.opens();
    expect(screen.getByText('live: 0')).toBeTruthy();
    expect(opened.length).toBe(1);
  });

  test('that is refused has the app asked why: a session that is over is told of, and ends it', async () => {
    const opened = streams();
    const asked = answer({ ...world, 'GET /developer/apps/app_1': { status: 401, body: { message: 'Sign in.' } } });
    const App = () => <p>{api.useQuery('get', '/developer/apps/{id}', { params: { path: { id: 'app_1' } } }, { staleTime: Infinity }).status}</p>;
    const queries = makeQueries();
    queries.setQueryData(['get', '/developer/apps/{id}', { params: { path: { id: 'app_1' } } }], world['GET /developer/apps/app_1']);
    show(<><Rows /><App /></>, queries);
    expect(asked.some((one) => one.url.endsWith('/apps/app_1'))).toBe(false);
    opened[0]!.refuses();
    await waitFor(() => expect(sessionIsOver()).toBe(true));
    await pass(120_000);
    expect(opened.length).toBe(1); // nobody is signed in
    act(() => sessionResumed());
    expect(opened.length).toBe(2);
  });

  test('that was one too many is tried again after a minute', async () => {
    const opened = streams();
    answer(world);
    show(<Rows />);
    opened[0]!.refuses();
    await screen.findByText('away: 0');
    await pass(59_000);
    expect(opened.length).toBe(1);
    await pass(17_000);
    expect(opened.length).toBe(2);
    opened[1]!.says('ready');
    expect(screen.getByText('live: 0')).toBeTruthy();
  });

  test('that cannot be heard is replaced by the clock', async () => {
    const opened = streams();
    const asked = answer(world);
    show(<Rows />);
    opened[0]!.says('ready');
    await pass(3000);
    opened[0]!.says('paused');
    await screen.findByText('away: 0');
    const before = asks(asked);
    await pass(31_000);
    expect(asks(asked)).toBe(before + 2);
    opened[0]!.says('reload');
    expect(screen.getByText('live: 0')).toBeTruthy();
  });

  test('is let go by a tab that nobody sees for a minute, and opened again', async () => {
    const opened = streams();
    answer(world);
    show(<Rows />);
    opened[0]!.says('ready');
    hidden(true);
    await pass(30_000);
    expect(opened[0]!.readyState).not.toBe(EventSource.CLOSED);
    await pass(31_000);
    expect(opened[0]!.readyState).toBe(EventSource.CLOSED);
    hidden(false);
    expect(opened.length).toBe(2);
    hidden(true);
    hidden(false);
    await pass(61_000);
    expect(opened.length).toBe(2);
    act(() => sessionEnded());
    expect(opened[1]!.readyState).toBe(EventSource.CLOSED);
  });

  test('is done without where there is none', async () => {
    vi.stubGlobal('EventSource', undefined);
    const asked = answer(world);
    show(<Rows />);
    await screen.findByText('away: 0');
    await pass(16_000);
    expect(asks(asked)).toBe(2);
  });
});

describe('what an event makes stale', () => {
  const query = (path: string, params: object, data?: unknown) => ({ queryKey: ['get', path, { params }], state: { data } }) as never;
  const called = (change: object): Heard => ({ event: 'request', data: request(change) });
  const made = (change: object): Heard => ({ event: 'delivery', data: delivery(change) }) as Heard;
  const tried = (change: object): Heard => ({ event: 'attempt', data: { at: '2026-11-15T10:00:00.000Z', delivery: delivery(change) } }) as Heard;
  const hook = { id: 'app_1', webhookId: 'whk_1' };
  const base = '/developer/apps/{id}';

  test.each([
    ['the log of another app', query(`${base}/requests`, { path: { id: 'app_2' } }), called({}), false],
    ['a log without filters', query(`${base}/requests`, { path: { id: 'app_1' } }), called({}), true],
    ['a log that has ended', query(`${base}/requests`, { path: { id: 'app_1' }, query: { to: '2026-11-15T09:00:00.000Z' } }), called({}), false],
    ['a log of another code', query(`${base}/requests`, { path: { id: 'app_1' }, query: { code: 'X' } }), called({ code: 'Y' }), false],
    ['errors, of a call that was none', query(`${base}/errors`, { path: { id: 'app_1' } }), called({}), false],
    ['errors', query(`${base}/errors`, { path: { id: 'app_1' } }), called({ status: 500 }), true],
    ['deliveries of another webhook', query(`${base}/webhooks/{webhookId}/deliveries`, { path: hook }), made({ webhookId: 'whk_2' }), false],
    ['those that failed, of one that did not', query(`${base}/webhooks/{webhookId}/deliveries`, { path: hook, query: { status: 'failed' } }, { data: [] }), tried({}), false],
    ['those that retry, of one that was among them', query(`${base}/webhooks/{webhookId}/deliveries`, { path: hook, query: { status: 'retrying' } }, { data: [{ id: 'whd_1' }] }), tried({}), true],
    ['the delivery', query(`${base}/webhooks/{webhookId}/deliveries/{deliveryId}`, { path: { ...hook, deliveryId: 'whd_1' } }), tried({}), true],
    ['health, of a delivery that is only made', query(`${base}/webhook-health`, { path: { id: 'app_1' } }), made({}), false],
    ['health', query(`${base}/webhook-health`, { path: { id: 'app_1' } }), tried({}), true],
    ['the trace of a request, by its event', query('/developer/trace/{traceId}', { path: { traceId: 'req_1' } }, { events: [{ id: 'evt_1' }], deliveries: [] }), made({}), true],
    ['another trace', query('/developer/trace/{traceId}', { path: { traceId: 'req_1' } }, { events: [], deliveries: [] }), made({}), false],
    ['what is never told of', query(`${base}/secrets`, { path: { id: 'app_1' } }), called({}), false],
  ])('%s', (_, asked, heard, stale) => {
    expect(isStale(asked, 'app_1', heard)).toBe(stale);
  });
});
