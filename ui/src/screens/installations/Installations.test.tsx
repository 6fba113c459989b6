import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, answer, isAccessible, showScreen } from '#/test/show';
import { healthOf, tokenState } from './state';

const biz = `biz_${'1'.repeat(28)}`;
const ins = `ins_${'2'.repeat(28)}`;
const usr = `usr_${'3'.repeat(28)}`;
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const app = { id: 'app_1', clientId: 'bakery', name: 'Bakery Sync', status: 'ACTIVE', review: 'APPROVED', organizationId: 'org_1', pinnedApiVersion: null, scopes: ['invoices:read', 'payments:read'], redirectUris: ['https://a.test/cb'], version: 3 };
const one = { id: ins, businessId: biz, status: 'ACTIVE' as const, accessRevoked: false, scopes: ['invoices:read'], installedBy: usr, installedAt: ago(40), endedAt: null, endReason: null, lastCallAt: ago(0.01) };
const family = { id: `fam_${'4'.repeat(28)}`, userId: usr, scopes: [], createdAt: ago(40), refreshedAt: ago(1), refreshExpiresAt: ago(-50), accessExpiresAt: ago(-0.01), revokedAt: null, revokedFor: null };
const path = '/console/apps/app_1/installations';

afterEach(() => void vi.useRealTimers());

function world(more: Answers = {}) {
  return answer({
    'GET /account': { user: { id: 'usr_1', name: 'Dana Dev', email: 'd@x.test', locale: 'en' }, business: null, businesses: [{ id: biz, name: 'Old Mill Bakery' }] },
    'GET /developer/organizations': { data: [{ id: 'org_1', name: 'Acme Apps', role: 'viewer', version: 1 }] },
    'GET /developer/organizations/org_1/apps': { data: [app] },
    'GET /developer/organizations/org_1/sandboxes': { data: [] },
    'GET /developer/apps/app_1': app,
    'GET /developer/apps/app_1/webhook-health': { data: [] },
    'GET /developer/apps/app_1/installations': { data: [one], nextBefore: null },
    [`GET /developer/apps/app_1/installations/${ins}`]: { status: 200, body: { ...one, consents: [{ userId: usr, scopes: ['invoices:read'], grantedAt: ago(40), withdrawnAt: null }], tokens: [family] } },
    ...more,
  });
}

test('lists where the app is, with its health and what was granted', async () => {
  world();
  showScreen(path);
  expect((await screen.findByRole('link', { name: 'Old Mill Bakery' })).getAttribute('href')).toBe(`${path}/${ins}`);
  expect(screen.getByText('Connected')).toBeTruthy();
  expect(screen.getByText('1 of 2')).toBeTruthy();
  await isAccessible();
});

test('shows one that is made while somebody looks', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let rows: object[] = [];
  const asked = world({ 'GET /developer/apps/app_1/installations': () => ({ data: rows, nextBefore: null }) });
  showScreen(path);
  expect(await screen.findByRole('heading', { name: 'No installations yet' })).toBeTruthy();
  expect(screen.getByText('Every 15 s')).toBeTruthy();
  rows = [one];
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(await screen.findByRole('link', { name: 'Old Mill Bakery' })).toBeTruthy();
  expect(asked.filter((request) => request.url.includes('/installations?')).length).toBeLessThan(5);
});

test('asks no more by the clock for a long list', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let page = 0;
  const asked = world({ 'GET /developer/apps/app_1/installations': () => ({ data: [{ ...one, id: `ins_${String(++page).repeat(28)}` }], nextBefore: `ins_${'9'.repeat(28)}` }) });
  showScreen(path);
  for (let pages = 1; pages <= 4; pages++) {
    await screen.findByText(pages === 1 ? '1 installation' : `${pages} installations`);
    act(() => screen.getByRole('button', { name: 'Show 50 more' }).click());
  }
  await screen.findByText('5 installations');
  await waitFor(() => expect(screen.getByText('Paused')).toBeTruthy());
  const before = asked.length;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(asked.slice(before).filter((request) => request.url.includes('/installations?'))).toEqual([]);
});

test('teaches how the first one is made', async () => {
  world({ 'GET /developer/apps/app_1/installations': { data: [], nextBefore: null } });
  showScreen(path);
  expect(await screen.findByRole('heading', { name: 'No installations yet' })).toBeTruthy();
  expect(screen.getByText(/\/oauth\/authorize\?response_type=code&client_id=bakery/)).toBeTruthy();
});

test('offers all where a filter matches none', async () => {
  world({ 'GET /developer/apps/app_1/installations': { data: [], nextBefore: null } });
  showScreen(`${path}?state=ended`);
  expect(await screen.findByRole('heading', { name: 'No installation has ended' })).toBeTruthy();
});

test('shows who said yes by id, what is not granted, and the age of the refresh token', async () => {
  world();
  showScreen(`${path}/${ins}`);
  expect(await screen.findByText('Not granted')).toBeTruthy();
  expect(screen.getAllByTitle(usr).length).toBe(3);
  expect(screen.getByText('Good')).toBeTruthy();
  expect(screen.getByText('yesterday')).toBeTruthy();
  await isAccessible();
});

test('says first why a family was burned', async () => {
  world({ [`GET /developer/apps/app_1/installations/${ins}`]: { status: 200, body: { ...one, consents: [], tokens: [{ ...family, revokedAt: ago(2), revokedFor: 'reuse' }] } } });
  showScreen(`${path}/${ins}`);
  expect(await screen.findByRole('heading', { name: 'A refresh token was used twice, so its tokens ended' })).toBeTruthy();
});

test('is not there', async () => {
  world({ [`GET /developer/apps/app_1/installations/${ins}`]: { status: 404, body: { code: 'INSTALLATION_NOT_FOUND', message: 'There is no such installation.' } } });
  showScreen(`${path}/${ins}`);
  expect(await screen.findByRole('heading', { name: 'There is no such installation' })).toBeTruthy();
});

test('health and tokens', () => {
  const now = Date.now();
  expect(healthOf({ ...one, lastCallAt: null }, now)).toBe('never');
  expect(healthOf({ ...one, lastCallAt: ago(9) }, now)).toBe('quiet');
  expect(healthOf({ ...one, accessRevoked: true }, now)).toBe('revoked');
  expect(healthOf({ ...one, status: 'UNINSTALLED', endReason: 'BUSINESS_CLOSED' }, now)).toBe('closed');
  expect(tokenState({ ...family, refreshExpiresAt: ago(-3) }, now)).toBe('soon');
  expect(tokenState({ ...family, refreshExpiresAt: ago(1) }, now)).toBe('over');
  expect(tokenState({ ...family, refreshExpiresAt: null }, now)).toBe('access');
});
