import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, isAccessible, showScreen } from '#/test/show';
import { streams } from '#/test/stream';
import { attempts, delivery, described, health, refusal, webhook, world } from './world';

const hook = '/developer/apps/app_1/webhooks/whk_1';
const path = '/console/apps/app_1/webhooks/whk_1';
const waiting = { ...delivery, id: 'whd_2', status: 'retrying', attempts: 3, endedAt: null, nextRetryAt: '2026-11-14T10:30:00.000Z' };

it('says why it fails before any table, and lists what was sent', async () => {
  answer({ ...world(), 'GET /developer/apps/app_1/webhook-health': health('failing'), [`GET ${hook}/deliveries`]: { data: [waiting, delivery] } });
  showScreen(path);
  expect(await screen.findByRole('heading', { name: 'Failing since 14 Nov, 10:00 UTC: “The endpoint answered 503.”' })).toBeTruthy();
  expect((screen.getByRole('link', { name: /See the newest failure/ })).getAttribute('href')).toBe(`${path}/deliveries/whd_2`);
  const row = (await screen.findAllByRole('row')).find((one) => one.dataset.key === 'whd_2')!;
  expect(row.textContent).toContain('Retrying');
  expect(row.textContent).toContain('3 of 6');
  await isAccessible();
});

it('teaches where nothing was sent yet', async () => {
  answer(world());
  showScreen(path);
  expect(await screen.findByRole('heading', { name: 'Nothing was sent yet' })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Send a test' })).toHaveLength(2);
});

it('repeats a filter that nothing matches, and clears it', async () => {
  const user = userEvent.setup({ delay: null });
  answer({ ...world(), [`GET ${hook}/deliveries`]: { data: [waiting] }, [`GET ${hook}/deliveries?status=failed&type=invoice.paid`]: { data: [] } });
  const router = showScreen(`${path}?status=failed&type=invoice.paid`);
  expect(await screen.findByRole('heading', { name: 'No failed delivery of invoice.paid' })).toBeTruthy();
  expect(screen.getByText('Of the latest 1 delivery: 1 waiting for a retry.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show all deliveries' }));
  expect(await screen.findByText('3 of 6')).toBeTruthy();
  expect(router.state.location.search).toEqual({});
});

it('says in their place that deliveries could not be read', async () => {
  answer({ ...world(), [`GET ${hook}/deliveries`]: refusal(403, 'FORBIDDEN', 'No.') });
  showScreen(path);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The deliveries could not be read');
  expect(alert.textContent).toContain('Nothing is lost');
  expect(screen.getByRole('heading', { name: webhook.url })).toBeTruthy();
});

it('reads the same for what is not there and what is not yours', async () => {
  answer({ ...world(), [`GET ${hook}`]: refusal(404, 'WEBHOOK_NOT_FOUND', 'There is no such webhook.') });
  showScreen(path);
  expect(await screen.findByRole('heading', { level: 1, name: 'There is no such webhook' })).toBeTruthy();
  await isAccessible();
});

it('is a failure in place of the page, with its one heading', async () => {
  answer({ ...world(), [`GET ${hook}`]: refusal(403, 'FORBIDDEN', 'No.') });
  showScreen(path);
  expect(await screen.findByRole('heading', { level: 1, name: 'The webhook could not be read' })).toBeTruthy();
  await isAccessible();
});

it('keeps a viewer’s acts in place, off, with the reason', async () => {
  const user = userEvent.setup({ delay: null });
  const asked = answer(world('viewer'));
  showScreen(path);
  await screen.findByRole('heading', { name: 'Nothing was sent yet' });
  for (const button of screen.getAllByRole('button', { name: /Send a test|Edit|Rotate the secret|Save events/ })) {
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await user.click(button);
  }
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked.every((request) => request.method === 'GET')).toBe(true);
  await isAccessible();
});

it('counts down while two secrets sign', async () => {
  const until = new Date(Date.now() + 23 * 3600_000 + 12 * 60_000 + 30_000).toISOString();
  answer({ ...world(), [`GET ${hook}`]: { ...webhook, previousSecretExpiresAt: until } });
  showScreen(path);
  expect(await screen.findByText(/The old secret still signs for 23 h 1[23] min/)).toBeTruthy();
  expect((screen.getByRole('progressbar')).getAttribute('aria-valuenow')).toBe('97');
  expect(screen.getByText('Rotating again ends the old secret at once. Do it when a secret has leaked.')).toBeTruthy();
});

it('rotates after asking, and shows the secret once', async () => {
  const user = userEvent.setup({ delay: null });
  answer({ ...world(), [`POST ${hook}/rotate-secret`]: { secret: 'whsec_new', previousSecretExpiresAt: new Date(Date.now() + 86_400_000).toISOString() } });
  showScreen(path);
  await user.click(await screen.findByRole('button', { name: 'Rotate the secret' }));
  const dialog = screen.getByRole('alertdialog');
  expect(document.activeElement).toBe(within(dialog).getByRole('button', { name: 'Keep the secret' }));
  await user.click(within(dialog).getByRole('button', { name: 'Rotate the secret' }));
  expect(await screen.findByText('whsec_new')).toBeTruthy();
  await user.click(screen.getByRole('checkbox', { name: /where it is safe/ }));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('whsec_new')).toBeNull();
});

it('deletes when the name is typed, and says what that drops', async () => {
  const user = userEvent.setup({ delay: null });
  const asked = answer({ ...world(), [`GET ${hook}/deliveries?status=queued`]: { data: [] }, [`GET ${hook}/deliveries?status=retrying`]: { data: [waiting, { ...waiting, id: 'whd_3' }] }, [`DELETE ${hook}`]: { status: 204 } });
  const router = showScreen(path);
  await user.click(await screen.findByRole('button', { name: /^More/ }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(await within(dialog).findByText(/2 waiting deliveries will not be sent/)).toBeTruthy();
  const act = within(dialog).getByRole('button', { name: 'Delete /hooks/books and drop 2 deliveries' });
  await user.click(act);
  expect(asked.some((request) => request.method === 'DELETE')).toBe(false);
  await isAccessible();
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: '/hooks/books' } });
  await user.click(within(dialog).getByRole('button', { name: /^Delete/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/console/apps/app_1/webhooks'));
  expect(asked.some((request) => request.method === 'DELETE')).toBe(true);
});

it('asks before it is switched off', async () => {
  const user = userEvent.setup({ delay: null });
  const asked = answer({ ...world(), [`GET ${hook}/deliveries`]: { data: [] }, [`GET ${hook}/deliveries?status=retrying`]: { data: [waiting] }, [`PATCH ${hook}`]: { ...webhook, enabled: false, version: 4 } });
  showScreen(path);
  await user.click(await screen.findByRole('switch', { name: /On: receives events/ }));
  expect(await screen.findByText(/^1 waiting delivery fails at its next attempt\./)).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Switch off /hooks/books and fail 1' }));
  await waitFor(() => expect(asked.some((request) => request.method === 'PATCH')).toBe(true));
  const patch = asked.find((request) => request.method === 'PATCH')!;
  expect(patch.headers.get('If-Match')).toBe('"3"');
  expect(await patch.json()).toEqual({ enabled: false });
});

it('shows both versions when somebody else saved first', async () => {
  const user = userEvent.setup({ delay: null });
  let saved = webhook;
  answer({
    ...world(),
    [`GET ${hook}`]: () => saved,
    [`PATCH ${hook}`]: () => {
      saved = { ...webhook, version: 4, description: 'Somebody else’s note' };
      return refusal(412, 'RECORD_CHANGED', 'This has changed since you read it.');
    },
  });
  showScreen(path);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const note = screen.getByLabelText('Note');
  fireEvent.change(note, { target: { value: 'My note' } });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Somebody changed this while you were editing')).toBeTruthy();
  expect(await within(screen.getByRole('dialog')).findByText('Somebody else’s note')).toBeTruthy();
  expect(note).toHaveProperty('value', 'My note');
  expect(screen.getByRole('button', { name: 'Save mine over it' })).toBeTruthy();
});

it('saves events only when they changed', async () => {
  const user = userEvent.setup({ delay: null });
  const asked = answer({ ...world(), [`PATCH ${hook}`]: { ...webhook, events: ['invoice.paid', 'invoice.issued'], version: 4 } });
  showScreen(path);
  const tick = await screen.findByRole('checkbox', { name: 'invoice.issued' });
  expect(described(screen.getByRole('button', { name: 'Save events' }))).toBe('Nothing has changed.');
  await user.click(tick);
  expect(screen.getByText('1 added')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save events' }));
  await waitFor(() => expect(asked.some((request) => request.method === 'PATCH')).toBe(true));
  expect(await asked.find((request) => request.method === 'PATCH')!.json()).toEqual({ events: ['invoice.paid', 'invoice.issued'] });
});

it('sends failed ones again, part by part', async () => {
  const user = userEvent.setup({ delay: null });
  const asked = answer({
    ...world(),
    [`GET ${hook}/deliveries`]: { data: [{ ...delivery, createdAt: new Date().toISOString() }] },
    [`POST ${hook}/redeliver-failed`]: (request: Request) => (asked.filter((one) => one.url === request.url).length === 1
      ? { queued: 4998, skipped: 2, nextSince: '2026-11-14T21:12:07.311Z' } : { queued: 12, skipped: 0, nextSince: null }),
  });
  showScreen(path);
  await user.click(await screen.findByRole('button', { name: 'Send failed ones again…' }));
  expect(await screen.findByText(/1 has failed since then/)).toBeTruthy();
  await isAccessible();
  await user.click(screen.getByRole('button', { name: 'Send 1 again' }));
  expect(await screen.findByText(/5,010 are queued again. 2 were skipped/)).toBeTruthy();
});

it('sends a test of a chosen event and opens its delivery', async () => {
  const user = userEvent.setup({ delay: null });
  const asked = answer({
    ...world(),
    [`GET ${hook}`]: { ...webhook, events: ['invoice.paid', 'invoice.issued'] },
    'GET /developer/event-types/invoice.paid': { name: 'invoice.paid', sample: { id: 'inv_1' } },
    'GET /developer/event-types/invoice.issued': { name: 'invoice.issued', sample: { id: 'inv_2' } },
    [`POST ${hook}/test`]: { ...delivery, id: 'whd_9', status: 'queued' },
    [`GET ${hook}/deliveries/whd_9`]: { ...delivery, id: 'whd_9', eventId: null, businessId: 'test', request: null, log: [] },
  });
  const router = showScreen(path);
  await user.click((await screen.findAllByRole('button', { name: 'Send a test' }))[0]!);
  await user.selectOptions(screen.getByLabelText('Event'), 'invoice.issued');
  expect((await screen.findByRole('region', { name: 'The sample' })).textContent).toContain('"test": true');
  await isAccessible();
  await user.click(screen.getByRole('button', { name: 'Send invoice.issued' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`${path}/deliveries/whd_9`));
  expect(await asked.find((request) => request.method === 'POST')!.json()).toEqual({ event: 'invoice.issued' });
});

it('pauses what is live, by the address', async () => {
  const user = userEvent.setup({ delay: null });
  answer({ ...world(), [`GET ${hook}/deliveries`]: { data: [waiting] } });
  const router = showScreen(path);
  await user.click(await screen.findByRole('button', { name: 'Pause' }));
  expect(await screen.findByText('Paused')).toBeTruthy();
  expect(router.state.location.search).toEqual({ live: '0' });
});

it('counts beside the filters, as far as is counted', async () => {
  const opened = streams();
  let counts = { queued: 1, retrying: 2, delivered: 152_310, failed: 1000, mostCounted: 1000 };
  answer({ ...world(), [`GET ${hook}/deliveries`]: { data: [delivery] }, [`GET ${hook}/delivery-counts`]: () => counts });
  showScreen(path);
  expect(await screen.findByRole('link', { name: 'Delivered 152,310' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Failed 1,000+' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Retrying 2' })).toBeTruthy();
  opened[0]!.says('ready');
  counts = { ...counts, queued: 0, delivered: 152_311 };
  opened[0]!.says('attempt', { at: '2026-11-15T10:00:00.000Z', delivery: { ...delivery, status: 'delivered' } });
  expect(await screen.findByRole('link', { name: 'Delivered 152,311' })).toBeTruthy();
});

it('draws the attempts of the last day by the hour, and writes them as a table', async () => {
  const user = userEvent.setup({ delay: null });
  answer({
    ...world(),
    [`GET ${hook}/deliveries`]: { data: [waiting, delivery] },
    [`GET ${hook}/delivery-counts`]: { queued: 0, retrying: 1, delivered: 95, failed: 2, mostCounted: 1000 },
    'GET /developer/apps/app_1/analytics/webhooks': attempts({ delivered: 95, retried: 3, failed: 2, notSent: 1 }),
  });
  const router = showScreen(path);
  (await screen.findByRole('slider', { name: 'Attempts per hour over the last 24 h' })).focus();
  const chart = screen.getByRole('region', { name: /^Attempts by hour/ });
  expect(chart.querySelector('.chart-figure')?.textContent).toBe('100 attempts to deliver, 95\u00a0% taken');
  expect(within(chart).getByText('To be tried again').textContent).toBe('To be tried again 3');
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(within(chart).getByRole('slider').getAttribute('aria-valuetext')).toBe('14 Nov, 10:00: Delivered 95, To be tried again 3, Failed 2');
  await user.click(within(chart).getByRole('link', { name: 'Table' }));
  expect(router.state.location.search).toEqual({ hours: 'table' });
  expect(within(chart).getAllByRole('row').map((row) => row.textContent)).toEqual(['Hour fromDeliveredTo be tried againFailed', '14 Nov, 11:00000', '14 Nov, 10:009532', '14 Nov, 09:00000']);
  await isAccessible();
  await user.keyboard('t');
  expect(router.state.location.search).toEqual({});
});

it('tells the health of the last day', async () => {
  answer({
    ...world(),
    [`GET ${hook}/deliveries`]: { data: [waiting, delivery] },
    [`GET ${hook}/delivery-counts`]: { queued: 0, retrying: 1, delivered: 95, failed: 2, mostCounted: 1000 },
    'GET /developer/apps/app_1/analytics/webhooks': attempts({ delivered: 95, retried: 3, failed: 2, notSent: 1 }),
  });
  showScreen(path);
  const card = await screen.findByRole('region', { name: 'Health last 24 h' });
  expect(await within(card).findByText('3, of which 1 not sent')).toBeTruthy();
  expect(within(card).getByText('95 %')).toBeTruthy();
  expect(within(card).getByText('p50 61 ms, p95 240 ms')).toBeTruthy();
  expect(within(card).getByText(/^1, the oldest created/)).toBeTruthy();
});

it('says where nothing was sent of late, and where that could not be read', async () => {
  answer({ ...world(), [`GET ${hook}/deliveries`]: { data: [delivery] } });
  showScreen(path);
  expect(await screen.findByRole('heading', { name: 'Nothing was sent in the last 24 h' })).toBeTruthy();
  await isAccessible();
  cleanup();
  answer({ ...world(), 'GET /developer/apps/app_1/analytics/webhooks': refusal(403, 'FORBIDDEN', 'No.') });
  showScreen(path);
  expect((await screen.findByRole('alert')).textContent).toContain('The figures could not be read');
});
