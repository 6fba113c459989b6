// The console on a phone, by touch: what one does on the way, and nothing that is wider
// than the screen, on a narrow phone neither.
import type { Locator, Page } from '@playwright/test';
import { doesNotScrollSideways, lookAtDialog } from '../people/eyes.ts';
import { Partner } from '../people/partner.ts';
import { expect, test } from '../people/people.ts';

const [height, width, narrow] = [844, 390, 320];

test('CON-06 the console works on a phone', async ({ people }) => {
  test.setTimeout(400_000);
  const nina = await people.developer({ viewport: { width, height }, hasTouch: true, isMobile: true });
  const { page } = nina;
  await nina.signsIn();
  const partner = await Partner.atWork(nina, people.house);
  const { body } = await partner.calls('POST', '/suppliers', { name: 'Dairy and Co' });
  await partner.calls('POST', '/suppliers', { name: '' });
  await partner.hook.hears(body.id);

  const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true });
  const row = (table: string, says: string) => page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: says });
  const fits = async () => {
    for (const across of [narrow, width]) {
      await page.setViewportSize({ width: across, height });
      await doesNotScrollSideways(page);
    }
  };
  /** Goes to a place by way of the menu. */
  const goesTo = async (place: string) => {
    await button('Menu').tap();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: new RegExp(`^${place}`) }).tap();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await nina.sees(place);
    await fits();
  };
  /** Looks at what lies over the page. */
  const looks = async (title: string | RegExp): Promise<Locator> => {
    const dialog = page.getByRole('dialog', { name: title }).or(page.getByRole('alertdialog', { name: title }));
    await expect(dialog).toBeVisible();
    await lookAtDialog(page);
    await fits();
    return dialog;
  };

  await test.step('finds its way by the menu', async () => {
    await nina.opens('/console');
    await nina.sees('Get Fresh Idea ready for review');
    await fits();
    await button('Menu').tap();
    const menu = await looks('Menu');
    await button('Close', menu).tap();
    await expect(menu).toHaveCount(0);
    await expect(button('Menu')).toBeFocused();
    await goesTo('Apps');
    await row('Apps', 'Fresh Idea').getByRole('link').tap();
    await nina.sees('Fresh Idea');
    await fits();
  });

  await test.step('reads a call', async () => {
    await goesTo('Requests');
    await button('Filters none').tap();
    await expect(page.getByRole('button', { name: /^Route/ })).toBeVisible();
    await fits();
    await row('Requests', 'POST').filter({ hasNotText: 'Problems' }).getByRole('link').tap();
    const drawer = await looks('Request POST /suppliers');
    await expect(drawer.getByText('supplier.created')).toBeVisible();
    await button('Close the request', drawer).tap();
    await expect(drawer).toHaveCount(0);
  });

  await test.step('sends a test, and reads the delivery', async () => {
    await goesTo('Webhooks');
    await row('Webhooks', partner.hook.url).getByRole('link').tap();
    await nina.sees(partner.hook.url);
    await fits();
    await button('Send a test').tap();
    const dialog = await looks('Send a test');
    await button('Send supplier.created', dialog).tap();
    await nina.sees('supplier.created');
    await expect(page.getByText('Received, answered 204')).toBeVisible();
    await fits();
    await page.getByRole('link', { name: partner.hook.url }).tap();
    await button('Rotate the secret').tap();
    await button('Keep the secret', await looks(/^Rotate the secret of/)).tap();
    await expect(button('Rotate the secret')).toBeFocused();
  });

  await test.step('changes the client secret', async () => {
    await goesTo('Credentials');
    await button('Make a secret').tap();
    await expect(page.getByRole('heading', { name: 'Your new client secret' })).toBeVisible();
    await fits();
    await page.getByRole('checkbox', { name: 'I have put it where it is safe' }).tap();
    await button('Done').tap();
    const old = page.getByRole('button', { name: /^Revoke / }).last();
    const name = await old.innerText();
    await old.tap();
    const dialog = await looks(/^Revoke the client secret/);
    await button(name, dialog).tap();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Revoke / })).toHaveCount(1);
    await fits();
  });
});
