// AUTH-14: nobody is led into approving, and everybody can decide.
import { expect, test, type People } from '../people/people.ts';
import { Keyboard } from '../people/keyboard.ts';
import { onAnotherSite } from '../people/other-site.ts';
import type { Person } from '../people/person.ts';

async function asked(people: People, circumstances: Parameters<People['newcomer']>[0] = {}): Promise<Person> {
  const nina = await people.newcomer({ owns: ['Harbour Books'], ...circumstances });
  await nina.signsIn();
  await nina.opens((await people.app()).request());
  await nina.sees('Connect Ledger Lens to Harbour Books?');
  return nina;
}

test('AUTH-14 the page cannot be framed', async ({ people }) => {
  const nina = await asked(people);
  await onAnotherSite(`<h1>Lucky you</h1><iframe src="${nina.page.url()}"></iframe>`, async (url) => {
    await nina.opens(url);
    await expect(nina.page.frameLocator('iframe').getByText('Approve')).toHaveCount(0);
    expect(nina.complaints.splice(0).join()).toContain("frame-ancestors 'none'");
  });
});

test('AUTH-14 the page runs no script, of its own or slipped in', async ({ people }) => {
  const nina = await asked(people);
  await expect(nina.page.locator('script')).toHaveCount(0);
  await nina.page.evaluate(() => {
    const slipped = document.createElement('script');
    slipped.textContent = 'document.title = "slipped in"';
    document.body.append(slipped);
  });
  await expect(nina.page).not.toHaveTitle('slipped in');
  expect(nina.complaints.splice(0).join()).toContain('inline script');
});

test("AUTH-14 another site's form cannot approve", async ({ people }) => {
  const nina = await asked(people);
  const fields = { request: new URL(nina.page.url()).searchParams.get('request')!, business: await nina.page.locator('[name=business]').inputValue() };
  const hidden = Object.entries({ ...fields, decision: 'approve' }).map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`);
  const form = `<h1>Lucky you</h1><form method="post" action="${people.house.origin}/oauth/consent">${hidden.join('')}<button>Take the prize</button></form>`;
  await onAnotherSite(form, async (url) => {
    await nina.opens(url);
    await nina.presses('Take the prize');
    await nina.sees('This form is no longer valid');
    await nina.opens('/apps');
    await expect(nina.page.getByText('No app is connected to Harbour Books.')).toBeVisible();
  });
});

test('AUTH-14 without JavaScript somebody signs in, picks and approves', async ({ people }) => {
  const app = await people.app();
  const nina = await people.newcomer({ owns: ['Harbour Books', 'Harbour Café'], javaScriptEnabled: false });
  await nina.opens(app.request());
  await nina.fillsIn({ 'Email address': nina.account.email, Password: nina.account.password });
  await nina.presses('Sign in');
  await nina.picks('Harbour Café');
  await nina.presses('Approve');
  await nina.sees('Back at the app');
  expect((await app.collects()).status).toBe(200);
});

test('AUTH-14 picking and approving need no pointer', async ({ people }) => {
  const app = await people.app();
  const nina = await people.newcomer({ owns: ['Harbour Books', 'Harbour Café'] });
  const { page } = nina;
  const keys = new Keyboard(page);
  await nina.signsIn();
  await nina.opens(app.request());
  await keys.tabTo(page.getByRole('button', { name: 'Harbour Café' }));
  await keys.press('Enter');
  await nina.sees('Connect Ledger Lens to Harbour Café?');
  // Saying no comes first, and both are a Tab apart.
  await keys.tabTo(page.getByRole('button', { name: 'Cancel' }));
  await keys.tabTo(page.getByRole('button', { name: 'Approve' }), { within: 1 });
  await keys.press('Space');
  await nina.sees('Back at the app');
  expect(app.lastReturn()).toHaveProperty('code');
});

test('AUTH-14 every stop of the consent page shows the focus at a zoom of 400 %', async ({ people }) => {
  const nina = await asked(people, { viewport: { width: 320, height: 256 } });
  await new Keyboard(nina.page).tabTo(nina.page.getByRole('button', { name: 'Approve' }));
});

test('AUTH-14 a screen reader hears the question, its parts and the answers by name', async ({ people }) => {
  const nina = await asked(people);
  await expect(nina.page).toHaveTitle('Connect Ledger Lens to Harbour Books? · Counterpart');
  await expect(nina.page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Connect Ledger Lens to Harbour Books?" [level=1]
    - paragraph: by Lens Makers Reviewed by Counterpart
    - term: Business
    - term: Afterwards
    - heading "Ledger Lens will be able to" [level=2]
    - term: Invoices
    - definition: See only
    - group: What it cannot do
    - group: How long it lasts, and how to stop it
    - button "Cancel"
    - button "Approve"
  `);
});
