// The documentation site: read by anybody, at any size, found by its own search, and
// under a policy that no page breaks.
import { join } from 'node:path';
import { lookAt } from '../people/eyes.ts';
import { expect, test } from '../people/people.ts';

const pages = {
  quickstart: '/docs/start/quickstart',
  'a guide with a diagram': '/docs/guides/refresh-tokens',
  'an operation': '/docs/reference/api/invoices/create-invoice',
  'an event': '/docs/reference/events/invoice-paid',
  errors: '/docs/reference/errors',
};

for (const [name, path] of Object.entries(pages)) {
  test(`the documentation, ${name}, is accessible in light and dark, large and small`, async ({ people }) => {
    test.slow(); // axe looks at every word, and these pages have many
    const { page } = await people.stranger();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(path);
    // The page of errors has two hundred sections that are alike; a few of them will do.
    await page.locator('h2#account_not_found').evaluateAll(([end]) => {
      const last = end?.closest('.sl-heading-wrapper') ?? end;
      while (last?.nextSibling) last.nextSibling.remove();
    });
    await lookAt(page, async (look) => {
      if (process.env.PICTURES) {
        await page.screenshot({ path: join(process.env.PICTURES, `docs-${name.replace(/\W+/g, '-')}.${look}.png`) });
      }
    });
    expect(complaints, 'the policy, or a file that is missing').toEqual([]);
  });
}

test('the search finds a guide, and asks no other host', async ({ people }) => {
  const { page } = await people.stranger();
  const elsewhere: string[] = [];
  await page.goto('/docs');
  const home = new URL(page.url()).origin;
  page.on('request', (request) => new URL(request.url()).origin !== home && elsewhere.push(request.url()));
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('textbox', { name: 'Search' }).fill('refresh');
  await page.getByRole('dialog').getByRole('link', { name: 'Refresh tokens without races' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refresh tokens without races');
  expect(elsewhere).toEqual([]);
});

test('the chosen language of samples is remembered', async ({ people }) => {
  const { page } = await people.stranger();
  await page.goto('/docs/reference/api/invoices/create-invoice');
  await expect(page.getByText('curl ', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'TypeScript', exact: true }).click();
  await page.goto('/docs/reference/api/suppliers/create-supplier');
  await expect(page.getByText('await business.suppliers.create', { exact: false }).first()).toBeVisible();
});

test('a page is Markdown for programs, and every link of llms.txt answers', async ({ people }) => {
  test.slow();
  const { page } = await people.stranger();
  await page.goto('/docs/guides/refresh-tokens');
  const twin = await page.request.get('/docs/guides/refresh-tokens.md');
  expect(twin.headers()['content-type']).toContain('text/markdown');
  expect(await twin.text()).toContain('# Refresh tokens without races');
  const list = await (await page.request.get('/docs/llms.txt')).text();
  expect(list.length).toBeLessThan(8 * 1024);
  const links = [...list.matchAll(/\]\((\S+)\)/g)].map(([, address]) => address!);
  expect(links.length).toBeGreaterThan(40);
  for (const address of links) {
    const { pathname, search } = new URL(address);
    if (!pathname.startsWith('/docs/')) continue; // the API host's own description
    expect((await page.request.get(pathname + search)).status(), address).toBe(200);
  }
});

test('an address that leads nowhere is a page of the documentation', async ({ people }) => {
  const { page } = await people.stranger();
  const answer = await page.goto('/docs/guides/spaceships');
  expect(answer!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such page');
});
