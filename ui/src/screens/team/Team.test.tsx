import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, isAccessible, showScreen } from '#/test/show';

const dana = { userId: 'usr_1', name: 'Dana Dev', email: 'dev@acme.test', role: 'owner', since: '2026-11-14T22:38:07.000Z' };
const eve = { userId: 'usr_2', name: 'Eve Adams', email: 'eve@acme.test', role: 'developer', since: '2026-11-15T08:00:00.000Z' };
const invitation = { id: 'ivt_1', email: 'ben@acme.test', role: 'viewer', invitedBy: 'usr_1', createdAt: '2026-11-15T08:00:00.000Z', expiresAt: '2026-11-22T08:00:00.000Z', mailedAt: '2026-11-15T08:00:01.000Z' };
const org = '/developer/organizations/org_1';
const answers = (role = 'owner') => ({
  'GET /account': { user: { id: 'usr_1', name: 'Dana Dev', email: 'dev@acme.test', locale: 'en' }, business: null, businesses: [] },
  'GET /developer/organizations': { data: [{ id: 'org_1', name: 'Acme Apps', role, version: 1, createdAt: '2026-11-14T22:38:07.000Z' }] },
  [`GET ${org}/apps`]: { data: [] },
  [`GET ${org}/members`]: { data: [{ ...dana, role }, eve] },
  [`GET ${org}/invitations`]: { data: [invitation] },
});
const chooses = async (who: string, what: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `More about ${who}` }));
  await userEvent.click(await screen.findByRole('menuitem', { name: what }));
};

describe('the team', () => {
  it('shows members, invitations, and what each role may do', async () => {
    answer(answers());
    showScreen('/console/team');
    expect(await screen.findByText('eve@acme.test')).toBeTruthy();
    expect(await screen.findByText('ben@acme.test')).toBeTruthy();
    const secrets = within(screen.getByRole('row', { name: /Make and revoke client secrets/ }));
    expect(secrets.getAllByRole('img', { name: 'Yes' })).toHaveLength(2);
    await isAccessible();
  });

  it('invites somebody, after it looked at the address', async () => {
    const asked = answer({ ...answers(), [`POST ${org}/invitations`]: { status: 201, body: invitation } });
    showScreen('/console/team?invite=1');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Send the invitation' }));
    expect(dialog.getByText('Write the address of one person.')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Email address'), 'ben@acme.test');
    await userEvent.click(dialog.getByRole('radio', { name: /Viewer/ }));
    await isAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Send the invitation' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await asked.find((one) => one.method === 'POST')!.json()).toEqual({ email: 'ben@acme.test', role: 'viewer' });
  });

  it('renames the organization', async () => {
    const asked = answer({ ...answers(), [`PATCH ${org}`]: { id: 'org_1', name: 'Acme Tools', role: 'owner', version: 2, createdAt: '2026-11-14T22:38:07.000Z' } });
    showScreen('/console/team');
    await userEvent.click(await screen.findByRole('button', { name: 'Rename' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('That is its name.')).toBeTruthy();
    await userEvent.clear(dialog.getByLabelText('Name'));
    await userEvent.type(dialog.getByLabelText('Name'), 'Acme Tools');
    await isAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Rename' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const request = asked.find((one) => one.method === 'PATCH')!;
    expect(request.headers.get('If-Match')).toBe('"1"');
    expect(await request.json()).toEqual({ name: 'Acme Tools' });
  });

  it('lets an admin give no role above their own', async () => {
    answer(answers('admin'));
    showScreen('/console/team?member=usr_2');
    const dialog = within(await screen.findByRole('dialog'));
    expect((await dialog.findByRole<HTMLInputElement>('radio', { name: /Owner/ })).disabled).toBe(true);
    expect(dialog.getByText('It is their role already.')).toBeTruthy();
  });

  it('says what removing means, and shows the service’s refusal', async () => {
    answer({ ...answers(), [`DELETE ${org}/members/usr_2`]: { status: 409, body: { statusCode: 409, message: 'Somebody has to be the owner.', error: 'Conflict', code: 'LAST_OWNER' }, requestId: 'req_1' } });
    showScreen('/console/team');
    await chooses('Eve Adams', 'Remove');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText(/reaches nothing of the organization/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Remove Eve Adams' }));
    expect(await dialog.findByText('Somebody has to be the owner.')).toBeTruthy();
  });

  it('hands over to a member who was chosen', async () => {
    const asked = answer({ ...answers(), [`POST ${org}/hand-over`]: { status: 204 } });
    showScreen('/console/team');
    await chooses('Dana Dev', 'Hand over');
    const dialog = within(await screen.findByRole('alertdialog'));
    expect(dialog.getByText('Choose who becomes the owner.')).toBeTruthy();
    await userEvent.selectOptions(dialog.getByLabelText('New owner'), 'usr_2');
    await userEvent.click(dialog.getByRole('button', { name: 'Make Eve Adams the owner' }));
    await waitFor(() => expect(asked.some((one) => one.url.endsWith('/hand-over'))).toBe(true));
  });

  it('lets a viewer see it all and leave', async () => {
    answer(answers('viewer'));
    showScreen('/console/team');
    expect((await screen.findByRole('button', { name: 'Invite somebody' })).getAttribute('aria-disabled')).toBe('true');
    await chooses('Dana Dev', 'Leave');
    expect(await screen.findByRole('alertdialog', { name: 'Leave Acme Apps?' })).toBeTruthy();
  });

  it('shows what could not be read in its place, and the rest works', async () => {
    answer({ ...answers(), [`GET ${org}/members`]: { status: 403, body: { statusCode: 403, message: 'No.', error: 'Forbidden' } }, [`GET ${org}/invitations`]: { data: [] } });
    showScreen('/console/team');
    expect(await screen.findByText('The members could not be read')).toBeTruthy();
    expect(await screen.findByText('No open invitations')).toBeTruthy();
  });
});
