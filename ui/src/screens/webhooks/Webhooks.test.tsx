import { screen, within } from '@testing-library/react';
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
  expect((await screen.findByRole('alert')).textContent).toContain('The webhooks could not be read');
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

it('adds one and shows the secret once', async () => {
  const user = userEvent.setup();
  const asked = answer({ ...world(), [`POST ${hooks}`]: { status: 201, body: { ...webhook, secret: 'whsec_abc' } } });
  const router = showScreen(`${path}/new`);
  await user.click(await screen.findByRole('button', { name: 'Add a webhook' }));
  expect(described(screen.getByLabelText('URL'))).toMatch(/Write the URL first/);
  await user.type(screen.getByLabelText('URL'), 'http://x.test');
  await user.click(screen.getByRole('button', { name: 'Add a webhook' }));
  expect(described(screen.getByLabelText('URL'))).toMatch(/must be https/);
  expect(screen.getByRole('checkbox', { name: 'payment.received' })).toHaveProperty('disabled', true);
  expect(screen.getByText('payments:read')).toBeTruthy();
  await user.clear(screen.getByLabelText('URL'));
  await user.type(screen.getByLabelText('URL'), webhook.url);
  await user.click(screen.getByRole('checkbox', { name: 'invoice.paid' }));
  await isAccessible();
  await user.click(screen.getByRole('button', { name: 'Add a webhook' }));

  expect(await screen.findByText('whsec_abc')).toBeTruthy();
  const sent = asked.find((request) => request.method === 'POST')!;
  expect(await sent.json()).toEqual({ url: webhook.url, description: '', events: ['invoice.paid'], enabled: true, ignoreOwnChanges: false });
  await isAccessible();
  await user.click(screen.getByRole('checkbox', { name: 'I have put it where it is safe' }));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('heading', { name: 'Nothing was sent yet' })).toBeTruthy();
  expect(router.state.location.pathname).toBe(`${path}/whk_1`);
  expect(screen.queryByText('whsec_abc')).toBeNull();
});

it('puts a refusal of the address under its field', async () => {
  const user = userEvent.setup();
  answer({ ...world(), [`POST ${hooks}`]: refusal(400, 'WEBHOOK_URL_REFUSED', 'This URL cannot be used: the address is not public.') });
  showScreen(`${path}/new`);
  await user.type(await screen.findByLabelText('URL'), 'https://10.0.0.1/');
  await user.click(screen.getByRole('button', { name: 'Add a webhook' }));
  expect(await screen.findByText(/the address is not public/)).toBeTruthy();
  expect(screen.getByLabelText('URL')).toHaveProperty('value', 'https://10.0.0.1/');
});
