import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, isAccessible, showScreen } from '#/test/show';

const sandbox = { id: 'biz_1', name: 'Acme Sandbox', template: 'SERVICES', currency: 'EUR', timezone: 'Europe/Berlin', time: new Date().toISOString(), filledAt: '2026-11-14T22:38:08.000Z', createdAt: '2026-11-14T22:38:07.000Z' };
const path = '/developer/organizations/org_1/sandboxes';
const answers = (role = 'owner') => ({
  'GET /account': { user: { id: 'usr_1', name: 'Dana Dev', email: 'dev@acme.test', locale: 'en' }, business: null, businesses: [] },
  'GET /developer/organizations': { data: [{ id: 'org_1', name: 'Acme Apps', role, version: 1, createdAt: '2026-11-14T22:38:07.000Z' }] },
  'GET /developer/organizations/org_1/apps': { data: [{ id: 'app_1', name: 'Bakery Sync' }] },
  'GET /developer/sandbox-templates': { data: [{ code: 'SERVICES', name: 'Service firm', description: 'An agency.' }, { code: 'RETAIL', name: 'Shop', description: 'A shop.' }] },
  [`GET ${path}`]: { data: [sandbox] },
});
const chooses = async (what: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'More about Acme Sandbox' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: what }));
};

describe('sandboxes', () => {
  it('teaches what one is while there is none, and makes one from a template', async () => {
    const asked = answer({ ...answers(), [`GET ${path}`]: { data: [] }, [`POST ${path}`]: { status: 201, body: sandbox } });
    showScreen('/console/sandboxes');
    expect(await screen.findByText('No sandboxes yet')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Make a sandbox' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('radio', { name: /Shop/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Make a sandbox' }));
    expect(dialog.getByText('Give it a name.')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Name'), 'Shop');
    await isAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Make a sandbox' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await asked.find((one) => one.method === 'POST')!.json()).toEqual({ name: 'Shop', template: 'RETAIL' });
  });

  it('gives a token of five minutes for an app', async () => {
    answer({ ...answers(), [`POST ${path}/biz_1/token`]: { accessToken: 'cpat_whole', expiresIn: 300, scopes: ['invoices:read'] } });
    showScreen('/console/sandboxes?token=biz_1');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(await dialog.findByRole('button', { name: 'Take a token' }));
    expect(await dialog.findByText('cpat_whole')).toBeTruthy();
    expect(dialog.getByText('invoices:read')).toBeTruthy();
    expect(dialog.getByText('in 5 minutes')).toBeTruthy();
    await isAccessible();
  });

  it('says what a reset takes, and shows why one was refused', async () => {
    answer({ ...answers(), [`POST ${path}/biz_1/reset`]: { status: 409, body: { statusCode: 409, message: 'This sandbox is being filled. Try again in a moment.', error: 'Conflict', code: 'SANDBOX_BUSY' } } });
    showScreen('/console/sandboxes');
    await chooses('Reset it');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/connected apps and their tokens stay/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Empty and fill Acme Sandbox' }));
    expect(await dialog.findByText('This sandbox is being filled. Try again in a moment.')).toBeTruthy();
  });

  it('asks for the name before it deletes', async () => {
    const asked = answer({ ...answers(), [`DELETE ${path}/biz_1`]: { status: 204 } });
    showScreen('/console/sandboxes');
    await chooses('Delete it');
    const dialog = within(await screen.findByRole('alertdialog'));
    const act = dialog.getByRole('button', { name: 'Delete Acme Sandbox with its books' });
    expect(act.getAttribute('aria-disabled')).toBe('true');
    await userEvent.type(dialog.getByLabelText('Type Acme Sandbox to go on'), 'Acme Sandbox');
    await userEvent.click(act);
    await waitFor(() => expect(asked.some((one) => one.method === 'DELETE')).toBe(true));
  });

  it('moves a clock forward, and never back', async () => {
    const asked = answer({ ...answers(), [`POST ${path}/biz_1/clock`]: { ...sandbox, time: '2027-11-15T00:00:00.000Z' } });
    showScreen('/console/sandboxes?clock=biz_1');
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByLabelText<HTMLInputElement>('What it shall show, UTC');
    await userEvent.clear(field);
    await userEvent.type(field, '2020-01-01T00:00');
    expect(dialog.getByText('It is only moved forward.')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: '365 days' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Move its clock forward' }));
    await waitFor(() => expect(asked.some((one) => one.url.endsWith('/clock'))).toBe(true));
  });

  it('keeps what a viewer may not do in its place, off, with the reason', async () => {
    answer(answers('viewer'));
    showScreen('/console/sandboxes');
    expect((await screen.findByRole('button', { name: 'Take a token in Acme Sandbox' })).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText(/You are a viewer/).length).toBeGreaterThan(0);
    await isAccessible();
  });

  it('shows what could not be read in its place', async () => {
    answer({ ...answers(), [`GET ${path}`]: { status: 404, body: { statusCode: 404, message: 'No such organization.', error: 'Not Found' }, requestId: 'req_1' } });
    showScreen('/console/sandboxes');
    expect(await screen.findByText('The sandboxes could not be read')).toBeTruthy();
  });
});
