import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, isAccessible, showScreen } from '#/test/show';
import { described, refusal, world } from '../webhooks/world';
import { exampleOf, membersOf } from './members';

const path = '/console/apps/app_1/events';
const shown = {
  name: 'invoice.paid', audience: 'business', scope: 'invoices:read', description: 'An invoice was paid in full.', apiVersion: '2026-11-01',
  schema: { type: 'object', required: ['id', 'actor'], properties: { id: { type: 'string', pattern: '^(inv)_[0-9a-z]{28}$' }, actor: { type: 'object', required: ['type'], properties: { type: { type: 'string', enum: ['user', 'app'] } } }, changed: { type: ['array', 'null'], items: { type: 'string' } }, test: { const: true } } },
  sample: { id: 'inv_42', actor: { type: 'user' }, changed: ['name'] },
};
const versions = { data: [{ name: '2026-11-01', status: 'current' }, { name: '2025-02-01', status: 'deprecated' }, { name: '2024-06-01', status: 'ended' }] };
const answers = (role?: string) => ({ ...world(role), 'GET /developer/event-types/invoice.paid': shown, 'GET /developer/event-types/payment.received': { ...shown, name: 'payment.received', scope: 'payments:read' }, 'GET /developer/api-versions': versions });

it('is a catalogue of all events with their scope, audience and listeners', async () => {
  answer(answers());
  showScreen(path);
  const row = (await screen.findByText('invoice.paid')).closest('tr')!;
  expect(row.textContent).toContain('invoices:read');
  expect(await within(row).findByText('1 listens')).toBeTruthy();
  expect(screen.getByText('payment.received').closest('tr')!.textContent).toContain('not registered');
  expect(screen.getByText('5 events')).toBeTruthy();
  await isAccessible();
});

it('finds by name and audience, in the address', async () => {
  const user = userEvent.setup({ delay: null });
  answer(answers());
  const router = showScreen(`${path}?audience=app`);
  await screen.findByText('app.uninstalled');
  expect(screen.queryByText('invoice.paid')).toBeNull();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find an event' }), { target: { value: 'paid' } });
  expect(await screen.findByRole('heading', { name: 'No event (About the app) has “paid” in its name or its sentence' })).toBeTruthy();
  expect(router.state.location.search).toEqual({ audience: 'app', q: 'paid' });
  await user.click(screen.getByRole('button', { name: 'Show all events' }));
  expect(await screen.findByText('invoice.paid')).toBeTruthy();
});

it('says that events could not be read', async () => {
  answer({ ...answers(), 'GET /developer/event-types': refusal(403, 'FORBIDDEN', 'No.') });
  showScreen(path);
  expect((await screen.findByRole('alert')).textContent).toContain('The events could not be read');
});

it('shows what an event carries, by version', async () => {
  const user = userEvent.setup({ delay: null });
  const asked = answer(answers());
  const router = showScreen(`${path}/invoice.paid`);
  expect(await screen.findByText('an id, inv_…')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Sample' }).textContent).toContain('"inv_42"');
  expect(screen.queryByRole('link', { name: /2024-06-01/ })).toBeNull();
  await isAccessible();
  await user.click(screen.getByRole('link', { name: /2025-02-01/ }));
  expect(router.state.location.search).toEqual({ version: '2025-02-01' });
  expect(asked.some((request) => request.url.endsWith('apiVersion=2025-02-01'))).toBe(true);
  await user.click(await screen.findByRole('link', { name: 'JSON Schema' }));
  expect((await screen.findByRole('region', { name: 'JSON Schema' })).textContent).toContain('"required"');
});

it('sends it to a webhook that listens, and leads to those that do not', async () => {
  const user = userEvent.setup({ delay: null });
  answer(answers());
  showScreen(`${path}/invoice.paid`);
  await user.click(await screen.findByRole('button', { name: 'Send a test to /hooks/books' }));
  expect(await screen.findByRole('button', { name: 'Send invoice.paid' })).toBeTruthy();
});

it('says which scope is missing and that nobody listens', async () => {
  answer(answers());
  showScreen(`${path}/payment.received`);
  expect(await screen.findByText('Does not listen to it.')).toBeTruthy();
  expect(screen.getByText('not registered')).toBeTruthy();
});

it('shows viewers why they cannot send', async () => {
  answer(answers('viewer'));
  showScreen(`${path}/invoice.paid`);
  expect(described(await screen.findByRole('button', { name: 'Send a test to /hooks/books' }))).toContain('You are a viewer here');
});

it('knows events that there are none of', async () => {
  answer({ ...answers(), 'GET /developer/event-types/no.such': refusal(404, 'EVENT_TYPE_NOT_FOUND', 'There is no such event.') });
  showScreen(`${path}/no.such`);
  expect(await screen.findByRole('heading', { name: 'There is no such event' })).toBeTruthy();
});

it('reads a schema flat', () => {
  const members = membersOf(shown.schema);
  expect(members.map((member) => [member.path, member.type, member.always])).toEqual([['id', 'string', true], ['actor', 'object', true], ['actor.type', 'string', true], ['changed', 'list of string or null', false], ['test', 'true', false]]);
  expect(exampleOf(shown.sample, 'actor.type')).toBe('"user"');
  expect(exampleOf(shown.sample, 'actor')).toBeUndefined();
});
