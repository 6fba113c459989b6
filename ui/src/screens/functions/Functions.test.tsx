import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Answers, answer, isAccessible, showScreen } from '#/test/show';

const path = '/developer/apps/app_1';
const source = { version: 2, sha256: 'a'.repeat(64), bytes: 55, exports: ['handler'], createdAt: '2026-11-14T22:38:07Z' };
const one = { id: 'fun_1', appId: 'app_1', name: 'on-invoice', runnable: false, runnableReason: 'Functions are checked and kept. They do not run yet.', current: source, createdAt: '2026-11-14T22:38:07Z', updatedAt: '2026-11-14T22:38:07Z' };

const world = (over: Answers = {}, role = 'developer'): Answers => ({
  'GET /account': { user: { id: 'usr_1', name: 'Dana Dev', email: 'dev@acme.test' }, business: null, businesses: [] },
  'GET /developer/organizations': { data: [{ id: 'org_1', name: 'Acme Apps', role }] },
  'GET /developer/organizations/org_1/apps': { data: [] },
  [`GET ${path}`]: { id: 'app_1', name: 'Bakery Sync', status: 'ACTIVE', review: 'DRAFT', organizationId: 'org_1', scopes: [], appUrl: 'https://acme.test/app/', version: 1 },
  [`GET ${path}/webhook-health`]: { data: [] },
  [`GET ${path}/functions`]: { data: [one] },
  [`GET ${path}/functions/fun_1`]: { ...one, versions: [source, { ...source, version: 1 }] },
  [`GET ${path}/functions/fun_1/source`]: { ...source, source: 'export function handler() {}' },
  [`GET ${path}/extensions`]: { data: [] },
  ...over,
});

test('says that functions do not run, and where the parser stopped', async () => {
  answer(world({ [`GET ${path}/functions`]: { data: [] }, [`POST ${path}/functions`]: { status: 400, body: { statusCode: 400, code: 'FUNCTION_SOURCE_NO_HANDLER', message: 'It exports no handler.', details: [{ line: 3, column: 7, message: 'Unexpected token' }] } } }));
  showScreen('/console/apps/app_1/functions');
  expect(await screen.findByText('Functions do not run yet')).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Upload a function' }));
  await userEvent.type(await screen.findByLabelText('Name'), 'on-invoice');
  await userEvent.type(screen.getByLabelText('Source'), 'x');
  await userEvent.click(screen.getByRole('button', { name: 'Upload it' }));
  expect(await screen.findByText('Line 3, column 7: Unexpected token')).toBeTruthy();
});

test('one function shows its versions and its source; a viewer changes nothing', async () => {
  answer(world({}, 'viewer'));
  showScreen('/console/apps/app_1/functions/fun_1');
  expect(await screen.findByText('export function handler() {}')).toBeTruthy();
  expect(screen.getByText('Functions are checked and kept. They do not run yet.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove on-invoice' }).getAttribute('aria-disabled')).toBe('true');
  await isAccessible();
});

test('an extension is registered with a sketch of where it stands', async () => {
  const asked = answer(world({ [`POST ${path}/extensions`]: { status: 400, body: { statusCode: 400, code: 'EXTENSION_SCOPE_REQUIRED', message: 'The app must request invoices:read.' } } }));
  showScreen('/console/apps/app_1/extensions');
  await userEvent.click(await screen.findByRole('button', { name: 'Register an extension' }));
  await userEvent.type(await screen.findByLabelText('Label'), 'Orders');
  await userEvent.type(screen.getByLabelText('Path'), 'panel');
  expect(screen.getByRole('img', { name: 'A panel on every record of one type: Orders' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Register an extension' }));
  expect(await screen.findByText('The app must request invoices:read.')).toBeTruthy();
  expect(await asked.find((request) => request.method === 'POST')!.json()).toEqual({ type: 'RECORD_PANEL', resourceType: 'INVOICE', label: 'Orders', path: 'panel' });
  await isAccessible();
});

test('an extension that nobody is shown says why', async () => {
  answer(world({ [`GET ${path}/extensions`]: { data: [{ id: 'ext_1', appId: 'app_1', type: 'NAV_PAGE', resourceType: null, label: 'Board', path: 'board', url: null, problem: 'EXTENSION_PATH_INVALID', version: 1, createdAt: '2026-11-14T22:38:07Z', updatedAt: '2026-11-14T22:38:07Z' }] } }, 'viewer'));
  showScreen('/console/apps/app_1/extensions');
  expect(await screen.findByText('Shown to nobody')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove “Board”' })).toBeNull();
});
