// The API reference: read by anybody, at any size, without a script.
import { join } from 'node:path';
import { Keyboard } from '../people/keyboard.ts';
import { lookAt } from '../people/eyes.ts';
import { expect, test } from '../people/people.ts';

const pages = {
  overview: '/reference',
  'a part': '/reference/2026-11-01/suppliers',
  'a part of a deprecated version': '/reference/2025-02-01/journal',
  events: '/reference/2024-06-01/events',
  versions: '/reference/versions',
};

for (const [name, path] of Object.entries(pages)) {
  test(`the reference, ${name}, is accessible in light and dark, large and small`, async ({ people }) => {
    test.slow(); // axe looks at every word, and these pages have many
    const { page } = await people.stranger();
    await page.goto(path);
    await page.locator('details').evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
    await lookAt(page, async (look) => {
      if (process.env.PICTURES) {
        await page.screenshot({ path: join(process.env.PICTURES, `reference-${name.replace(/\W+/g, '-')}.${look}.png`), fullPage: true });
      }
    });
  });
}

test('without JavaScript somebody finds an operation, its errors and what changed', async ({ people }) => {
  const sam = await people.stranger({ javaScriptEnabled: false });
  await sam.opens('/reference');
  await sam.sees('API reference');
  const contents = sam.page.getByRole('navigation', { name: 'API reference' });
  await contents.getByRole('link', { name: 'Suppliers', exact: true }).click();
  await sam.sees('Suppliers');
  await contents.getByRole('link', { name: 'Add a supplier', exact: true }).click();
  const operation = sam.page.getByRole('region', { name: 'Add a supplier' });
  await expect(operation).toBeInViewport();
  await expect(operation.getByText('suppliers:write', { exact: true })).toBeVisible();
  await operation.getByText('Errors', { exact: true }).click();
  await expect(operation.getByText('INSUFFICIENT_SCOPE')).toBeVisible();
  await contents.getByRole('link', { name: '2025-02-01' }).click();
  await sam.page.getByRole('link', { name: 'See what changed' }).click();
  await sam.sees('Versions');
  await expect(sam.page.getByText('it was vatNumber')).toBeVisible();
});

test('with the keyboard one comes past the contents to the text, and sees where one is', async ({ people }) => {
  const sam = await people.stranger();
  await sam.opens('/reference/2026-11-01/suppliers');
  const keyboard = new Keyboard(sam.page);
  const skip = sam.page.getByRole('link', { name: 'Skip to the main content' });
  await keyboard.tabTo(skip, { within: 1 });
  await keyboard.press('Enter');
  await keyboard.tabTo(sam.page.getByRole('main').getByRole('link', { name: /List suppliers/ }).first(), { within: 2 });
});

test('a version or a part that does not exist is a page that says so', async ({ people }) => {
  const sam = await people.stranger();
  for (const path of ['/reference/2019-01-01', '/reference/2026-11-01/spaceships']) {
    const answer = await sam.page.goto(path);
    expect(answer?.status()).toBe(404);
  }
});
