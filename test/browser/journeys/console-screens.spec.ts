// Every screen of the console that its navigation leads to, with real content:
// accessible by axe's account, in light and dark, at a desk, on a phone, and at a
// zoom of 400 %; first with an app that was used, then with one just made;
// then every screen of the operator.
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { lookAt } from '../people/eyes.ts';
import { expect, test, type People } from '../people/people.ts';
import { Partner } from '../people/partner.ts';

async function atWork(people: People): Promise<Partner> {
  const nina = await people.developer();
  await nina.signsIn();
  return Partner.atWork(nina, people.house);
}

/** Calls that succeed and fail, and deliveries that arrive and do not. */
async function busy(partner: Partner): Promise<void> {
  await partner.calls('POST', '/suppliers', { name: 'Dairy and Co' });
  await expect.poll(async () => (await partner.hook.received()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  await partner.hook.answers(500);
  await partner.calls('POST', '/suppliers', { name: 'Mill' });
  await partner.calls('POST', '/suppliers', { name: '' });
  await partner.calls('GET', '/invoices');
  await partner.calls('GET', '/suppliers/sup_nothing');
  await expect.poll(async () => (await partner.hook.received()).length, { timeout: 60_000 }).toBeGreaterThan(1);
}

/** The addresses that the side of a screen leads to. */
async function places(page: Page, from: string): Promise<string[]> {
  await page.goto(from);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const links = page.getByRole('navigation').getByRole('link');
  const paths = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  return [...new Set(paths)].filter((path) => /^\/(console|operator)/.test(path)).sort();
}

/** Looks at screens. It tells the problems of all of them, so that one run shows all there is to mend. */
async function problemsOf(page: Page, screens: string[], state: string, id = ''): Promise<string[]> {
  const problems: string[] = [];
  for (const screen of screens) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(screen);
    try {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await lookAt(page, (look) => picture(`${state}${screen.replace(id, 'app').replaceAll('/', '-')}-${look}`, page));
    } catch (err) {
      problems.push(`${screen}: ${err}`);
    }
  }
  return problems;
}

for (const [state, prepare] of Object.entries({ used: busy, new: async () => undefined })) {
  test(`CON-06 every screen of an app that is ${state}`, async ({ people }) => {
    test.setTimeout(600_000);
    const partner = await atWork(people);
    await prepare(partner);
    const { page } = partner.person;
    const screens = await places(page, `/console/apps/${partner.app.id}`);
    expect(screens.length).toBeGreaterThan(10);
    const webhook = `/console/apps/${partner.app.id}/webhooks/${partner.webhook['id']}`;
    expect(await problemsOf(page, [...screens, webhook], state, partner.app.id)).toEqual([]);
    if (state === 'used') await isAWholeTable(page, webhook, 'Deliveries');
  });
}

/** At a desk a table has its columns, under their heads. */
async function isAWholeTable(page: Page, path: string, name: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(path);
  const head = page.getByRole('table', { name, exact: true }).locator('thead');
  await expect.poll(async () => (await head.boundingBox())?.height ?? 0).toBeGreaterThan(20);
}

test('CON-06 every screen of the operator', async ({ people }) => {
  test.setTimeout(600_000);
  const partner = await atWork(people);
  const { page } = await people.operatorAtWork();
  const screens = await places(page, '/operator/reviews');
  expect(screens.length).toBeGreaterThan(5);
  screens.push(`/operator/apps/${partner.app.id}`, `/operator/apps/${partner.app.id}/suspend`);
  expect(await problemsOf(page, screens, 'operator', partner.app.id)).toEqual([]);
});

async function picture(name: string, page: Page): Promise<void> {
  if (process.env.PICTURES) {
    await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`), fullPage: true });
  }
}
