import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, isAccessible, showScreen } from '#/test/show';
import { delivery, described, health, refusal, webhook, world } from './world';

const hooks = '/developer/apps/app_1/webhooks';
const path = '/console/apps/app_1/webhooks';

it('lists what fails first, with why', async () => {
  answer({
    ...world(),
    [`GET ${hooks}`]: { data: [{ ...webhook, id: 'whk_0', url: 'https://sync.acme.test/ok' }, webhook] },
    'GET /developer/apps/app_1/webhook-health': { data: [{ webhookId: 'whk_0', state: 'working', failingSince: null, lastDeliveredAt: '2026-11-14T10:00:00.000Z' }, ...health('failing').data] },
    [`GET ${hooks}/whk_1/deliveries`]: { data: [delivery] },
  });
  showScreen(path);
  await screen.findByText('Failing');
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows[0]!.textContent).toContain('https://sync.acme.test/hooks/books');
  expect(await within(rows[0]!).findByText('The endpoint answered 503.')).toBeTruthy();
  expect(rows[1]!.textContent).toContain('Healthy');
  await isAccessible();
});

it('teaches where there is none', async () => {
  answer({ ...world(), [`GET ${hooks}`]: { data: [] } });
  showScreen(path);
  expect(await screen.findByRole('heading', { name: 'No webhooks yet' })).toBeTruthy();
  expect((screen.getByRole('link', { name: 'Add a webhook' })).getAttribute('href')).toBe(`${path}/new`);
  expect((screen.getByRole('region', { name: 'A receiver' })).textContent).toContain('createServer');
  await isAccessible();
});

it('says that they could not be read, with the request', async () => {
  answer({ ...world(), [`GET ${hooks}`]: refusal(403, 'FORBIDDEN', 'No.') });
  showScreen(path);
  expect(await screen.findByRole('heading', { level: 2, name: 'The webhooks could not be read' })).toBeTruthy();
  await isAccessible();
  expect(screen.getByTitle('req_0006gy6exfp5z870nhtre2c7dja0')).toBeTruthy();
});

it('shows viewers why they cannot add one', async () => {
  answer({ ...world('viewer') });
  showScreen(path);
  await screen.findByText(webhook.url);
  expect(described(await screen.findByRole('button', { name: 'Add a webhook' }))).toMatch(/You are a viewer here/);
});

it('holds a twenty-first back', async () => {
  answer({ ...world(), [`GET ${hooks}`]: { data: Array.from({ length: 20 }, (_, i) => ({ ...webhook, id: `whk_${i}` })) } });
  showScreen(path);
  expect(await screen.findByText('An app has 20 webhooks at most. Delete one first.')).toBeTruthy();
});

it('keeps a very long address in its place', async () => {
  const url = `https://${'a-very-long-name.'.repeat(12)}example/hooks?${'q=1&'.repeat(60)}`;
  answer({ ...world(), [`GET ${hooks}`]: { data: [{ ...webhook, url }] } });
  showScreen(path);
  expect((await screen.findByTitle(url)).className).toContain('endpoint-url');
});

it('looks at the address before it asks, and shows what each event needs', async () => {
  const user = userEvent.setup({ delay: null });
  const asked = answer(world());
  showScreen(`${path}/new`);
  await user.click(await screen.findByRole('button', { name: 'Add a webhook' }));
  expect(described(screen.getByLabelText('URL'))).toMatch(/Write the URL first/);
  fireEvent.change(screen.getByLabelText('URL'), { target: { value: 'http://x.test' } });
  await user.click(screen.getByRole('button', { name: 'Add a webhook' }));
  expect(described(screen.getByLabelText('URL'))).toMatch(/must be https/);
  expect(await screen.findByRole('checkbox', { name: 'payment.received' })).toHaveProperty('disabled', true);
  expect(screen.getByText('payments:read')).toBeTruthy();
  expect(asked.every((request) => request.method === 'GET')).toBe(true);
  await isAccessible();
});

it('adds one and shows the secret once', async () => {
  const user = userEvent.setup({ delay: null });
  const asked = answer({ ...world(), [`POST ${hooks}`]: { status: 201, body: { ...webhook, secret: 'whsec_abc' } } });
  const router = showScreen(`${path}/new`);
  fireEvent.change(await screen.findByLabelText('URL'), { target: { value: webhook.url } });
  await user.click(await screen.findByLabelText('invoice.paid'));
  await user.click(screen.getByText('Add a webhook', { selector: 'button' }));

  expect(await screen.findByText('whsec_abc')).toBeTruthy();
  const sent = asked.find((request) => request.method === 'POST')!;
  expect(await sent.json()).toEqual({ url: webhook.url, description: '', events: ['invoice.paid'], enabled: true, ignoreOwnChanges: false });
  await user.click(screen.getByLabelText('I have put it where it is safe'));
  await user.click(screen.getByText('Done'));
  expect(await screen.findByText('Nothing was sent yet', { selector: 'h3' })).toBeTruthy();
  expect(router.state.location.pathname).toBe(`${path}/whk_1`);
  expect(screen.queryByText('whsec_abc')).toBeNull();
});

it('puts a refusal of the address under its field', async () => {
  const user = userEvent.setup({ delay: null });
  answer({ ...world(), [`POST ${hooks}`]: refusal(400, 'WEBHOOK_URL_REFUSED', 'This URL cannot be used: the address is not public.') });
  showScreen(`${path}/new`);
  fireEvent.change(await screen.findByLabelText('URL'), { target: { value: 'https://10.0.0.1/' } });
  await user.click(screen.getByRole('button', { name: 'Add a webhook' }));
  expect(await screen.findByText(/the address is not public/)).toBeTruthy();
  expect(screen.getByLabelText('URL')).toHaveProperty('value', 'https://10.0.0.1/');
});
