import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type Answers, answer, isAccessible, showScreen } from '#/test/show';
import { streams } from '#/test/stream';
import { declarations, typeOf } from './types';

const path = '/developer/apps/app_1';
const source = { version: 2, sha256: 'a'.repeat(64), bytes: 55, exports: ['handler'], createdAt: '2026-11-14T22:38:07Z' };
const one = { id: 'fun_1', appId: 'app_1', name: 'on-invoice', runnable: true, runnableReason: null as string | null, stoppedAt: null as string | null, current: source, events: ['invoice.paid'], enabled: true, switchedOffAt: null as string | null, createdAt: '2026-11-14T22:38:07Z', updatedAt: '2026-11-14T22:38:07Z' };
const versions = [{ ...source, version: 3 }, source, { ...source, version: 1 }];
const run = { id: 'whd_1.1.1', functionId: 'fun_1', status: 'succeeded', outcome: 'ok' as string | null, version: 2 as number | null, byHand: true, type: 'invoice.paid', eventId: null, businessId: 'test', attempt: 1, repetition: 0, at: '2026-11-14T22:40:00Z', durationMs: 12.4, cpuMs: 3.1, memoryBytes: 413_204 as number | null, calls: 1, failure: null as string | null };
const details = { ...run, input: { type: 'invoice.paid' }, output: { status: 200 }, log: [{ atMs: 1.25, text: 'invoice.paid inv_1 200' }], linesDropped: 0, nextRetryAt: null };
const threw = { ...details, id: 'whd_2.1.1', status: 'failed', outcome: 'threw', byHand: false, businessId: 'biz_1', eventId: 'evt_1', failure: "TypeError: cannot read property 'id' of undefined (3:12)", output: null, log: [], linesDropped: 4 };
const type = { name: 'invoice.paid', audience: 'business', scope: 'invoices:read', description: 'An invoice was paid in full.', schema: { type: 'object', required: ['id'], properties: { id: { type: 'string' }, changed: { type: ['array', 'null'], items: { type: 'string' } } } }, sample: { id: 'inv_1' } };

const world = (over: Answers = {}, role = 'developer'): Answers => ({
  'GET /account': { user: { id: 'usr_1', name: 'Dana Dev', email: 'dev@acme.test' }, business: null, businesses: [] },
  'GET /developer/organizations': { data: [{ id: 'org_1', name: 'Acme Apps', role }] },
  'GET /developer/organizations/org_1/apps': { data: [] },
  'GET /developer/organizations/org_1/sandboxes': { data: [{ id: 'biz_1', name: 'Petal and Stem' }] },
  'GET /developer/event-types': { data: [type, { ...type, name: 'payment.received', scope: 'payments:read' }] },
  'GET /developer/event-types/invoice.paid': type,
  [`GET ${path}`]: { id: 'app_1', name: 'Bakery Sync', status: 'ACTIVE', review: 'DRAFT', organizationId: 'org_1', scopes: ['invoices:read'], pinnedApiVersion: null, appUrl: 'https://acme.test/app/', version: 1 },
  [`GET ${path}/webhook-health`]: { data: [] },
  [`GET ${path}/functions`]: { data: [one] },
  [`GET ${path}/functions/fun_1`]: { ...one, versions },
  [`GET ${path}/functions/fun_1/source`]: { ...source, source: 'export function handler() {}' },
  [`GET ${path}/functions/fun_1/config`]: { values: [{ name: 'FIELD', secret: false, value: 'tone' }, { name: 'KEY', secret: true, value: null }] },
  [`GET ${path}/functions/fun_1/runs`]: { data: [run, threw], nextAfter: null },
  [`GET ${path}/functions/fun_1/runs/whd_1.1.1`]: details,
  [`GET ${path}/functions/fun_1/runs/whd_2.1.1`]: threw,
  [`GET ${path}/extensions`]: { data: [] },
  ...over,
});

const page = '/console/apps/app_1/functions/fun_1';
const sent = async (asked: Request[], method: string) => (await asked.findLast((request) => request.method === method)!.json()) as unknown;

test('where there is none, one is shown; a refusal says where the parser stopped', async () => {
  answer(world({ [`GET ${path}/functions`]: { data: [] }, [`POST ${path}/functions`]: { status: 400, body: { statusCode: 400, code: 'FUNCTION_SOURCE_NO_HANDLER', message: 'It exports no handler.', details: [{ line: 3, column: 7, message: 'Unexpected token' }] } } }));
  showScreen('/console/apps/app_1/functions');
  expect((await screen.findByRole('region', { name: 'A function' })).textContent).toContain("ctx.api('PUT', '/app-data'");
  await isAccessible();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a function' }));
  await userEvent.type(await screen.findByLabelText('Name'), 'on-invoice');
  await userEvent.click(screen.getByRole('button', { name: 'Add it' }));
  expect(await screen.findByText('Line 3, column 7: Unexpected token')).toBeTruthy();
});

test('the list says what each runs for, and that the operator stopped them', async () => {
  answer(world({ [`GET ${path}/functions`]: { data: [{ ...one, runnable: false, runnableReason: 'It floods.', stoppedAt: '2026-11-14T22:38:07Z' }] } }));
  showScreen('/console/apps/app_1/functions');
  expect(await screen.findByText('invoice.paid')).toBeTruthy();
  expect(screen.getByText('Stopped by the operator')).toBeTruthy();
  expect(screen.getByText('It floods.').parentElement!.textContent).toMatch(/^Stopped by the operator .+: It floods\.$/);
});

test('one function shows its source, its types and its versions; a viewer changes nothing', async () => {
  answer(world({}, 'viewer'));
  showScreen(page);
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Source')).value).toBe('export function handler() {}');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Source').readOnly).toBe(true);
  await waitFor(() => expect(screen.getByRole('region', { name: 'counterpart.d.ts' }).textContent).toContain('type: "invoice.paid"'));
  expect(screen.getByRole('region', { name: 'counterpart.d.ts' }).textContent).toContain('readonly KEY: string;');
  expect(screen.getByRole('button', { name: 'Run it' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Make version 1 live' })).toBeNull();
  await isAccessible();
});

test('a changed source is kept, tried with a sample, and its run shown beside it', async () => {
  const uploaded = { ...source, version: 4 };
  const asked = answer(world({
    [`PUT ${path}/functions/fun_1/source`]: { ...one, uploaded },
    [`POST ${path}/functions/fun_1/run`]: { ...run, status: 'waiting', outcome: null },
  }));
  showScreen(page);
  const editor = await screen.findByLabelText('Source');
  await userEvent.type(editor, '// more');
  expect(screen.getByText('Not kept yet')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Try it' }));
  const dialog = await screen.findByRole('dialog', { name: 'Run on-invoice' });
  expect(await sent(asked, 'PUT')).toEqual({ source: 'export function handler() {}// more', live: false });
  await userEvent.selectOptions(within(dialog).getByLabelText('Sandbox'), 'Petal and Stem');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Run it now' }));
  expect(await screen.findByText('invoice.paid inv_1 200', { exact: false })).toBeTruthy();
  expect(await sent(asked, 'POST')).toEqual({ version: 4, event: 'invoice.paid', businessId: 'biz_1' });
  expect(screen.getByRole('meter', { name: 'Processor' }).getAttribute('aria-valuetext')).toBe('3 of 1,000 ms');
  expect(screen.getByRole('meter', { name: 'API calls' }).getAttribute('aria-valuetext')).toBe('1 of 20');
  await isAccessible();
});

test('an event that happened needs its id and its sandbox', async () => {
  const asked = answer(world({ [`POST ${path}/functions/fun_1/run`]: run }));
  showScreen(page);
  await userEvent.click(await screen.findByRole('button', { name: 'Run it' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Event that happened' }));
  expect(screen.getByText('Give the id of the event.')).toBeTruthy();
  await userEvent.type(screen.getByLabelText('Id of the event'), 'evt_1');
  expect(screen.getByText('Choose the sandbox.')).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Sandbox'), 'Petal and Stem');
  await isAccessible();
  await userEvent.click(screen.getByRole('button', { name: 'Run it now' }));
  await waitFor(async () => expect(await sent(asked, 'POST')).toEqual({ version: 2, eventId: 'evt_1', businessId: 'biz_1' }));
});

test('another version is made live after a question', async () => {
  const asked = answer(world({ [`PUT ${path}/functions/fun_1/live`]: { ...one, current: { ...source, version: 1 } } }));
  showScreen(page);
  await userEvent.click(await screen.findByRole('button', { name: 'Make version 1 live' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Make version 1 live?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Make version 1 live' }));
  expect(await screen.findByText('Version 1 is live')).toBeTruthy();
  expect(await sent(asked, 'PUT')).toEqual({ version: 1 });
});

test('the runs tell what failed, what to do, and run again', async () => {
  answer(world({ [`POST ${path}/functions/fun_1/runs/whd_2.1.1/repeat`]: { status: 409, body: { statusCode: 409, code: 'FUNCTION_RUN_WROTE', message: 'It wrote something already.' } } }));
  showScreen(`${page}?view=runs`);
  await userEvent.click(await screen.findByRole('link', { name: /cannot read property/ }));
  const drawer = await screen.findByRole('complementary', { name: 'Run for invoice.paid' });
  expect(await within(drawer).findByText(/^It failed: TypeError/)).toBeTruthy();
  expect(within(drawer).getByText('It is not tried again by itself.')).toBeTruthy();
  await isAccessible();
  await userEvent.click(within(drawer).getByRole('button', { name: 'Run it again' }));
  expect(await within(drawer).findByText('It wrote something already.')).toBeTruthy();
});

test('what is tried again by itself is not repeated', async () => {
  answer(world({ [`GET ${path}/functions/fun_1/runs/whd_2.1.1`]: { ...threw, nextRetryAt: '2099-11-14T22:41:00Z' } }));
  showScreen(`${page}?view=runs&run=whd_2.1.1`);
  expect((await screen.findByRole('button', { name: 'Run it again' })).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText(/^It is tried again by itself/)).toBeTruthy();
});

test('a run that is heard of is asked for, as are the runs', async () => {
  const opened = streams();
  let runs: unknown[] = [];
  const asked = answer(world({ [`GET ${path}/functions/fun_1/runs`]: () => ({ data: runs, nextAfter: null }) }));
  showScreen(`${page}?view=runs`);
  expect(await screen.findByText('It has not run yet')).toBeTruthy();
  opened[0]!.opens();
  opened[0]!.says('ready');
  runs = [run];
  opened[0]!.says('run', { id: run.id, functionId: 'fun_1', type: 'invoice.paid', businessId: 'test', version: 2, outcome: 'ok', byHand: true, at: run.at, durationMs: 12 });
  expect(await screen.findByText('Succeeded', { selector: 'td *' }, { timeout: 4000 })).toBeTruthy();
  expect(asked.filter((request) => request.url.includes('/runs?')).length).toBeGreaterThan(1);
});

test('filters are asked of the service, and what matches nothing can be cleared', async () => {
  const asked = answer(world({ [`GET ${path}/functions/fun_1/runs`]: { data: [], nextAfter: null } }));
  showScreen(`${page}?view=runs&status=failed&outcome=cpu&of=2`);
  expect(await screen.findByText('No run matches')).toBeTruthy();
  expect(asked.some((request) => request.url.endsWith('/runs?status=failed&outcome=cpu&version=2&limit=50'))).toBe(true);
  await userEvent.click(screen.getByRole('link', { name: 'Show all runs' }));
  expect(await screen.findByText('It has not run yet')).toBeTruthy();
});

test('events are chosen by their scopes, and a secret stays unless another is written', async () => {
  const asked = answer(world({ [`PUT ${path}/functions/fun_1/subscription`]: one, [`PUT ${path}/functions/fun_1/config`]: { values: [] } }));
  showScreen(`${page}?view=settings`);
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: 'payment.received' })).disabled).toBe(true);
  await userEvent.click(screen.getByRole('checkbox', { name: 'invoice.paid' }));
  await userEvent.click(screen.getByRole('button', { name: 'Save the events' }));
  await waitFor(async () => expect(await sent(asked, 'PUT')).toEqual({ events: [], enabled: false }));
  await userEvent.clear(await screen.findByLabelText('Value of FIELD'));
  await userEvent.type(screen.getByLabelText('Value of FIELD'), 'mood');
  await isAccessible();
  await userEvent.click(screen.getByRole('button', { name: 'Save the settings' }));
  await waitFor(async () => expect(await sent(asked, 'PUT')).toEqual({ values: [{ name: 'FIELD', secret: false, value: 'mood' }, { name: 'KEY', secret: true, value: null }] }));
});

test('one that was switched off says why, and is switched on again', async () => {
  const asked = answer(world({ [`GET ${path}/functions/fun_1`]: { ...one, enabled: false, switchedOffAt: '2026-11-14T22:38:07Z', versions }, [`PUT ${path}/functions/fun_1/subscription`]: one }));
  showScreen(page);
  expect(await screen.findByText(/^It failed 50 times in a row/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Switch it on' }));
  await waitFor(async () => expect(await sent(asked, 'PUT')).toEqual({ events: ['invoice.paid'], enabled: true }));
});

test('types are made of schemas', () => {
  expect(typeOf({ type: ['string', 'null'], enum: ['a', 'b', null] })).toBe('"a" | "b" | null');
  expect(typeOf({ type: 'object', required: ['n'], properties: { n: { type: 'integer' }, 'odd name': { type: 'array', items: { const: true } } } })).toBe('{\n  n: number;\n  "odd name"?: Array<true>;\n}');
  expect(declarations([], [])).toContain('| { type: string; data: Record<string, any> }');
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
