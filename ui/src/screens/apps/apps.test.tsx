import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, isAccessible, showScreen } from '#/test/show';
import { app, organization, world } from '#/test/world';
import { redirectable } from './NewApp';

const scopes = { 'GET /developer/scopes': { data: [{ scope: 'invoices:read', module: 'Invoices', risk: 'read', says: 'See invoices' }] } };

test('no apps yet: it says what one is, and how to make one', async () => {
  answer({ ...world, 'GET /developer/organizations/org_1/apps': { data: [] } });
  showScreen('/console/apps');
  expect(await screen.findByRole('heading', { name: 'No apps yet' })).toBeTruthy();
  await isAccessible();
});

test('each app says who has it, what it did in a day, and which of its webhooks fail', async () => {
  answer({
    ...world,
    'GET /developer/organizations/org_1/apps': { data: [{ ...app, webhooks: 3 }] },
    'GET /developer/organizations/org_1/apps-usage': { from: '2026-11-14T10:00:00.000Z', data: [{ appId: 'app_1', businesses: 412, calls: 48210, errors: 378, lastCallAt: null, webhooks: 3, failingWebhooks: 1 }] },
  });
  showScreen('/console/apps');
  expect(await screen.findByText('1 of 3 failing')).toBeTruthy();
  const cells = screen.getAllByRole('cell').map((cell) => cell.textContent.replace(/\s/g, ' '));
  expect(cells).toEqual(['Fresh Idea', 'Sandbox only', '412', '48,210', '0.8 %', '1 of 3 failing']);
  await isAccessible();
});

test('a new app’s secret is shown once, and left only when it is safe', async () => {
  const asked = answer({ ...world, ...scopes, 'POST /developer/organizations/org_1/apps': { status: 201, body: { ...app, clientSecret: 'cpcs_secret' } } });
  const router = showScreen('/console/apps/new');
  await userEvent.click(await screen.findByRole('button', { name: 'Create the app' }));
  expect(screen.getByText('Give the app a name.')).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Fresh Idea');
  await userEvent.type(screen.getByRole('textbox', { name: 'Redirect URI' }), 'http://fresh.acme.test/callback');
  expect(screen.getByText('Cannot be saved. It must be https; http is for loopback addresses only.')).toBeTruthy();
  await userEvent.clear(screen.getByRole('textbox', { name: 'Redirect URI' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Redirect URI' }), 'https://fresh.acme.test/callback');
  await userEvent.click(await screen.findByRole('checkbox', { name: /invoices:read/ }));
  await isAccessible();
  await userEvent.click(screen.getByRole('button', { name: 'Create the app' }));
  expect(await screen.findByText('cpcs_secret')).toBeTruthy();
  expect(await asked.find((request) => request.method === 'POST')?.json()).toEqual({ name: 'Fresh Idea', type: 'CONFIDENTIAL', redirectUris: ['https://fresh.acme.test/callback'], scopes: ['invoices:read'] });
  await isAccessible();
  await userEvent.click(screen.getByRole('checkbox', { name: 'I have put it where it is safe' }));
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Get Fresh Idea ready for review' })).toBeTruthy();
  expect(router.state.location.href).not.toContain('cpcs_');
});

test('what the service refuses stands in its words', async () => {
  answer({ ...world, ...scopes, 'POST /developer/organizations/org_1/apps': { status: 409, body: { code: 'APP_LIMIT', message: 'An organization has at most 50 apps.' } } });
  showScreen('/console/apps/new');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Fresh Idea');
  await userEvent.click(screen.getByRole('button', { name: 'Create the app' }));
  expect((await screen.findByRole('alert')).textContent).toContain('An organization has at most 50 apps.');
});

test('a client that registered itself is claimed with its secret, which stands in no address', async () => {
  const asked = answer({ ...world, 'POST /developer/organizations/org_1/apps/claim': app });
  const router = showScreen('/console/apps');
  await userEvent.click(await screen.findByRole('button', { name: 'Claim a client' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Both are needed.')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Client id'), 'k3vd7-q2m9x');
  await userEvent.type(dialog.getByLabelText('Client secret'), 'cpcs_proof');
  await isAccessible();
  await userEvent.click(dialog.getByRole('button', { name: 'Claim it' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/apps/app_1'));
  expect(await asked.find((one) => one.method === 'POST')!.json()).toEqual({ clientId: 'k3vd7-q2m9x', clientSecret: 'cpcs_proof' });
  expect(router.state.location.href).not.toContain('cpcs_');
});

test('a viewer is told who may', async () => {
  answer({ ...world, ...scopes, 'GET /developer/organizations': { data: [{ ...organization, role: 'viewer' }] } });
  showScreen('/console/apps/new');
  expect(await screen.findByRole('heading', { name: 'Only owners, admins and developers of Acme Apps can create apps' })).toBeTruthy();
  await isAccessible();
});

test('which redirect URIs can be saved', () => {
  expect(['https://a.test/cb', 'http://127.0.0.1:8399/cb', 'http://localhost/cb', 'http://[::1]/cb', 'http://a.test', 'ftp://a.test', 'x'].map(redirectable)).toEqual([true, true, true, true, false, false, false]);
});
