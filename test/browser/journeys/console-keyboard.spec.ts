// The console without a pointer: whatever opens takes the focus, whatever closes gives
// it back, and every stop on the way is seen.
import { Keyboard } from '../people/keyboard.ts';
import { AtConsole } from '../people/console.ts';
import { Partner } from '../people/partner.ts';
import { expect, test } from '../people/people.ts';

test('CON-06 the console needs no pointer', async ({ people }) => {
  test.setTimeout(400_000);
  const nina = await people.developer();
  const { page } = nina;
  const keys = new Keyboard(page);
  const maker = new AtConsole(nina);
  await nina.signsIn();
  const partner = await Partner.atWork(nina, people.house);
  const call = await partner.calls('POST', '/suppliers', { name: 'Dairy and Co' });
  await partner.calls('POST', '/suppliers', { name: '' });
  await partner.hook.hears(call.body.id);

  const link = (name: string | RegExp) => page.getByRole('link', { name });
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  /** Opens the palette, types, and takes the first that it finds. */
  const finds = async (what: string) => {
    await keys.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Search or paste an id' })).toBeFocused();
    await keys.type(what);
    await expect(page.getByRole('option', { selected: true })).toContainText(what);
    await keys.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };

  await test.step('skips to the content, and goes from app to app by its name', async () => {
    await nina.opens('/console');
    await nina.sees('Get Fresh Idea ready for review');
    await keys.tabTo(link('Skip to the main content'), { within: 1 });
    await keys.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await finds('Fresh Idea');
    await nina.sees('Fresh Idea');
  });

  await test.step('walks the log, and comes back to the row that was open', async () => {
    await keys.press('g');
    await keys.press('r');
    await nina.sees('Requests');
    await expect(maker.row('Requests', /POST/).nth(1)).toBeVisible();
    await keys.press('j');
    await keys.press('ArrowDown');
    const row = maker.row('Requests', 'POST').filter({ hasNotText: 'Problems' }).getByRole('link').first();
    await keys.isAt(row);
    await keys.press('Enter');
    const drawer = page.getByRole('complementary', { name: 'Request POST /suppliers' });
    await expect(drawer.getByText('supplier.created')).toBeVisible();
    await keys.press('Escape');
    await expect(drawer).toHaveCount(0);
    await keys.isAt(row);
  });

  await test.step('filters by a list that is typed into', async () => {
    await keys.press('/');
    await keys.tabTo(button(/^Route/));
    await keys.press('Enter');
    await expect(page.getByRole('combobox')).toBeFocused();
    await keys.type('POST');
    await keys.press('Enter');
    await expect(page).toHaveURL(/route=POST/);
    await keys.isAt(button(/^Route/));
  });

  await test.step('opens a record by its id', async () => {
    await finds(call.request);
    await expect(page.getByText('supplier.created').first()).toBeVisible();
    await finds(String(partner.webhook['id']));
    await nina.sees(partner.hook.url);
  });

  await test.step('sends a test from its dialog', async () => {
    await keys.tabTo(button('Send a test'), { within: 60 });
    await keys.press('Enter');
    const dialog = await maker.dialog('Send a test');
    await keys.press('Escape');
    await expect(dialog).toHaveCount(0);
    await keys.isAt(button('Send a test'));
    await keys.press('Enter');
    await keys.tabTo(dialog.getByRole('button', { name: 'Send supplier.created' }));
    await keys.press('Enter');
    await nina.sees('supplier.created');
    await expect(page.getByText('Received, answered 204')).toBeVisible();
    await keys.tabTo(link(partner.hook.url), { within: 60 });
    await keys.press('Enter');
    await nina.sees(partner.hook.url);
  });

  await test.step('rotates from a menu, and is asked first', async () => {
    const more = button('More: switch off, rotate, delete');
    await keys.tabTo(more, { within: 60 });
    await keys.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Switch it off' })).toBeFocused();
    await keys.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Rotate the secret' })).toBeFocused();
    await keys.press('Enter');
    const dialog = await maker.dialog(`Rotate the secret of ${partner.hook.path}?`);
    await keys.isAt(dialog.getByRole('button', { name: 'Keep the secret' }));
    await keys.press('Enter');
    await expect(dialog).toHaveCount(0);
    await keys.isAt(more);
  });

  await test.step('declares a field', async () => {
    await finds('App data fields');
    await nina.sees('App data fields');
    await keys.tabTo(button('New field').first(), { within: 60 });
    await keys.press('Enter');
    const dialog = await maker.dialog('New field');
    await keys.tabTo(dialog.getByLabel('Type of record'));
    await keys.type('Supplier');
    await keys.tabTo(dialog.getByRole('textbox', { name: 'Key' }));
    await keys.type('berth');
    await keys.tabTo(dialog.getByRole('textbox', { name: 'Label', exact: true }));
    await keys.type('Berth');
    await keys.press('Enter');
    await expect(maker.row('App data fields', 'berth')).toContainText('Supplier');
  });

  await test.step('signs out from the account’s menu', async () => {
    await page.reload(); // F5: back to where a page begins
    await nina.sees('App data fields');
    await keys.tabTo(button(/your account$/), { within: 60 });
    await keys.press('Enter');
    await keys.press('End');
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeFocused();
    await keys.press('Enter');
    await nina.sees('Sign in');
    await nina.isToldThat('You are signed out.');
  });
});
