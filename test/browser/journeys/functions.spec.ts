// A function from its first line to its effect: written in the console, tried with a
// sample, made live; then an invoice is issued, and its page shows what the function set.
// And how an operator stops it: the makers read why, and it runs again afterwards.
import { join } from 'node:path';
import { AtConsole } from '../people/console.ts';
import { lookAt } from '../people/eyes.ts';
import { expect, test } from '../people/people.ts';
import { Partner } from '../people/partner.ts';

const source = (value: string) => `export async function handler(event, ctx) {
  const values = [{ resourceType: 'INVOICE', resourceId: event.data.id, key: 'tone', value: '${value}' }];
  const answer = await ctx.api('PUT', '/app-data', { values });
  ctx.log(event.type, 'was answered with', answer.status);
}`;

test('CON-06 FUN-02 FUN-05 a function is written, tried and made live, and sets a field on an invoice', async ({ people }) => {
  test.setTimeout(240_000);
  const nina = await people.developer();
  await nina.signsIn();
  const partner = await Partner.atWork(nina, people.house, ['invoices:read', 'invoices:write', 'customers:read', 'customers:write']);
  await partner.asks('POST', `/developer/apps/${partner.app.id}/app-data-fields`, { resourceType: 'INVOICE', key: 'tone', label: 'Tone', type: 'TEXT', visibleToBusiness: true });
  const customer = await partner.calls('POST', '/customers', { name: 'Quay Cafe', type: 'BUSINESS' }); // with the token the app is installed
  expect(customer.status, JSON.stringify(customer.body)).toBe(201);
  const { page } = nina;
  const maker = new AtConsole(nina);
  const looks = async (name: string) => {
    // What lies under a message, or half under the head, is too small to be hit.
    await expect(page.getByRole('status').getByRole('button')).toHaveCount(0, { timeout: 30_000 });
    await page.evaluate(() => scrollTo(0, 0));
    await lookAt(page, async (look) => {
      const folder = process.env['PICTURES'];
      if (folder) await page.screenshot({ path: join(folder, `functions-${name}-${look}.png`), fullPage: true });
    });
    await page.setViewportSize({ width: 1280, height: 800 });
  };

  await test.step('writes it', async () => {
    await nina.opens(`/console/apps/${partner.app.id}/functions`);
    await expect(page.getByRole('heading', { name: 'No functions yet' })).toBeVisible();
    await looks('none');
    await nina.presses('Add a function');
    const dialog = await maker.dialog('Add a function');
    await maker.fillsIn({ Name: 'tone', Source: source('calm') }, dialog);
    await dialog.getByRole('button', { name: 'Add it' }).click();
    await nina.sees('tone');
  });

  await test.step('chooses what it runs for', async () => {
    await page.getByRole('navigation', { name: 'Views of the function' }).getByRole('link', { name: 'Events and settings' }).click();
    await page.getByRole('checkbox', { name: 'invoice.issued' }).check();
    await nina.presses('Save the events');
    await maker.hears('The events are saved');
    await looks('settings');
  });

  await test.step('tries another source with a sample', async () => {
    await page.getByRole('navigation', { name: 'Views of the function' }).getByRole('link', { name: 'Source' }).click();
    await maker.fillsIn({ Source: source('bright') });
    await nina.presses('Try it');
    const dialog = await maker.dialog('Run tone');
    await dialog.getByLabel('Sandbox').selectOption({ label: 'Try-out' });
    await dialog.getByRole('button', { name: 'Run it now' }).click();
    await expect(page.getByRole('region', { name: 'Log' }).last()).toContainText('invoice.issued was answered with 404', { timeout: 60_000 }); // there is no such invoice
    await expect(page.getByRole('meter', { name: 'API calls' })).toHaveAttribute('aria-valuetext', '1 of 20');
    await looks('source');
  });

  await test.step('makes it live', async () => {
    await page.getByRole('button', { name: 'Make it live' }).click();
    const dialog = await maker.dialog('Make version 2 live?');
    await dialog.getByRole('button', { name: 'Make version 2 live' }).click();
    await maker.hears('Version 2 is live');
  });

  await test.step('an invoice is issued, and the run is seen', async () => {
    await page.getByRole('navigation', { name: 'Views of the function' }).getByRole('link', { name: 'Runs' }).click();
    const draft = await partner.calls('POST', '/invoices', { customerId: customer.body['id'], lines: [{ description: 'Rope', quantity: '2', unitPrice: '5.00' }] });
    expect(draft.status, JSON.stringify(draft.body)).toBe(201);
    const issued = await partner.calls('POST', `/invoices/${draft.body['id']}/issue`, {});
    expect(issued.status, JSON.stringify(issued.body)).toBe(200);
    const row = maker.row('Runs', 'invoice.issued').filter({ hasText: 'Succeeded' }).filter({ hasNotText: 'By hand' });
    await expect(row).toHaveCount(1, { timeout: 60_000 });
    await row.getByRole('link').first().click();
    await expect(page.getByRole('region', { name: 'Log' }).last()).toContainText('invoice.issued was answered with 200');
    await looks('runs');
    const run = new URL(page.url()).searchParams.get('run')!;
    await nina.opens(`/console/trace/${run}`);
    await expect(page.getByRole('heading', { name: 'invoice.issued', level: 1 })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Runs of tone' }).getByRole('link')).toHaveCount(1);
    await looks('trace');
    await nina.opens(`/invoices/${draft.body['id']}`);
    await page.getByRole('button', { name: /^Try-out/ }).click(); // the business that it is in
    await nina.opens(`/invoices/${draft.body['id']}`);
    await expect(page.getByText('Tone')).toBeVisible();
    await expect(page.getByText('bright')).toBeVisible();
  });
});

test('CON-06 FUN-03 an operator stops an app’s functions, and its makers read why', async ({ people }) => {
  test.setTimeout(240_000);
  const nina = await people.developer();
  await nina.signsIn();
  const partner = await Partner.atWork(nina, people.house, ['invoices:read']);
  const made = await partner.asks('POST', `/developer/apps/${partner.app.id}/functions`, { name: 'quiet', source: 'export function handler() {}' });
  const quiet = `/developer/apps/${partner.app.id}/functions/${made['id']}`;
  await partner.asks('PUT', `${quiet}/subscription`, { events: ['invoice.issued'], enabled: true });
  const functions = `/console/apps/${partner.app.id}/functions`;
  const { page } = nina;
  const opal = await people.operatorAtWork();
  const operator = new AtConsole(opal);
  const card = opal.page.getByRole('region', { name: 'Functions' });
  const stops = async (button: string, title: string, reason: string) => {
    await card.getByRole('button', { name: button }).click();
    const dialog = await operator.dialog(title);
    await expect(dialog).toContainText('Say why first.');
    await operator.fillsIn({ Why: reason }, dialog);
    await dialog.getByRole('button', { name: button }).click();
  };

  await test.step('an operator stops those of the app', async () => {
    await opal.opens(`/operator/apps/${partner.app.id}`);
    await expect(card).toContainText('1, 1 on');
    await stops('Stop the app’s functions', 'Stop the app’s functions?', 'It floods us. Write to help@service.test.');
    await operator.hears('The app’s functions are stopped');
    await expect(card).toContainText('Its makers read: “It floods us. Write to help@service.test.”');
    await lookAt(opal.page, async () => {});
  });

  await test.step('the makers read why, and a run by hand is not run', async () => {
    await nina.opens(functions);
    await expect(page.getByRole('heading', { name: 'Functions are stopped' })).toBeVisible();
    await expect(page.getByText('It floods us. Write to help@service.test.')).toBeVisible();
    await expect(page.getByText('Stopped by the operator', { exact: true })).toBeVisible();
    await lookAt(page, async () => {});
    const run = await partner.asks('POST', `${quiet}/run`, { event: 'invoice.issued' });
    await expect.poll(async () => (await partner.asks('GET', `${quiet}/runs/${run['id']}`))['status'], { timeout: 60_000 }).toBe('failed');
    await page.getByRole('link', { name: 'quiet' }).click();
    await expect(page.getByText('It floods us. Write to help@service.test.')).toBeVisible();
    await page.getByRole('navigation', { name: 'Views of the function' }).getByRole('link', { name: 'Runs' }).click();
    await expect(new AtConsole(nina).row('Runs', 'invoice.issued')).toContainText('The operator has switched functions off.');
  });

  await test.step('a stop of the organization stands by it, and both end', async () => {
    await stops('Stop those of the whole organization', 'Stop the functions of all apps of the organization?', 'All of them do.');
    await operator.hears('The organization’s functions are stopped');
    await card.getByRole('button', { name: 'Let the app’s functions run' }).click();
    await operator.hears('The app’s functions run again');
    await nina.opens(functions);
    await expect(page.getByText('All of them do.')).toBeVisible();
    await card.getByRole('button', { name: 'Let the organization’s functions run' }).click();
    await operator.hears('The organization’s functions run again');
    await nina.opens(functions);
    await expect(page.getByRole('link', { name: 'quiet' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Functions are stopped' })).toHaveCount(0);
  });
});
