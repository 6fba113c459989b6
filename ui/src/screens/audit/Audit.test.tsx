import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, isAccessible, showScreen } from '#/test/show';

const entry = { id: 'aud_1', at: '2026-11-15T08:00:00.000Z', action: 'app.secret_added', actor: { type: 'user', id: 'usr_1' }, subject: 'app_1', requestId: 'req_1', facts: { secret: 'sec_1' } };
const path = 'GET /developer/organizations/org_1/audit-log';
const page = (...data: unknown[]) => ({ data, hasMore: false, nextCursor: null });
const answers = (role = 'owner') => ({
  'GET /account': { user: { id: 'usr_1', name: 'Dana Dev', email: 'dev@acme.test', locale: 'en' }, business: null, businesses: [] },
  'GET /developer/organizations': { data: [{ id: 'org_1', name: 'Acme Apps', role, version: 1, createdAt: '2026-11-14T22:38:07.000Z' }] },
  'GET /developer/organizations/org_1/apps': { data: [{ id: 'app_1', name: 'Bakery Sync' }] },
  'GET /developer/organizations/org_1/members': { data: [{ userId: 'usr_1', name: 'Dana Dev', email: 'dev@acme.test', role: 'owner', since: '2026-11-14T22:38:07.000Z' }] },
  [path]: page(entry),
});

describe('the audit log', () => {
  it('names people and apps, and opens an entry beside the list', async () => {
    answer(answers());
    const router = showScreen('/console/audit');
    await userEvent.click(await screen.findByRole('link', { name: /A client secret was added/ }));
    expect(await screen.findByRole('heading', { level: 2, name: 'A client secret was added' })).toBeTruthy();
    expect(screen.getAllByText('Dana Dev').length).toBeGreaterThan(0);
    expect(screen.getAllByText('Bakery Sync').length).toBeGreaterThan(0);
    expect(router.state.location.search).toEqual({ entry: 'aud_1' });
    await isAccessible();
  });

  it('asks with the filters of the URL, to the end of the last day', async () => {
    const asked = answer(answers());
    showScreen('/console/audit?action=app.secret_added&subject=app_1&from=2026-11-01&to=2026-11-15');
    await screen.findByRole('link', { name: /A client secret was added/ });
    const query = new URL(asked.find((one) => one.url.includes('audit-log'))!.url).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({ action: 'app.secret_added', subject: 'app_1', from: '2026-11-01T00:00:00.000Z', to: '2026-11-16T00:00:00.000Z' });
  });

  it('says in words that nothing matches, and clears the filters', async () => {
    answer({ ...answers(), [`${path}?action=app.removed`]: page() });
    showScreen('/console/audit?action=app.removed');
    expect(await screen.findByText('There is nothing of the kind app.removed.')).toBeTruthy();
    await userEvent.click(screen.getAllByRole('link', { name: 'Clear the filters' }).at(-1)!);
    expect(await screen.findByRole('link', { name: /A client secret was added/ })).toBeTruthy();
  });

  it('reads on where the page ends', async () => {
    answer({ ...answers(), [path]: (request: Request) => (request.url.includes('after=') ? page({ ...entry, id: 'aud_0', action: 'app.of_tomorrow' }) : { data: [entry], hasMore: true, nextCursor: 'aud_1' }) });
    showScreen('/console/audit');
    await userEvent.click(await screen.findByRole('button', { name: 'Show older ones' }));
    expect((await screen.findAllByText('app.of_tomorrow')).length).toBeGreaterThan(0);
  });

  it('tells a developer who can read it, and does not ask', async () => {
    const asked = answer(answers('developer'));
    showScreen('/console/audit');
    expect(await screen.findByText('Only owners and admins of Acme Apps can read the audit log')).toBeTruthy();
    expect(asked.some((one) => one.url.includes('audit-log'))).toBe(false);
  });

  it('is empty, and fails, in its place', async () => {
    answer({ ...answers(), [path]: { status: 403, body: { statusCode: 403, message: 'No.', error: 'Forbidden' }, requestId: 'req_0006gy6fd3vstx55jmc2jjb0ggsm' } });
    showScreen('/console/audit');
    expect(await screen.findByText('The audit log could not be read')).toBeTruthy();
    await waitFor(() => expect(screen.getByTitle('req_0006gy6fd3vstx55jmc2jjb0ggsm')).toBeTruthy());
  });
});
