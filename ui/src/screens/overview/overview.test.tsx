import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { answer, isAccessible, showScreen } from '#/test/show';
import { world } from '#/test/world';
import { attempts } from '../webhooks/world';
import { filled, spanOf } from './series';

const latency = { meanMs: 20, p50Ms: 18, p95Ms: 60, p99Ms: 90 };
const figures = (calls: number, errors: number, serverErrors: number) => ({ calls, errors, serverErrors, rateLimited: 2, latency });
const series = (calls: number) => ({
  from: '2026-11-15T08:00:00.000Z', to: '2026-11-15T11:00:00.000Z', interval: 'hour', total: figures(calls, 12, 2),
  data: [{ at: '2026-11-15T09:00:00.000Z', ...figures(calls, 12, 2) }],
});
const busy = {
  ...world,
  'GET /developer/apps/app_1/analytics/calls': (request: Request) => series(Date.parse(new URL(request.url).searchParams.get('to')!) > Date.now() ? 1500 : 1000),
  'GET /developer/apps/app_1/errors': { from: '', to: '', data: [{ code: 'INSUFFICIENT_SCOPE', status: 403, method: 'GET', route: '/payments', message: 'Insufficient scope: requires payments:read', calls: 212, businesses: 3, firstAt: '2026-11-15T09:00:00.000Z', lastAt: '2026-11-15T10:00:00.000Z', lastRequestId: 'req_1' }] },
  'GET /developer/apps/app_1/webhooks': { data: [{ id: 'whk_1', appId: 'app_1', url: 'https://sync.acme.test/hooks/stock', description: '', events: ['invoice.paid'], enabled: true, ignoreOwnChanges: false, previousSecretExpiresAt: null, version: 1, createdAt: '2026-11-01T00:00:00.000Z', updatedAt: '2026-11-01T00:00:00.000Z' }] },
  'GET /developer/apps/app_1/webhook-health': { data: [{ webhookId: 'whk_1', state: 'failing', failingSince: '2026-11-15T08:31:00.000Z', lastDeliveredAt: null }] },
  'GET /developer/apps/app_1/webhooks/whk_1/delivery-counts': { queued: 30, retrying: 7, delivered: 611, failed: 0, mostCounted: 1000 },
  'GET /developer/apps/app_1/analytics/webhooks': attempts({ delivered: 1611, retried: 4, failed: 3, notSent: 1 }),
};

describe('the overview', () => {
  test('says first what fails, then counts, then why and what to do', async () => {
    answer(busy);
    showScreen('/console/apps/app_1');
    expect(await screen.findByRole('heading', { name: 'A webhook has taken nothing since 15 Nov, 08:31 UTC' })).toBeTruthy();
    for (const link of screen.getAllByRole('link', { name: /webhook$|^https:/ })) expect(link.getAttribute('href')).toBe('/console/apps/app_1/webhooks/whk_1');
    const calls = await screen.findByRole('region', { name: /^Calls/ });
    expect(await within(calls).findByText('50 % more than the 24 h before')).toBeTruthy();
    expect(calls.querySelector('.chart-figure')?.textContent).toMatch(/^1,500/);
    const problem = within(screen.getByRole('region', { name: /^Problems/ }));
    expect(await problem.findByText('Calls without the scope they need')).toBeTruthy();
    expect(problem.getByText(/“Insufficient scope: requires payments:read”/)).toBeTruthy();
    expect(problem.getByRole('link', { name: 'See 212 requests' }).getAttribute('href')).toBe('/console/apps/app_1/requests?code=INSUFFICIENT_SCOPE&route=%2Fpayments');
    await isAccessible();
  });

  test('counts what each webhook took, and draws it by the hour', async () => {
    const asked = answer(busy);
    showScreen('/console/apps/app_1');
    const hooks = await screen.findByRole('region', { name: 'Webhooks last 24 h' });
    expect(await within(hooks).findByText('1,611')).toBeTruthy();
    expect(await within(hooks).findByText('37')).toBeTruthy();
    const row = within(hooks).getAllByRole('row')[1]!;
    expect([...row.querySelectorAll('td.right')].map((cell) => cell.textContent)).toEqual(['1,611', '4', '37', 'Never']);
    await waitFor(() => expect(row.querySelectorAll('.spark g')).toHaveLength(3));
    expect(row.querySelectorAll('.spark .bad')).toHaveLength(1);
    const one = asked.map((request) => new URL(request.url)).find((url) => url.searchParams.get('webhookId') === 'whk_1')!;
    expect(one.searchParams.get('interval')).toBe('hour');
  });

  test('a webhook that nothing was sent to says so', async () => {
    answer({ ...busy, 'GET /developer/apps/app_1/analytics/webhooks': attempts() });
    showScreen('/console/apps/app_1');
    expect(await screen.findByText('Nothing was sent')).toBeTruthy();
  });

  test('window and tables are in the URL, and defaults are not', async () => {
    answer(busy);
    const router = showScreen('/console/apps/app_1?window=7d&table=errors');
    const errors = await screen.findByRole('region', { name: /^Errors per hour, last 7 days/ });
    expect(within(errors).getByRole('table')).toBeTruthy();
    await userEvent.click(within(errors).getByRole('link', { name: 'Chart' }));
    await userEvent.click(screen.getByRole('link', { name: '24 h' }));
    expect(router.state.location.searchStr).toBe('');
    await userEvent.keyboard('t');
    expect(router.state.location.searchStr).toBe('?table=calls,errors,latency,limited');
  });

  test('an app that did nothing says so', async () => {
    const none = { ...series(0), total: { calls: 0, errors: 0, serverErrors: 0, rateLimited: 0, latency }, data: [] };
    answer({ ...world, 'GET /developer/apps/app_1/analytics/calls': none, 'GET /developer/apps/app_1/errors': { from: '', to: '', data: [] } });
    showScreen('/console/apps/app_1');
    expect(await screen.findByRole('heading', { name: 'No call was refused' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'No webhooks yet' })).toBeTruthy();
  });

  test('figures that could not be read leave the rest of the page working', async () => {
    answer({ ...busy, 'GET /developer/apps/app_1/analytics/calls': { status: 400, body: { message: 'No.' }, requestId: 'req_9' } });
    showScreen('/console/apps/app_1');
    expect(await screen.findByRole('heading', { name: 'The figures could not be read' })).toBeTruthy();
    expect(await screen.findByText('Calls without the scope they need')).toBeTruthy();
  });

  test('hours without calls are drawn too', () => {
    expect(filled(series(5) as never).map((point) => [point.at, point.calls])).toEqual([['2026-11-15T08:00:00.000Z', 0], ['2026-11-15T09:00:00.000Z', 5], ['2026-11-15T10:00:00.000Z', 0]]);
    expect(spanOf('24h', Date.parse('2026-11-15T10:42:00Z'))).toEqual({ from: '2026-11-14T11:00:00.000Z', to: '2026-11-15T11:00:00.000Z' });
    expect(spanOf('1h', Date.parse('2026-11-15T10:42:00Z'), true)).toEqual({ from: '2026-11-15T09:00:00.000Z', to: '2026-11-15T10:00:00.000Z' });
  });
});
