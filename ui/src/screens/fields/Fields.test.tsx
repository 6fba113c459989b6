import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Answers, answer, isAccessible, showScreen } from '#/test/show';
import { blank, rulesOf } from './form';

const app = { id: 'app_1', name: 'Bakery Sync', status: 'ACTIVE', review: 'APPROVED', organizationId: 'org_1', pinnedApiVersion: null, scopes: ['invoices:read'], redirectUris: [], version: 3 };
const field = { id: 'adf_1', appId: 'app_1', resourceType: 'INVOICE', key: 'erp_id', label: 'ERP id', description: '', type: 'TEXT', maxLength: 40, visibleToBusiness: true, editableByBusiness: false, version: 2, createdAt: '2026-11-15T09:00:00.000Z', updatedAt: '2026-11-15T09:00:00.000Z' };
const path = '/console/apps/app_1/fields';
const at = '/developer/apps/app_1/app-data-fields';

function world(role: string, more: Answers = {}) {
  return answer({
    'GET /account': { user: { id: 'usr_1', name: 'Dana Dev', email: 'd@x.test', locale: 'en' }, business: null, businesses: [] },
    'GET /developer/organizations': { data: [{ id: 'org_1', name: 'Acme Apps', role, version: 1 }] },
    'GET /developer/organizations/org_1/apps': { data: [app] },
    'GET /developer/apps/app_1': app,
    'GET /developer/apps/app_1/webhook-health': { data: [] },
    [`GET ${at}`]: { data: [field] },
    ...more,
  });
}

test('lists fields with their rules in words', async () => {
  world('developer');
  showScreen(path);
  expect(await screen.findByText('at most 40 characters')).toBeTruthy();
  expect(screen.getByText('Sees it')).toBeTruthy();
  await isAccessible();
});

test('teaches what a field is for', async () => {
  world('developer', { [`GET ${at}`]: { data: [] } });
  showScreen(path);
  expect(await screen.findByRole('heading', { name: 'No fields yet' })).toBeTruthy();
});

test('a viewer sees them, and why there is no new one', async () => {
  world('viewer');
  showScreen(path);
  expect(await screen.findByText('Only developers, admins and owners can change fields.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove erp_id' })).toBeNull();
});

test('marks what is missing, then declares', async () => {
  const asked = world('developer', { [`POST ${at}`]: { status: 201, body: field } });
  const router = showScreen(`${path}?new=1`);
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Declare the field' }));
  expect(within(dialog).getByText('A field needs a label.')).toBeTruthy();
  await userEvent.type(within(dialog).getByLabelText('Key'), 'crates');
  await userEvent.type(within(dialog).getByLabelText('Label'), 'Crates');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Declare the field' }));
  await waitFor(() => expect(router.state.location.search).toEqual({}));
  expect(await asked.find((request) => request.method === 'POST')!.json()).toMatchObject({ resourceType: 'INVOICE', key: 'crates', label: 'Crates', type: 'TEXT', maxLength: null });
});

test('shows both versions where somebody saved first', async () => {
  world('developer', { [`PATCH ${at}/adf_1`]: { status: 412, body: { code: 'RECORD_CHANGED', message: 'It changed.' } } });
  showScreen(`${path}?edit=adf_1`);
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText('Label'), ' of ours');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save the field' }));
  expect(await within(dialog).findByRole('heading', { name: 'Somebody changed this while you were editing' })).toBeTruthy();
});

test('asks for the key before it removes, and says why it cannot', async () => {
  world('developer', { [`DELETE ${at}/adf_1`]: { status: 409, body: { code: 'FIELD_IN_USE', message: 'A business has values of this field.' } } });
  showScreen(path);
  await userEvent.click(await screen.findByRole('button', { name: 'Remove erp_id' }));
  const dialog = await screen.findByRole('alertdialog');
  await userEvent.type(within(dialog).getByLabelText('Type erp_id to go on'), 'erp_id');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove erp_id' }));
  expect(await within(dialog).findByText('A business has values of this field.')).toBeTruthy();
});

test('sends the rules of the type alone', () => {
  expect(rulesOf({ ...blank, type: 'INTEGER', min: '1', max: '', maxLength: '9' })).toEqual({ min: 1, max: null });
  expect(rulesOf({ ...blank, type: 'DECIMAL', min: '0.5', scale: '2' })).toEqual({ min: '0.5', max: null, scale: 2 });
  expect(rulesOf({ ...blank, type: 'CHOICE', choices: ' a \n\nb' })).toEqual({ choices: ['a', 'b'] });
});
