import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, isAccessible, showScreen } from '#/test/show';
import { callOf, curlOf, type Operation } from './description';

const app = { id: 'app_1', clientId: 'sync', name: 'Bakery Sync', type: 'CONFIDENTIAL', status: 'ACTIVE', review: 'DRAFT', scopes: ['invoices:read'], redirectUris: [], pinnedApiVersion: null, organizationId: 'org_1', version: 4 };
const description = {
  paths: {
    '/invoices': {
      get: { operationId: 'listInvoices', summary: 'List invoices', tags: ['Invoices'], security: [{ oauth: ['invoices:read'] }], parameters: [{ $ref: '#/components/parameters/Limit' }] },
      post: { operationId: 'createInvoice', summary: 'Create an invoice', tags: ['Invoices'], security: [{ oauth: ['invoices:write'] }], requestBody: { content: { 'application/json': { examples: { draft: { summary: 'A draft', value: { lines: [] } } } } } } },
    },
    '/invoices/{id}': { get: { operationId: 'readInvoice', summary: 'Read an invoice', tags: ['Invoices'], security: [{ oauth: ['invoices:read'] }], parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] } },
    '/oauth/token': { post: { operationId: 'requestTokens', summary: 'Get tokens', security: [{ client: [] }] } },
  },
  components: { parameters: { Limit: { name: 'limit', in: 'query', schema: { type: 'integer', default: 50 } } }, schemas: {} },
};
const sandboxes = 'GET /developer/organizations/org_1/sandboxes';
const token = 'POST /developer/organizations/org_1/sandboxes/biz_1/token';
const answers = (role = 'owner') => ({
  'GET /account': { user: { id: 'usr_1', name: 'Dana Dev', email: 'dev@acme.test', locale: 'en' }, business: null, businesses: [] },
  'GET /developer/organizations': { data: [{ id: 'org_1', name: 'Acme Apps', role, version: 1, createdAt: '2026-11-14T22:38:07.000Z' }] },
  'GET /developer/organizations/org_1/apps': { data: [app] },
  'GET /developer/apps/app_1': app,
  'GET /developer/apps/app_1/webhook-health': { data: [] },
  'GET /openapi.json': description,
  [sandboxes]: { data: [{ id: 'biz_1', name: 'Acme Sandbox' }] },
  [token]: { accessToken: 'cpat_1', expiresIn: 300, scopes: ['invoices:read'] },
});
const open = (query = '') => showScreen(`/console/apps/app_1/explorer${query}`);

describe('the API explorer', () => {
  it('sends what is filled in with a token of its own, and shows the answer', async () => {
    const asked = answer({ ...answers(), 'GET /invoices': { status: 200, body: { data: [] }, requestId: 'req_0006gy6fd3vstx55jmc2jjb0ggsm' } });
    open();
    await userEvent.type(await screen.findByRole('textbox', { name: /limit/ }), '5');
    await userEvent.click(screen.getByRole('button', { name: 'Send GET' }));
    expect(await screen.findByText(/Answered 200 in/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'In the log' }).getAttribute('href')).toContain('request=req_0006gy6fd3vstx55jmc2jjb0ggsm');
    const sent = asked.find((one) => new URL(one.url).pathname === '/invoices')!;
    expect(new URL(sent.url).search).toBe('?limit=5');
    expect(sent.headers.get('Authorization')).toBe('Bearer cpat_1');
    expect(sent.credentials).toBe('omit');
    await userEvent.click(screen.getByRole('button', { name: 'Send GET' }));
    await waitFor(() => expect(asked.filter((one) => new URL(one.url).pathname === '/invoices')).toHaveLength(2));
    expect(asked.filter((one) => one.url.endsWith('/token'))).toHaveLength(1);
    await isAccessible();
  });

  it('fills the body from the example, and tells of a scope that is missing', async () => {
    answer(answers());
    open('?operation=createInvoice');
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Body')).value).toBe('{\n  "lines": []\n}');
    expect(screen.getByText('Register it')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Body'), 'x');
    expect(screen.getAllByText('The body is no JSON yet.').length).toBeGreaterThan(0);
    expect(screen.getByRole('button', { name: 'Send POST' }).getAttribute('aria-disabled')).toBe('true');
  });

  it('asks for what the path needs, and shows a refusal as it came', async () => {
    answer({ ...answers(), 'GET /invoices/inv_1': { status: 404, body: { statusCode: 404, message: 'No such invoice.', error: 'Not Found', code: 'INVOICE_NOT_FOUND' } } });
    open('?operation=readInvoice');
    expect(await screen.findByText('Fill in id first.')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: /id/ }), 'inv_1');
    await userEvent.click(screen.getByRole('button', { name: 'Send GET' }));
    expect(await screen.findByText(/Answered 404 in/)).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Body of the answer' }).textContent).toContain('INVOICE_NOT_FOUND');
  });

  it('says why no token was given', async () => {
    answer({ ...answers(), [token]: { status: 409, body: { statusCode: 409, message: 'This sandbox is being filled. Try again in a moment.', error: 'Conflict', code: 'SANDBOX_BUSY' } } });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Send GET' }));
    expect(await screen.findByText('This sandbox is being filled. Try again in a moment.')).toBeTruthy();
  });

  it('needs a sandbox first, and a role that may send', async () => {
    answer({ ...answers(), [sandboxes]: { data: [] } });
    open();
    expect(await screen.findByText('There is no sandbox to call')).toBeTruthy();
  });

  it('is off for a viewer, with the reason', async () => {
    answer(answers('viewer'));
    open();
    expect((await screen.findByRole('button', { name: 'Send GET' })).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText(/You are a viewer/)).toBeTruthy();
  });

  it('writes the call as a command that a shell takes', () => {
    const operation: Operation = { id: 'x', method: 'POST', path: '/invoices/{id}/issue', module: '', summary: '', about: '', scopes: [], parameters: [{ name: 'id', in: 'path', required: true, about: '', example: '', choices: [] }, { name: 'If-Match', in: 'header', required: false, about: '', example: '', choices: [] }], bodies: [] };
    const call = callOf(operation, { values: { 'path:id': 'inv_1', 'header:If-Match': '"3"' }, body: `{"a":"it's"}` }, 'https://api.test');
    expect(curlOf(call)).toBe(`curl -X POST 'https://api.test/invoices/inv_1/issue' \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -H 'If-Match: "3"' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"a":"it'\\''s"}'`);
  });
});
