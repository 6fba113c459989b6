import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { webcrypto } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer, isAccessible, showScreen } from '#/test/show';
import { delivery, described, refusal, world } from '../webhooks/world';
import { curlOf } from './curl';
import { readHeader, sign } from './signature';

const one = '/developer/apps/app_1/webhooks/whk_1/deliveries/whd_1';
const path = '/console/apps/app_1/webhooks/whk_1/deliveries/whd_1';

// The vector of docs/guides/webhooks-verify.md.
const body = '{"id":"whd_g406gxrdfrk1yh910x6zxqk463z8","eventId":"evt_g406gxrdfrk1zhv3vba7cz9s6ex4","type":"invoice.paid","apiVersion":"2026-11-01","businessId":"biz_g406gxrdfrk1swn08g84tm256ts8","created":1794695887,"data":{"actor":{"type":"user","id":"usr_0006gxrdfrk1v2z7f1st8mh0mnz0"},"id":"inv_g406gxrdfrk1yh910x6zxqk463z8","number":"INV-2026-0042","paidAt":"2026-11-14T22:38:07.000Z","paymentId":"pay_g406gxrdfrk1rt96dpm0yqt4cse4","total":"1190.00"}}';
const first = 'b3fe0adc4fe63251000c3f5a9b7525e9130f875f9ec4fd4a66a77efe0fef48b4';
const next = '272e0eba328c350a4f264cc4ccc3a8c20abfb3db5e8cc114860d093473645322';
const header = `t=1794695887,v1=${next},v1=${first}`;

const request = { method: 'POST' as const, url: 'https://sync.acme.test/hooks/books', headers: { 'Content-Type': 'application/json', 'X-Webhook-Id': 'whd_1' }, body };
const attempt = {
  redelivery: 0, attempt: 1, at: '2026-11-14T22:38:07.400Z', durationMs: 412, timings: { dnsMs: 3, connectMs: 11, tlsMs: 25, firstByteMs: 398 }, signature: header as string | null,
  response: { status: 503, headers: { 'Content-Type': ['text/plain'] }, body: 'down for maintenance', encoding: 'text', truncated: false } as unknown, failure: 'status' as string | null, error: 'The endpoint answered 503.' as string | null,
};
const inspection = { ...delivery, request: request as unknown, log: [attempt] };
const trace = {
  appIds: ['app_1'], request: { id: 'req_1', at: '2026-11-14T22:38:06.000Z', method: 'POST', route: '/invoices/{id}/pay', path: '/invoices/inv_1/pay' } as unknown,
  events: [{ id: 'evt_1', type: 'invoice.paid', businessId: 'biz_1', at: delivery.createdAt }], deliveries: [{ ...delivery, appId: 'app_1', log: [] }], runs: [],
};
const answers = (of: object = {}) => ({ ...world(), [`GET ${one}`]: { ...inspection, ...of }, 'GET /developer/trace/whd_1': trace });

beforeEach(() => {
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('isSecureContext', true);
});

it('tells in words what failed and what to do, and shows all of it', async () => {
  answer(answers());
  showScreen(path);
  expect(await screen.findByRole('heading', { name: 'Attempt 1: The endpoint answered 503.' })).toBeTruthy();
  expect(screen.getByText(/look into its log/)).toBeTruthy();
  expect(screen.getByRole('region', { name: 'the response' }).textContent).toContain('down for maintenance');
  const sent = screen.getByRole('region', { name: 'the body, byte for byte' });
  expect(sent.textContent).toContain(body);
  expect(sent.textContent).toContain(`X-Webhook-Signature: ${header}`);
  const strip = screen.getByRole('region', { name: 'From request to delivery' });
  expect(await within(strip).findByText('POST /invoices/{id}/pay')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Send again' }).getAttribute('aria-disabled')).toBeNull();
  await isAccessible();
});

it.each([
  ['dns', 'DNS records'], ['connect', 'port 443 or 8443 open'], ['tls', 'renew the certificate'], ['timeout', 'answer 204'],
  ['protocol', 'speaks no HTTP'], ['refused', 'public address'], ['too_large', 'answer with less'],
])('says what to do about %s', async (failure, todo) => {
  answer(answers({ log: [{ ...attempt, failure, response: null, error: 'A sentence of the service.' }] }));
  showScreen(path);
  const note = (await screen.findByRole('heading', { name: 'Attempt 1: A sentence of the service.' })).parentElement!;
  expect(note.textContent).toContain(todo);
});

it('shows the sentence alone of a kind that it does not know', async () => {
  answer(answers({ log: [{ ...attempt, failure: 'gremlins', response: null, error: 'Gremlins.' }] }));
  showScreen(path);
  const note = (await screen.findByRole('heading', { name: 'Attempt 1: Gremlins.' })).parentElement!;
  expect(note.textContent).toBe('Attempt 1: Gremlins.');
});

it('says where a redirect leads', async () => {
  answer(answers({ log: [{ ...attempt, response: { status: 301, headers: { Location: ['https://example.com/'] }, body: '', encoding: 'text', truncated: false }, error: 'The endpoint answered 301. Redirects are not followed.' }] }));
  showScreen(path);
  expect((await screen.findByText(/register the address that it redirects to/)).textContent).toContain('https://example.com/');
});

it('says why it was not sent at all', async () => {
  answer(answers({ attempts: 0, log: [], request: null, lastError: 'The app is not installed in this business.' }));
  showScreen(path);
  expect(await screen.findByRole('heading', { name: 'Not sent: The app is not installed in this business.' })).toBeTruthy();
  expect(screen.getByText(/unless the business connects again/)).toBeTruthy();
  expect(described(screen.getByRole('button', { name: 'Copy as curl' }))).toContain('nothing to copy');
  await isAccessible();
});

it.each([
  ['delivered', 'It was received. Only failed deliveries can be sent again.'],
  ['retrying', 'It waits for a retry. Only failed deliveries can be sent again.'],
  ['queued', 'It is on its way. Only failed deliveries can be sent again.'],
])('keeps Send again in place while it is %s, with the reason', async (status, why) => {
  answer(answers({ status, nextRetryAt: '2099-01-01T00:00:00.000Z', endedAt: status === 'delivered' ? '2026-11-14T22:38:07.400Z' : null, attempts: 1 }));
  showScreen(path);
  expect(described(await screen.findByRole('button', { name: 'Send again' }))).toBe(why);
});

it('says what would have to change when sending again is refused', async () => {
  const user = userEvent.setup({ delay: null });
  answer({ ...answers(), [`POST ${one}/redeliver`]: refusal(400, 'EVENT_SCOPE_NOT_GRANTED', 'The installation does not hold the scope that this event needs.') });
  showScreen(path);
  await user.click(await screen.findByRole('button', { name: 'Send again' }));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The installation does not hold the scope');
  expect(alert.textContent).toContain('has to connect again and grant it');
});

it('shows what comes next while it waits, and walks the attempts by the address', async () => {
  const user = userEvent.setup({ delay: null });
  answer(answers({ status: 'retrying', attempts: 2, endedAt: null, nextRetryAt: new Date(Date.now() + 18 * 60_000).toISOString(), log: [{ ...attempt, failure: 'connect', error: 'No connection could be made.', response: null }, { ...attempt, attempt: 2 }] }));
  const router = showScreen(path);
  const list = await screen.findByRole('list', { name: 'Attempts' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(6);
  expect(list.textContent).toContain('in 18 minutes');
  expect(list.textContent).toContain('The last one, then failed');
  await user.click(within(list).getByRole('link', { name: /Attempt 1/ }));
  expect(await screen.findByRole('heading', { name: 'Attempt 1: No connection could be made.' })).toBeTruthy();
  expect(router.state.location.search).toEqual({ attempt: '1' });
});

it('keeps rounds apart', async () => {
  answer(answers({ status: 'delivered', redeliveries: 1, attempts: 1, log: [attempt, { ...attempt, redelivery: 1, failure: null, error: null, response: { status: 204, headers: {}, body: '', encoding: 'text', truncated: false } }] }));
  showScreen(`${path}?round=0`);
  expect(await screen.findByRole('heading', { name: 'Attempt 1: The endpoint answered 503.' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'First' }).getAttribute('aria-current')).not.toBeNull();
});

it('verifies in the tab, sends nothing, and forgets the secret when the page is left', async () => {
  const user = userEvent.setup({ delay: null });
  const asked = answer(answers());
  showScreen(path);
  const secret = await screen.findByLabelText<HTMLInputElement>('Secret');
  expect(screen.getByLabelText('Header that your server received')).toHaveProperty('value', header);
  fireEvent.change(secret, { target: { value: 'whsec_example_of_the_first_secret' } });
  await screen.findByText('POST /invoices/{id}/pay');
  const before = asked.length;
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect((await screen.findByText('It matches.')).parentElement!.textContent).toContain('The second v1 is of this secret, over 1794695887.');
  fireEvent.change(secret, { target: { value: 'whsec_another' } });
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText(/No match. Nearly always/)).toBeTruthy();
  expect(asked.slice(before)).toEqual([]);
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain('whsec_');
  fireEvent(window, new Event('pagehide'));
  await waitFor(() => expect(secret.value).toBe(''));
});

it('tells another delivery’s header from a wrong secret', async () => {
  const user = userEvent.setup({ delay: null });
  answer(answers());
  showScreen(path);
  fireEvent.change(await screen.findByLabelText('Secret'), { target: { value: 'whsec_x' } });
  const field = screen.getByLabelText('Header that your server received');
  fireEvent.change(field, { target: { value: `t=1,v1=${first}` } });
  await user.click(screen.getByRole('button', { name: 'Verify' }));
  expect((await screen.findByText(/No attempt of this delivery was signed at/)).textContent).toContain('another delivery’s');
});

it('says what a test is', async () => {
  answer(answers({ eventId: null, businessId: 'test' }));
  showScreen(path);
  expect(await screen.findByText('No event and no request')).toBeTruthy();
});

it('reads the same for what is not there and what is not yours', async () => {
  answer({ ...answers(), [`GET ${one}`]: refusal(404, 'DELIVERY_NOT_FOUND', 'There is no such delivery.') });
  showScreen(path);
  expect(await screen.findByRole('heading', { name: 'There is no such delivery' })).toBeTruthy();
  expect(screen.getByText(/is older than 30 days/)).toBeTruthy();
});

it('keeps the page of one that cannot be read', async () => {
  answer({ ...answers(), [`GET ${one}`]: refusal(403, 'FORBIDDEN', 'No.') });
  showScreen(path);
  expect((await screen.findByRole('alert')).textContent).toContain('The delivery could not be read');
});

it('writes curl that sends the same bytes', () => {
  const written = curlOf({ ...request, body: `{"name":"Müller's"}` }, 't=1,v1=ab');
  expect(written).toContain(`--data-binary '{"name":"Müller'\\''s"}'`);
  expect(written).toContain(`-H 'X-Webhook-Signature: t=1,v1=ab'`);
});

it('signs as the service does', async () => {
  expect(await sign('whsec_example_of_the_first_secret', '1794695887', body)).toBe(first);
  expect(await sign('whsec_example_of_the_next_secret', '1794695887', body)).toBe(next);
  expect(readHeader(`X-Webhook-Signature: ${header}, v2=what`)).toEqual({ t: '1794695887', v1: [next, first] });
  expect(readHeader('t=1,t=2,v1=ab').t).toBeUndefined();
});
