// Pictures of the console, with an app that was used: those of docs/guides/console.md.
// They are made by `make screenshots`, and are no test of anything.
import { join } from 'node:path';
import { expect, test } from '../people/people.ts';
import { Partner } from '../people/partner.ts';

const folder = join(import.meta.dirname, '../../../docs/guides/console');

test('the pictures of the console', async ({ people }) => {
  test.setTimeout(600_000);
  const nina = await people.developer();
  const { page } = nina;
  await nina.signsIn();
  const partner = await Partner.atWork(nina, people.house);
  const made = await atWork(partner);
  const of = `/console/apps/${partner.app['id']}`;

  const takes = async (name: string) => {
    await expect(page.locator('h1')).toBeVisible(); // what lies under the palette has no role
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  };
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 800 });

  const screens = {
    home: '/console', overview: of, webhook: `${of}/webhooks/${partner.webhook['id']}`, events: `${of}/events`, event: `${of}/events/supplier.created`,
    credentials: `${of}/credentials`, installations: `${of}/installations`, fields: `${of}/fields`, versions: `${of}/versions`, listing: `${of}/listing`,
    explorer: `${of}/explorer`, sandboxes: '/console/sandboxes', team: '/console/team', audit: '/console/audit',
  };
  for (const [name, path] of Object.entries(screens)) {
    await test.step(name, async () => {
      await page.goto(path);
      await takes(name);
    });
  }

  await test.step('a call, and all that came of it', async () => {
    await page.goto(`${of}/requests`);
    await page.getByRole('table', { name: 'Requests' }).getByRole('row').filter({ hasText: '400' }).first().getByRole('link').click();
    await expect(page.getByRole('complementary')).toBeVisible();
    await takes('requests');
    await page.goto(`/console/trace/${made}`);
    await expect(page.getByRole('list', { name: 'Runs of berth' })).toBeVisible();
    await takes('trace');
  });

  await test.step('a function, and what it did', async () => {
    await page.goto(`${of}/functions`);
    await page.getByRole('table').getByRole('link', { name: 'berth' }).click();
    await expect(page.getByRole('textbox', { name: 'Source' })).toBeVisible();
    await takes('function');
    await page.getByRole('navigation', { name: 'Views of the function' }).getByRole('link', { name: 'Runs' }).click();
    await page.getByRole('table', { name: 'Runs' }).getByRole('row').filter({ hasText: 'Succeeded' }).first().getByRole('link').first().click();
    await expect(page.getByRole('region', { name: 'Log' }).last()).toBeVisible();
    await takes('runs');
  });

  await test.step('a delivery that failed', async () => {
    await page.goto(`${of}/webhooks/${partner.webhook['id']}`);
    await page.getByRole('table', { name: 'Deliveries' }).getByRole('row').filter({ hasText: 'Retrying' }).first().getByRole('link').click();
    await expect(page.getByText('What to do:')).toBeVisible();
    await takes('delivery');
  });

  await test.step('the palette', async () => {
    await page.goto(of);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('web');
    await takes('palette');
    await page.keyboard.press('Escape');
  });

  await test.step('in the dark, and on a phone', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(of);
    await takes('overview-dark');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${of}/requests`);
    await takes('requests-phone');
  });
});

const berth = `export async function handler(event, ctx) {
  const all = await ctx.api('GET', '/suppliers?limit=100');
  ctx.log(all.body.data.length, 'suppliers');
  const value = 'Pier ' + (1 + all.body.data.length % 4);
  const values = [{ resourceType: 'SUPPLIER', resourceId: event.data.id, key: 'berth', value }];
  const answer = await ctx.api('PUT', '/app-data', { values });
  if (answer.status !== 200) throw new Error(answer.body.message);
  return value;
}
`;

/** An hour's work: a field that a function fills in, calls that succeed and fail, deliveries that arrive and do not. It returns the id of a call that was heard of. */
async function atWork(partner: Partner): Promise<string> {
  const of = `/developer/apps/${partner.app['id']}`;
  await partner.asks('POST', `${of}/app-data-fields`, { resourceType: 'SUPPLIER', key: 'berth', label: 'Berth', type: 'TEXT', visibleToBusiness: true });
  const { id } = await partner.asks('POST', `${of}/functions`, { name: 'berth', source: berth });
  await partner.asks('PUT', `${of}/functions/${id}/subscription`, { events: ['supplier.created'] });
  for (const name of ['Dairy and Co', 'Mill on the Hill', 'Quay Ropes', 'Slipway Paints', 'North Pier Coffee']) {
    await partner.calls('POST', '/suppliers', { name });
    await partner.calls('GET', '/suppliers?limit=20');
  }
  await partner.calls('POST', '/suppliers', { name: '' });
  await partner.calls('GET', '/invoices');
  await partner.calls('GET', '/suppliers/sup_nothing');
  const { request, body } = await partner.calls('POST', '/suppliers', { name: 'Harbour Bakery' });
  await partner.hook.hears(body.id);
  await partner.hook.answers(500);
  const { body: broken } = await partner.calls('POST', '/suppliers', { name: 'Broken Crane' });
  await partner.hook.hears(broken.id);
  return request;
}
