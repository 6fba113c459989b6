import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Answers, answer, isAccessible, showScreen } from '#/test/show';

const app = { id: 'app_1', name: 'Bakery Sync', status: 'ACTIVE', review: 'APPROVED', organizationId: 'org_1', pinnedApiVersion: '2026-11-01', rollBack: { pinnedApiVersion: '2025-02-01', until: new Date(Date.now() + 3_600_000).toISOString() }, scopes: [], redirectUris: [], version: 3 };
const path = '/console/apps/app_1/versions';
const rehearsal = { apiVersion: '2025-02-01', status: 'deprecated', from: '', to: '', calls: 4210, routes: [{ method: 'GET', route: '/invoices', apiVersion: '2026-11-01', calls: 312, requests: [], responses: ['The status is `OPEN`.'] }], events: [] };

function world(role: string, more: Answers = {}) {
  return answer({
    'GET /account': { user: { id: 'usr_1', name: 'Dana Dev', email: 'd@x.test', locale: 'en' }, business: null, businesses: [] },
    'GET /developer/organizations': { data: [{ id: 'org_1', name: 'Acme Apps', role, version: 1 }] },
    'GET /developer/organizations/org_1/apps': { data: [app] },
    'GET /developer/apps/app_1': app,
    'GET /developer/apps/app_1/webhook-health': { data: [] },
    'GET /developer/api-versions': { data: [
      { name: '2026-11-01', status: 'current', releasedAt: '2026-11-01T00:00:00.000Z', deprecatedAt: null, sunsetAt: null, changes: ['A list has `data`.'] },
      { name: '2025-02-01', status: 'deprecated', releasedAt: '2025-02-01T00:00:00.000Z', deprecatedAt: '2026-11-01T00:00:00.000Z', sunsetAt: '2028-05-01T00:00:00.000Z', changes: [] },
    ] },
    'GET /developer/apps/app_1/version-usage': { from: '', to: '', pinnedApiVersion: '2026-11-01', data: [{ apiVersion: '2026-11-01', status: 'current', calls: 18230, errors: 41, lastCallAt: new Date().toISOString() }] },
    'GET /developer/apps/app_1/version-rehearsals/2025-02-01': { status: 200, body: rehearsal },
    ...more,
  });
}

test('rehearses another version', async () => {
  world('developer');
  showScreen(`${path}?rehearse=2025-02-01`);
  expect(await screen.findByText(/Of 4,210 calls that were looked at, something would differ on 1 route/)).toBeTruthy();
  expect(screen.getByText('18,230')).toBeTruthy();
  await isAccessible();
});

test('rolls back by the version it has read, and shows a conflict', async () => {
  const asked = world('developer', { 'PATCH /developer/apps/app_1': { status: 412, body: { code: 'RECORD_CHANGED', message: 'It changed.' } } });
  showScreen(path);
  await userEvent.click(await screen.findByRole('button', { name: 'Roll back to 2025-02-01' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('In the last 7 days, 312 calls would have been affected.')).toBeTruthy();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Roll back to 2025-02-01' }));
  expect(await within(dialog).findByRole('heading', { name: 'Somebody changed this while you were editing' })).toBeTruthy();
  const sent = asked.find((request) => request.method === 'PATCH')!;
  expect(sent.headers.get('If-Match')).toBe('"3"');
  expect(await sent.json()).toEqual({ pinnedApiVersion: '2025-02-01' });
});

test('leaves what a viewer may not do in its place, off, with the reason', async () => {
  world('viewer');
  showScreen(path);
  const button = await screen.findByRole('button', { name: 'Roll back to 2025-02-01' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
  expect(screen.getAllByText('Only developers, admins and owners can change it.').length).toBeGreaterThan(0);
});

test('stands a failure of the rehearsal in its place', async () => {
  world('developer', { 'GET /developer/apps/app_1/version-rehearsals/2020-01-01': { status: 400, body: { message: 'There is no such version.' }, requestId: 'req_1' } });
  showScreen(`${path}?rehearse=2020-01-01`);
  expect(await screen.findByText('The rehearsal could not be read')).toBeTruthy();
  expect(screen.getByText('There is no such version.')).toBeTruthy();
});
