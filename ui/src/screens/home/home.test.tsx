import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { answer, isAccessible, showScreen } from '#/test/show';
import { app, organization, world } from '#/test/world';

const sandbox = { id: 'biz_1', name: 'Acme Sandbox', template: 'SERVICES', currency: 'EUR', timezone: 'UTC', filledAt: null, createdAt: '2026-11-14T22:40:00.000Z' };

describe('home', () => {
  test('whoever is in no organization creates one, and then an app', async () => {
    let made = false;
    const asked = answer({
      ...world,
      'GET /developer/organizations': () => ({ data: made ? [organization] : [] }),
      'POST /developer/organizations': () => {
        made = true;
        return { status: 201, body: organization };
      },
      'GET /developer/scopes': { data: [] },
    });
    showScreen('/console');
    expect(await screen.findByRole('heading', { level: 1, name: 'Create your organization' })).toBeTruthy();
    await isAccessible();
    await userEvent.click(screen.getByRole('button', { name: 'Create the organization' }));
    expect(screen.getByText('Give it a name.')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Acme Apps');
    await userEvent.click(screen.getByRole('button', { name: 'Create the organization' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'New app' })).toBeTruthy();
    const sent = asked.find((request) => request.method === 'POST');
    expect(await sent?.json()).toEqual({ name: 'Acme Apps' });
  });

  test('the checklist ticks itself from what has happened', async () => {
    answer({
      ...world,
      'GET /developer/organizations/org_1/sandboxes': { data: [sandbox] },
      'GET /developer/apps/app_1/installations': { data: [{ id: 'ins_1', businessId: 'biz_1', status: 'ACTIVE', accessRevoked: false, scopes: [], installedBy: 'usr_1', installedAt: '2026-11-15T10:31:12.000Z', endedAt: null, endReason: null, lastCallAt: null }], nextBefore: null },
    });
    showScreen('/console');
    expect(await screen.findByRole('heading', { name: '3 of 6 steps done' })).toBeTruthy();
    expect(screen.getByText('Live: waiting for your first call')).toBeTruthy();
    const now = document.querySelector('[aria-current="step"]');
    expect(now?.textContent).toContain('Make your first call');
    expect(await screen.findByText(/Counterpart-Version: 2026-11-01/)).toBeTruthy();
    await isAccessible();
  });

  test('the first call runs here, as the app would call', async () => {
    const asked = answer({
      ...world,
      'GET /developer/organizations/org_1/sandboxes': { data: [sandbox] },
      'GET /developer/apps/app_1/installations': { data: [{ id: 'ins_1', businessId: 'biz_1', status: 'ACTIVE', accessRevoked: false, scopes: [], installedBy: 'usr_1', installedAt: '2026-11-15T10:31:12.000Z', endedAt: null, endReason: null, lastCallAt: null }], nextBefore: null },
      'POST /developer/organizations/org_1/sandboxes/biz_1/token': { accessToken: 'cpat_1', expiresIn: 300, scopes: ['invoices:read'] },
      'GET /invoices?limit=5': { data: [{ id: 'inv_1' }] },
    });
    showScreen('/console');
    await userEvent.click(await screen.findByRole('button', { name: 'Run it here' }));
    expect(await screen.findByText(/^Answered 200 in/)).toBeTruthy();
    const call = asked.find((request) => request.url.includes('/invoices'));
    expect(call?.headers.get('Authorization')).toBe('Bearer cpat_1');
    expect(call?.credentials).toBe('omit');
  });

  test('with all apps reviewed it lists them and teaches nothing', async () => {
    answer({ ...world, 'GET /developer/organizations/org_1/apps': { data: [{ ...app, review: 'APPROVED' }] }, 'GET /developer/organizations/org_1/apps-usage': { from: '2026-11-14T10:00:00.000Z', data: [{ appId: 'app_1', calls: 48210, errors: 378 }] } });
    showScreen('/console');
    const table = await screen.findByRole('table', { name: 'Apps' });
    expect(await within(table).findByText('48,210')).toBeTruthy();
    expect(within(table).getByText('0.8 %')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Home' })).toBeTruthy();
  });

  test('a part that could not be read says so in its place', async () => {
    answer({ ...world, 'GET /developer/organizations/org_1/sandboxes': { status: 400, body: { message: 'No.' }, requestId: 'req_1' } });
    showScreen('/console');
    expect(await screen.findByRole('heading', { name: 'The steps could not be read' })).toBeTruthy();
    expect(screen.getByTitle('req_1')).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Apps' })).toBeTruthy();
  });
});
