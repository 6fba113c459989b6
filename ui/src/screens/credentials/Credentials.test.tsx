import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer, isAccessible, showScreen } from '#/test/show';
import { match, problemOf, slipsOf } from './redirect';

const app = {
  id: 'app_1', clientId: 'sync-client', name: 'Bakery Sync', type: 'CONFIDENTIAL', status: 'ACTIVE', review: 'DRAFT',
  appUrl: null, privacyUrl: 'https://acme.test/privacy', supportUrl: null, logoUrl: null, scopes: ['invoices:read'],
  redirectUris: [], pinnedApiVersion: null, rollBack: null, organizationId: 'org_1', suspendedAt: null,
  suspensionReason: null, deactivatedAt: null, version: 4, createdAt: '2026-11-14T22:38:07.000Z',
};
const secret = { id: 'sec_1', prefix: 'cpcs_mvzz', createdAt: '2026-09-02T08:14:20.000Z', madeBy: { id: 'usr_1', name: 'Dana Dev' }, lastUsedAt: '2026-11-15T08:00:00.000Z', network: '203.0.113.0' as string | null };
const made = { ...secret, id: 'sec_2', prefix: 'cpcs_bg24', lastUsedAt: null, network: null };
const catalogue = [
  { scope: 'invoices:read', module: 'Invoices', risk: 'read', says: 'See invoices and credit notes' },
  { scope: 'payments:write', module: 'Payments', risk: 'books', says: 'Record payments' },
];
const uris = (...list: string[]) => ({ data: list.map((uri, i) => ({ uri, warnings: [], uses: i === 0 ? 1204 : 0, lastUsedAt: i === 0 ? '2026-11-15T08:00:00.000Z' : null })), version: 4 });

const answers = (role = 'owner') => ({
  'GET /account': { user: { id: 'usr_1', name: 'Dana Dev', email: 'dev@acme.test', locale: 'en' }, business: null, businesses: [] },
  'GET /developer/organizations': { data: [{ id: 'org_1', name: 'Acme Apps', role, version: 1, createdAt: '2026-11-14T22:38:07.000Z' }] },
  'GET /developer/organizations/org_1/apps': { data: [{ ...app, webhooks: 0 }] },
  'GET /developer/organizations/org_1/members': { data: [{ userId: 'usr_2', name: 'Olga Owner', email: 'o@acme.test', role: 'owner', since: '2026-11-14T22:38:07.000Z' }] },
  'GET /developer/apps/app_1': app,
  'GET /developer/apps/app_1/webhook-health': { data: [] },
  'GET /developer/apps/app_1/secrets': { data: [secret] },
  'GET /developer/apps/app_1/redirect-uris': uris('https://sync.acme.test/callback'),
  'GET /developer/apps/app_1/scopes': { data: [{ ...catalogue[0], reason: 'Mirrors invoices.', warnings: [] }], version: 4 },
  'GET /developer/scopes': { data: catalogue },
  'GET /developer/apps/app_1/scope-usage': { from: '2026-10-16T10:00:00.000Z', data: [{ scope: 'invoices:read', calls: 802_114, refused: 0 }, { scope: 'payments:write', calls: 0, refused: 212 }] },
  'GET /developer/apps/app_1/app-data-fields': { data: [] },
  'GET /developer/apps/app_1/installations': { data: [], hasMore: false, nextCursor: null },
});
const open = () => showScreen('/console/apps/app_1/credentials');
const part = async (name: string) => within(await screen.findByRole('region', { name }));

beforeEach(() => vi.stubGlobal('confirm', () => true));

describe('secrets', () => {
  it('shows a new one once, and forgets it when it is ticked off', async () => {
    let all = [secret];
    answer({
      ...answers(),
      'GET /developer/apps/app_1/secrets': () => ({ data: all }),
      'POST /developer/apps/app_1/secrets': () => {
        all = [secret, made as never];
        return { status: 201, body: { ...made, clientSecret: 'cpcs_bg24whole' } };
      },
    });
    open();
    expect(await screen.findByText('It is the only one. Make another first.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Make a secret' }));
    expect(await screen.findByText('cpcs_bg24whole')).toBeTruthy();
    expect(await screen.findByText('There are two. Revoke one first.')).toBeTruthy();
    expect(screen.getByText('Deploy it: not used yet')).toBeTruthy();
    await isAccessible();
    await userEvent.click(screen.getByRole('checkbox', { name: 'I have put it where it is safe' }));
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText('cpcs_bg24whole')).toBeNull();
  });

  it('says what revoking does before it does', async () => {
    const asked = answer({ ...answers(), 'GET /developer/apps/app_1/secrets': { data: [secret, made] }, 'DELETE /developer/apps/app_1/secrets/sec_1': { status: 204 } });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke cpcs_mvzz…' }));
    const dialog = within(screen.getByRole('alertdialog'));
    expect(dialog.getByText(/no new tokens/).textContent).toContain('401 invalid_client');
    expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Keep it' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke cpcs_mvzz…' }));
    await waitFor(() => expect(asked.some((one) => one.method === 'DELETE')).toBe(true));
  });

  it('tells a developer who may see them, and does not ask for them', async () => {
    const asked = answer(answers('developer'));
    open();
    expect(await screen.findByText('Only owners and admins of Acme Apps can see client secrets')).toBeTruthy();
    expect(await screen.findByText(/Ask Olga Owner/)).toBeTruthy();
    expect(asked.some((one) => one.url.endsWith('/secrets'))).toBe(false);
  });

  it('shows what could not be read in its place, with the request', async () => {
    answer({ ...answers(), 'GET /developer/apps/app_1/secrets': { status: 403, body: { statusCode: 403, message: 'No.', error: 'Forbidden' }, requestId: 'req_0006gy6fd3vstx55jmc2jjb0ggsm' } });
    open();
    expect(await screen.findByText('Client secrets could not be read')).toBeTruthy();
    expect(screen.getByTitle('req_0006gy6fd3vstx55jmc2jjb0ggsm')).toBeTruthy();
  });
});

describe('redirect URIs', () => {
  it('saves all of them or none', async () => {
    const asked = answer({ ...answers(), 'PUT /developer/apps/app_1/redirect-uris': uris('https://sync.acme.test/callback', 'https://sync.acme.test/b') });
    open();
    const here = await part('Redirect URIs');
    await userEvent.click(await here.findByRole('button', { name: 'Add a URI' }));
    await userEvent.type(here.getByLabelText('Redirect URI 2'), 'http://sync.acme.test/b');
    expect(here.getByText(/http is for loopback addresses only/)).toBeTruthy();
    expect(here.getByText(/One has a problem/)).toBeTruthy();
    await userEvent.clear(here.getByLabelText('Redirect URI 2'));
    await userEvent.type(here.getByLabelText('Redirect URI 2'), 'https://sync.acme.test/b');
    await userEvent.click(here.getByRole('button', { name: 'Save redirect URIs' }));
    expect(await screen.findByText('The redirect URIs are saved.')).toBeTruthy();
    const put = asked.find((one) => one.method === 'PUT')!;
    expect(put.headers.get('If-Match')).toBe('"4"');
    expect(await put.json()).toEqual({ redirectUris: ['https://sync.acme.test/callback', 'https://sync.acme.test/b'] });
  });

  it('shows both versions when somebody saved first', async () => {
    let reads = 0;
    answer({
      ...answers(),
      'GET /developer/apps/app_1/redirect-uris': () => (reads++ === 0 ? uris('https://sync.acme.test/callback') : { ...uris('https://theirs.acme.test/callback'), version: 5 }),
      'PUT /developer/apps/app_1/redirect-uris': { status: 412, body: { statusCode: 412, message: 'Changed.', error: 'Precondition Failed', code: 'RECORD_CHANGED' } },
    });
    open();
    const here = await part('Redirect URIs');
    await userEvent.type(await here.findByLabelText('Redirect URI 1'), '/mine');
    await userEvent.click(here.getByRole('button', { name: 'Save redirect URIs' }));
    expect(await here.findByText('Somebody changed this while you were editing')).toBeTruthy();
    await userEvent.click(here.getByRole('button', { name: 'Take what is saved' }));
    expect(here.getByLabelText<HTMLInputElement>('Redirect URI 1').value).toBe('https://theirs.acme.test/callback');
  });

  it('tells where what an app sends parts from what is saved', async () => {
    answer(answers());
    open();
    const here = await part('Redirect URIs');
    await userEvent.type(await here.findByLabelText('Would it match?'), 'https://sync.acme.test/Callback');
    expect(here.getByText(/The first difference is character 24/)).toBeTruthy();
  });

  it('knows problems and slips as the service does', () => {
    expect(problemOf(0, ['https://a.test/?x=1'])).toBe('wildcard');
    expect(problemOf(0, ['a.test'])).toBe('address');
    expect(problemOf(0, ['http://127.0.0.1:8399/callback'])).toBeUndefined();
    expect(problemOf(1, ['https://a.test/', 'https://a.test/'])).toBe('repeated');
    expect(slipsOf(0, ['https://a.test/c', 'https://a.test/c/'])).toEqual(['TRAILING_SLASH']);
    expect(slipsOf(0, ['https://a.test:443/c'])).toEqual(['DEFAULT_PORT']);
    expect(match('https://a.test/c', ['https://b.test/c', 'https://a.test/cc'])).toEqual({ ok: false, nearest: 'https://a.test/cc', at: 16 });
  });
});

describe('scopes and settings', () => {
  it('says what adding a scope changes, and sends reasons', async () => {
    const asked = answer({ ...answers(), 'PUT /developer/apps/app_1/scopes': { data: [], version: 5 } });
    open();
    const here = await part('Scopes');
    await userEvent.click(await here.findByRole('checkbox', { name: /payments:write/ }));
    expect(here.getByText('No reason yet. Review will ask why.')).toBeTruthy();
    expect(here.getByText(/that is payments:read/)).toBeTruthy();
    expect(here.getByText('Adds payments:write.')).toBeTruthy();
    await userEvent.type(here.getByLabelText('Reason for payments:write'), 'Settles.');
    await userEvent.click(here.getByRole('button', { name: 'Save scopes' }));
    await waitFor(() => expect(asked.some((one) => one.method === 'PUT')).toBe(true));
    expect(await asked.find((one) => one.method === 'PUT')!.json()).toEqual({ scopes: [{ scope: 'invoices:read', reason: 'Mirrors invoices.' }, { scope: 'payments:write', reason: 'Settles.' }] });
  });

  it('lets a viewer read all of it and change nothing', async () => {
    answer(answers('viewer'));
    open();
    const here = await part('Scopes');
    expect((await here.findByRole<HTMLInputElement>('checkbox', { name: /invoices:read/ })).disabled).toBe(true);
    expect(here.getByRole('button', { name: 'Save scopes' }).getAttribute('aria-disabled')).toBe('true');
    expect(here.getByText('Only owners, admins and developers can do this. You are a viewer.')).toBeTruthy();
    await isAccessible();
  });

  it('takes an address away with null', async () => {
    const asked = answer({ ...answers(), 'PATCH /developer/apps/app_1': app });
    open();
    await userEvent.clear(await screen.findByLabelText('Privacy policy'));
    await userEvent.click(screen.getByRole('button', { name: 'Save the settings' }));
    await waitFor(() => expect(asked.some((one) => one.method === 'PATCH')).toBe(true));
    expect(await asked.find((one) => one.method === 'PATCH')!.json()).toMatchObject({ name: 'Bakery Sync', privacyUrl: null });
  });

  it('asks for the name before it deletes, and not while something depends on it', async () => {
    answer({ ...answers(), 'GET /developer/organizations/org_1/apps': { data: [{ ...app, webhooks: 2 }] } });
    open();
    expect(await screen.findByText('It has 2 webhooks. Deactivate it instead.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Delete Bakery Sync' }).getAttribute('aria-disabled')).toBe('true');
  });
});

describe('what is used', () => {
  it('is said of secrets, redirect URIs and scopes, in their places', async () => {
    answer({ ...answers(), 'GET /developer/apps/app_1/redirect-uris': uris('https://sync.acme.test/callback', 'https://old.acme.test/callback') });
    open();
    expect((await (await part('Client secrets')).findByText(/^from/)).textContent).toBe('from 203.0.113.0');
    expect(await screen.findByText(/Used 1,204 times in the last 30 days, most recently/)).toBeTruthy();
    expect(screen.getByText('Not used in the last 30 days.')).toBeTruthy();
    expect(await screen.findByText('802,114 calls in the last 30 days')).toBeTruthy();
    expect(screen.getByText('Not registered. 212 calls were refused without it in the last 30 days.')).toBeTruthy();
    await isAccessible();
  });

  it('warns of a scope that is registered and not used, and not of one that is only ticked', async () => {
    answer({ ...answers(), 'GET /developer/apps/app_1/scope-usage': { from: '2026-10-16T10:00:00.000Z', data: [{ scope: 'invoices:read', calls: 0, refused: 0 }, { scope: 'payments:write', calls: 0, refused: 0 }] } });
    open();
    expect(await screen.findByText('Not used in 30 days. Review will ask why.')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: /payments:write/ }));
    expect(screen.getAllByText('Not used in 30 days. Review will ask why.').length).toBe(1);
  });
});
