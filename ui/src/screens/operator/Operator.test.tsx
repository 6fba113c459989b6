import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Answers, answer, isAccessible, showScreen } from '#/test/show';

const review = {
  id: 'rev_1', number: 4, state: 'IN_REVIEW', app: { id: 'app_1', name: 'Bakery Sync' }, publisher: { id: 'org_1', name: 'Acme Apps' }, first: false, changes: ['tagline'], highestRisk: 'write',
  submittedAt: '2026-11-14T12:40:00Z', claimedAt: '2026-11-15T09:00:00Z', claimedBy: 'usr_1', decidedAt: null,
};
const details = {
  ...review,
  content: { slug: 's', name: 'Bakery Sync', tagline: 'b', description: 'd', categories: [], privacyUrl: 'https://acme.test/p', supportUrl: '', connectUrl: '', iconId: null, screenshotIds: [] },
  parts: [{ part: 'tagline', live: ['Turns orders, slowly'], new: ['Turns orders, at once'] }],
  scopes: [{ scope: 'invoices:write', risk: 'write', says: 'Change invoices', reason: 'Needs it.', new: true }], thread: [],
};
const app = {
  id: 'app_1', clientId: 'bakery', name: 'Bakery Sync', type: 'CONFIDENTIAL', status: 'ACTIVE', review: 'APPROVED', organizationId: 'org_1', scopes: ['invoices:read'], redirectUris: [],
  suspendedAt: null, suspensionReason: null, deactivatedAt: null, createdAt: '2026-11-14T22:38:07Z',
};
const user = { id: 'usr_2', name: 'Dana Dev', email: 'dev@acme.test', operator: false, suspendedAt: null, restrictedAt: null, createdAt: '2026-11-14T22:38:07Z' };
const page = (data: unknown[]) => ({ data, hasMore: false, nextCursor: null });

const world = (over: Answers = {}): Answers => ({
  'GET /account': { user: { id: 'usr_1', name: 'Opal Operator', email: 'operator@service.test' }, business: null, businesses: [] },
  'GET /developer/organizations': { data: [] },
  'GET /admin/reviews': { data: [review], waiting: 1, oldestAt: '2026-11-14T12:40:00Z', medianSeconds: 68_400 },
  'GET /admin/reviews/rev_1': details,
  'GET /admin/reviews/rev_1/checks': { data: [{ name: 'VERSION_PINNED', passed: true, says: 'Pinned.' }] },
  'GET /admin/apps': page([app]),
  'GET /admin/apps/app_1': app,
  'GET /admin/apps/app_1/impact': { installations: 412, calls: 48_210, errors: 386, webhooks: 3, deliveriesWaiting: 40 },
  'GET /admin/apps/app_1/functions': { functions: 3, enabled: 2, offForAll: false, stop: null, organizationStop: { reason: 'All of them flood.', stoppedAt: '2026-11-15T10:42:00Z', stoppedBy: 'usr_1' } },
  'GET /admin/users': page([user]),
  'GET /admin/delivery-backlog': { healthy: { due: 0, oldestSeconds: 0 }, failing: { due: 12, oldestSeconds: 7200 } },
  'GET /admin/lockouts': page([]),
  'GET /admin/domains': { data: [] },
  ...over,
});

test('whoever is no operator finds no such page; without a second factor it says so', async () => {
  answer(world({ 'GET /admin/users': { status: 404, body: { statusCode: 404, message: 'Not found' } }, 'GET /admin/lockouts': { status: 403, body: { statusCode: 403, code: 'SECOND_FACTOR_NEEDED', message: 'Second factor.' } } }));
  const router = showScreen('/operator/users');
  expect(await screen.findByText('There is no such page')).toBeTruthy();
  await router.navigate({ to: '/operator/lockouts' });
  expect(await screen.findByText('This needs two-step verification')).toBeTruthy();
  await isAccessible();
});

test('a reviewer reads what changes and decides; words come first', async () => {
  const asked = answer(world({ 'POST /admin/reviews/rev_1/request-changes': { ...details, state: 'CHANGES_REQUESTED', decidedAt: '2026-11-15T10:00:00Z' } }));
  showScreen('/operator/reviews/rev_1');
  expect(await screen.findByText('slowly')).toBeTruthy();
  const request = screen.getByRole('button', { name: 'Request changes' });
  expect(request.getAttribute('aria-disabled')).toBe('true');
  await isAccessible();
  await userEvent.type(screen.getByLabelText('What you tell Acme Apps'), 'Say more.');
  await userEvent.click(request);
  expect(await screen.findByText('Bakery Sync was given back with your words')).toBeTruthy();
  expect(await asked.find((one) => one.method === 'POST')!.json()).toEqual({ words: 'Say more.' });
  expect(screen.queryByRole('button', { name: 'Request changes' })).toBeNull();
});

test('of two who claim a revision one is told that it is taken', async () => {
  answer(world({
    'GET /admin/reviews/rev_1': { ...details, state: 'SUBMITTED', claimedBy: null, claimedAt: null },
    'POST /admin/reviews/rev_1/claim': { status: 409, body: { statusCode: 409, code: 'REVISION_NOT_WAITING', message: 'Somebody else has claimed it.' } },
  }));
  showScreen('/operator/reviews/rev_1');
  await userEvent.click(await screen.findByRole('button', { name: 'Claim it' }));
  expect(await screen.findByText('Somebody else has claimed it.')).toBeTruthy();
});

test('an empty queue says what comes', async () => {
  answer(world({ 'GET /admin/reviews': { data: [], waiting: 0, oldestAt: null, medianSeconds: null } }));
  showScreen('/operator/reviews');
  expect(await screen.findByText('Nothing waits for review')).toBeTruthy();
});

test('suspending counts what it takes and asks for the reason and the name', async () => {
  const asked = answer(world({ 'POST /admin/apps/app_1/suspend': { ...app, status: 'SUSPENDED', suspendedAt: '2026-11-15T10:42:00Z', suspensionReason: 'It leaks.' } }));
  showScreen('/operator/apps/app_1/suspend');
  const act = await screen.findByRole('button', { name: 'Suspend Bakery Sync in 412 businesses' });
  expect(screen.getByText('businesses lose the app.')).toBeTruthy();
  await isAccessible();
  await userEvent.type(screen.getByLabelText('Why'), 'It leaks.');
  expect(screen.getByText('The name does not match yet.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Type Bakery Sync to go on'), 'Bakery Sync');
  await userEvent.click(act);
  expect(await screen.findByRole('button', { name: 'Lift the suspension' })).toBeTruthy();
  expect(await asked.find((one) => one.method === 'POST')!.json()).toEqual({ reason: 'It leaks.' });
});

test('functions are stopped with a reason, and run again', async () => {
  const asked = answer(world({ 'POST /admin/apps/app_1/functions/stop': { status: 204 }, 'POST /admin/organizations/org_1/functions/resume': { status: 204 } }));
  showScreen('/operator/apps/app_1');
  expect(await screen.findByText('All of them flood.')).toBeTruthy();
  expect(screen.getByText('3, 2 on')).toBeTruthy();
  await isAccessible();
  await userEvent.click(screen.getByRole('button', { name: 'Stop the app’s functions' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Stop the app’s functions?' });
  await userEvent.type(within(dialog).getByLabelText('Why'), 'It floods.');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stop the app’s functions' }));
  expect(await screen.findByText('The app’s functions are stopped')).toBeTruthy();
  expect(await asked.find((one) => one.method === 'POST')!.json()).toEqual({ reason: 'It floods.' });
  await userEvent.click(screen.getByRole('button', { name: 'Let the organization’s functions run' }));
  expect(await screen.findByText('The organization’s functions run again')).toBeTruthy();
});

test('users, backlog and domains have their states', async () => {
  answer(world({ 'GET /admin/users': (request: Request) => (request.url.includes('email=') ? page([]) : page([user])), 'POST /admin/users/usr_2/suspend': { ...user, suspendedAt: '2026-11-15T10:42:00Z' } }));
  const router = showScreen('/operator/users');
  await userEvent.click(await screen.findByRole('button', { name: 'What to do with Dana Dev' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Suspend' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Suspend Dana Dev' }));
  expect(await screen.findByText('Dana Dev is suspended')).toBeTruthy();
  await router.navigate({ to: '/operator/users', search: { email: 'no@body.test' } });
  expect(await screen.findByText('Nobody has the address no@body.test')).toBeTruthy();
  await router.navigate({ to: '/operator/backlog' });
  expect(await screen.findByText('The oldest has been due for 2 hours.')).toBeTruthy();
  await router.navigate({ to: '/operator/domains' });
  expect(await screen.findByText('No domain is trusted')).toBeTruthy();
});
