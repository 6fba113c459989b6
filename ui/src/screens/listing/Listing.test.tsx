import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { type Answers, answer, isAccessible, showScreen } from '#/test/show';

const revision = {
  id: 'rev_4', number: 4, state: 'DRAFT', slug: 'bakery-sync', name: 'Bakery Sync', tagline: 'Turns orders into invoices', description: 'Reads the till.', categories: ['POINT_OF_SALE'],
  privacyUrl: 'https://acme.test/privacy', supportUrl: 'https://acme.test/help', connectUrl: 'https://acme.test/connect', iconId: 'ast_1', screenshotIds: ['ast_2'], scopeReasons: { 'invoices:read': 'To read.' },
  missing: [], submittedAt: null, decidedAt: null, createdAt: '2026-11-14T10:00:00Z', updatedAt: '2026-11-15T10:00:00Z',
};
const live = { ...revision, id: 'rev_3', number: 3, state: 'APPROVED' };
const path = '/developer/apps/app_1';
const asset = (id: string, kind: string, shownBy: number[]) => ({ id, kind, caption: `Picture ${id}`, mediaType: 'image/png', width: 800, height: 500, bytes: 9, shownBy, createdAt: '2026-11-14T10:00:00Z' });

const world = (over: Answers = {}, role = 'developer'): Answers => ({
  'GET /account': { user: { id: 'usr_1', name: 'Dana Dev', email: 'dev@acme.test' }, business: null, businesses: [] },
  'GET /developer/organizations': { data: [{ id: 'org_1', name: 'Acme Apps', role }] },
  'GET /developer/organizations/org_1/apps': { data: [] },
  [`GET ${path}`]: { id: 'app_1', name: 'Bakery Sync', status: 'ACTIVE', review: 'DRAFT', organizationId: 'org_1', scopes: ['invoices:read'], privacyUrl: null, supportUrl: null, version: 1 },
  [`GET ${path}/webhook-health`]: { data: [] },
  [`GET ${path}/scopes`]: { data: [{ scope: 'invoices:read', module: 'Invoices', risk: 'read', says: 'See invoices', reason: null, warnings: [] }], version: 1 },
  'GET /developer/listing-categories': { data: [{ category: 'POINT_OF_SALE', name: 'Point of sale' }, { category: 'BANKING', name: 'Banking' }] },
  [`GET ${path}/listing`]: { appId: 'app_1', live, open: revision, version: 7, createdAt: '2026-11-14T10:00:00Z' },
  [`GET ${path}/listing/revisions`]: { data: [revision, live] },
  [`GET ${path}/listing/diff`]: { liveNumber: 3, openNumber: 4, parts: [{ part: 'tagline', live: ['Turns orders, slowly'], open: ['Turns orders into invoices'] }, { part: 'screenshots', live: [], open: ['ast_2'] }] },
  [`GET ${path}/listing/checks`]: { data: [{ name: 'VERSION_PINNED', passed: true, says: 'The API version is pinned.' }] },
  [`GET ${path}/listing/thread`]: { data: [] },
  [`GET ${path}/listing/assets`]: { data: [asset('ast_1', 'ICON', [3, 4]), asset('ast_2', 'SCREENSHOT', [4]), asset('ast_3', 'SCREENSHOT', [])] },
  ...over,
});

beforeEach(() => sessionStorage.clear());

test('an app without a listing begins with what is known of it', async () => {
  answer(world({ [`GET ${path}/listing`]: { status: 404, body: { statusCode: 404, code: 'LISTING_NOT_FOUND', message: 'No listing.' } }, [`GET ${path}/listing/assets`]: { data: [] } }));
  showScreen('/console/apps/app_1/listing');
  expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Bakery Sync');
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('bakery-sync');
  expect(await screen.findByText('No pictures yet')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Submit for review' }).getAttribute('aria-disabled')).toBe('true');
  await isAccessible();
});

test('shows what changes word by word, and submits', async () => {
  const asked = answer(world({ [`POST ${path}/listing/submit`]: { appId: 'app_1', live, open: { ...revision, state: 'SUBMITTED' }, version: 8, createdAt: '2026-11-14T10:00:00Z' } }));
  showScreen('/console/apps/app_1/listing');
  const changes = await screen.findByRole('table', { name: 'What changes' });
  expect(within(changes).getByText('orders, slowly').tagName).toBe('DEL');
  expect(await within(changes).findByText('“Picture ast_2”')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Submit for review' }));
  await userEvent.type(await screen.findByLabelText('A note for the reviewer'), 'Clearer.');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Submit for review' }));
  expect(await screen.findByRole('button', { name: 'Withdraw' })).toBeTruthy();
  const sent = asked.find((request) => request.method === 'POST')!;
  expect(await sent.json()).toEqual({ note: 'Clearer.' });
  expect((screen.getByLabelText('Name')).hasAttribute('readonly')).toBe(true);
});

test('a taken address is said at its field, and what was typed is kept', async () => {
  answer(world({ [`PUT ${path}/listing`]: { status: 400, body: { statusCode: 400, code: 'SLUG_TAKEN', message: 'Another app has this address.' } } }));
  showScreen('/console/apps/app_1/listing');
  await userEvent.type(await screen.findByLabelText('Address'), 'x');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Taken.')).toBeTruthy();
  expect(screen.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true');
  expect(sessionStorage.getItem('counterpart.listing.app_1')).toContain('bakery-syncx');
});

test('a conflict shows both and overwrites only when told', async () => {
  let saves = 0;
  const asked = answer(world({
    [`PUT ${path}/listing`]: () => (saves++ === 0 ? { status: 412, body: { statusCode: 412, code: 'RECORD_CHANGED', message: 'Changed.' } } : { appId: 'app_1', live, open: { ...revision, name: 'Mine' }, version: 9, createdAt: '2026-11-14T10:00:00Z' }),
    [`GET ${path}/listing`]: () => ({ appId: 'app_1', live, open: { ...revision, name: saves > 0 ? 'Theirs' : 'Bakery Sync' }, version: saves > 0 ? 8 : 7, createdAt: '2026-11-14T10:00:00Z' }),
  }));
  showScreen('/console/apps/app_1/listing');
  const name = await screen.findByLabelText('Name');
  await userEvent.clear(name);
  await userEvent.type(name, 'Mine');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Somebody changed this while you were editing')).toBeTruthy();
  await isAccessible();
  await userEvent.click(screen.getByRole('button', { name: 'Save mine over it' }));
  expect(await screen.findByText('Revision 4 is saved')).toBeTruthy();
  expect(asked.filter((request) => request.method === 'PUT').map((request) => request.headers.get('If-Match'))).toEqual(['"7"', '"8"']);
});

test('failing checks and missing parts stand before submission', async () => {
  answer(world({
    [`GET ${path}/listing`]: { appId: 'app_1', live: null, open: { ...revision, missing: ['privacyUrl'] }, version: 7, createdAt: '2026-11-14T10:00:00Z' },
    [`GET ${path}/listing/checks`]: { data: [{ name: 'VERSION_PINNED', passed: false, says: 'Pin the version.' }, { name: 'PRIVACY_PAGE', passed: false, says: 'privacyUrl is empty.' }] },
  }));
  showScreen('/console/apps/app_1/listing');
  expect(await screen.findByText('Privacy policy is missing')).toBeTruthy();
  expect(await screen.findByText('Pin the version.')).toBeTruthy();
  expect(screen.queryByText('privacyUrl is empty.')).toBeNull();
  expect(screen.getByText('One part is missing.', { exact: false })).toBeTruthy();
});

test('a check that only warns keeps nobody from submitting', async () => {
  answer(world({ [`GET ${path}/listing/checks`]: { data: [{ name: 'SCOPES_USED', passed: false, warning: true, says: 'Not used in 30 days: suppliers:read.' }] } }));
  showScreen('/console/apps/app_1/listing');
  expect(await screen.findByText('1 warns')).toBeTruthy();
  expect((await screen.findByRole('button', { name: /^Submit/ })).getAttribute('aria-disabled')).not.toBe('true');
  await isAccessible();
});

test('a viewer reads all and changes nothing', async () => {
  answer(world({}, 'viewer'));
  showScreen('/console/apps/app_1/listing?preview=consent');
  expect((await screen.findByLabelText('Name')).hasAttribute('readonly')).toBe(true);
  expect(await screen.findByText('See invoices')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getAllByText('Owners, admins and developers of the organization edit it.').length).toBeGreaterThan(0);
  await isAccessible();
});

test('what review asked for stands on top; an older revision is only looked at', async () => {
  answer(world({
    [`GET ${path}/listing`]: { appId: 'app_1', live, open: { ...revision, state: 'CHANGES_REQUESTED' }, version: 7, createdAt: '2026-11-14T10:00:00Z' },
    [`GET ${path}/listing/thread`]: { data: [{ id: 'thr_1', revision: 4, kind: 'CHANGES_REQUESTED', author: { review: true, id: null, name: null }, text: 'W'.repeat(400), at: '2026-11-15T10:00:00Z' }] },
  }));
  const router = showScreen('/console/apps/app_1/listing');
  expect(await screen.findByText('Review asks for changes')).toBeTruthy();
  expect(screen.getByText('Counterpart review')).toBeTruthy();
  await router.navigate({ to: '/console/apps/$app/listing', params: { app: 'app_1' }, search: { revision: 'rev_3' } });
  expect(await screen.findByText('Revision 3, to look at')).toBeTruthy();
});

test('a listing that cannot be read says so, with the request', async () => {
  answer(world({ [`GET ${path}/listing`]: { status: 403, body: { statusCode: 403, code: 'FORBIDDEN', message: 'Not for you.' }, requestId: 'req_0000000000000000000000000009' } }));
  showScreen('/console/apps/app_1/listing');
  expect(await screen.findByText('The listing could not be read')).toBeTruthy();
  expect(screen.getByText('req_00…000009')).toBeTruthy();
});
