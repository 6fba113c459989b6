// Every screen of the console that its navigation leads to, with real content:
// accessible by axe's account, in light and dark, at a desk, on a phone, and at a
// zoom of 400 %; first with an app that was used, then with one just made.
import { join } from 'node:path';
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
  await expect.poll(async () => (await partner.hook.received()).length, { timeout: 30_000 }).toBeGreaterThan(0);
  await partner.hook.answers(500);
  await partner.calls('POST', '/suppliers', { name: 'Mill' });
  await partner.calls('POST', '/suppliers', { name: '' });
  await partner.calls('GET', '/invoices');
  await partner.calls('GET', '/suppliers/sup_nothing');
  await expect.poll(async () => (await partner.hook.received()).length, { timeout: 30_000 }).toBeGreaterThan(1);
}

/** The addresses that the side of a screen leads to. */
async function places(partner: Partner, from: string): Promise<string[]> {
  const { page } = partner.person;
  await page.goto(from);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const hrefs = await page.getByRole('navigation').getByRole('link').evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  return [...new Set(hrefs)].filter((path) => path.startsWith('/console')).sort();
}

for (const [state, prepare] of Object.entries({ used: busy, new: async () => undefined })) {
  test(`CON-06 every screen of an app that is ${state}`, async ({ people }) => {
    test.setTimeout(600_000);
    const partner = await atWork(people);
    await prepare(partner);
    const { page } = partner.person;
    const screens = await places(partner, `/console/apps/${partner.app.id}`);
    expect(screens.length).toBeGreaterThan(10);
    const problems: string[] = []; // of all screens, so that one run shows all there is to mend
    for (const screen of screens) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(screen);
      try {
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        await lookAt(page, (look) => picture(`${state}${screen.replace(partner.app.id, 'app').replaceAll('/', '-')}-${look}`, page));
      } catch (err) {
        problems.push(`${screen}: ${err}`);
      }
    }
    expect(problems).toEqual([]);
  });
}

async function picture(name: string, page: Partner['person']['page']): Promise<void> {
  if (process.env.PICTURES) {
    await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`), fullPage: true });
  }
}
