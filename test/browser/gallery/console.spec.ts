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
    await expect(page.getByText('supplier.created').first()).toBeVisible();
    await takes('trace');
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

/** An hour's work: calls that succeed and fail, deliveries that arrive and do not, a field. It returns the id of a call that was heard of. */
async function atWork(partner: Partner): Promise<string> {
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
  await partner.asks('POST', `/developer/apps/${partner.app['id']}/app-data-fields`, { resourceType: 'SUPPLIER', key: 'berth', label: 'Berth', type: 'TEXT', visibleToBusiness: true });
  return request;
}
