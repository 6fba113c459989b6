// An app asks, and somebody decides: through sign-in, past the picker, back to
// the app.
import { expect, test } from '../people/people.ts';
import type { App } from '../people/app.ts';
import type { Person } from '../people/person.ts';

test('AUTH-09 AUTH-10 AUTH-11 somebody signs in on the way, picks a business and approves, and the app gets that business', async ({ people }) => {
  const app = await people.app();
  const nina = await people.newcomer({ owns: ['Harbour Books', 'Harbour Café'] });
  await nina.opens(app.request());
  await nina.sees('Sign in to connect Ledger Lens');
  await nina.fillsIn({ 'Email address': nina.account.email, Password: nina.account.password });
  await nina.presses('Sign in');
  await nina.sees('Which business?');
  await nina.picks('Harbour Café');
  await nina.sees('Connect Ledger Lens to Harbour Café?');
  await nina.presses('Approve');
  await nina.sees('Back at the app');

  expect(app.lastReturn()).toEqual({ code: expect.any(String), state: 'a state of + & ü', iss: expect.any(String) });
  const tokens = await app.collects();
  expect(tokens.body).toMatchObject({ token_type: 'Bearer', scope: 'invoices:read profile:read' });
  const { body } = await app.me(String(tokens.body['access_token']));
  expect(body).toMatchObject({ user: { email: nina.account.email }, business: { name: 'Harbour Café' } });
});

test('AUTH-10 who says no is sent back to the app with a denial', async ({ people }) => {
  const app = await people.app();
  const nina = await people.newcomer({ owns: ['Harbour Books', 'Harbour Café'] });
  await nina.signsIn();
  for (const business of [undefined, 'Harbour Books']) {
    await nina.opens(app.request());
    if (business) {
      await nina.picks(business);
    }
    await nina.presses('Cancel');
    await nina.sees('Back at the app');
    expect(app.lastReturn()).toEqual({ error: 'access_denied', state: 'a state of + & ü', iss: expect.any(String) });
  }
  expect(app.returns).toHaveLength(2);
});

test('AUTH-10 AUTH-15 who cancels before signing in is sent back to the app with a denial', async ({ people }) => {
  const app = await people.app();
  const nina = await people.newcomer({ owns: ['Harbour Books'] });
  await nina.opens(app.request());
  await nina.seesWhoMadeIt('by Lens Makers Reviewed by Counterpart');
  await expect(nina.page.getByRole('list', { name: 'What happens next' }).getByRole('listitem')).toHaveText([
    'You sign in to Counterpart. Ledger Lens does not see your password.',
    'You choose a business and see what the app asks for.',
    'Nothing is shared until you approve.',
  ]);
  await nina.presses('Cancel and go back to the program on this device');
  await nina.sees('Back at the app');
  expect(app.lastReturn()).toEqual({ error: 'access_denied', state: 'a state of + & ü', iss: expect.any(String) });
});

test('AUTH-14 the page names the app, who made it, its review, where one is sent, the business, and each scope in plain words', async ({ people }) => {
  const app = await people.app({ scopes: ['invoices:read', 'journal:write'] });
  const nina = await asked(await people.newcomer({ owns: ['Harbour Books'] }), app);
  await nina.sees('Connect Ledger Lens to Harbour Books?');
  await nina.seesWhoMadeIt('by Lens Makers Reviewed by Counterpart');
  await nina.reads('Business', 'Harbour Books, as Owner');
  await nina.reads('Afterwards', `You go back to a program on this device (${new URL(app.origin).host})`);
  await nina.reads('Invoices', 'See only');
  await nina.reads('Journal', 'Post and reverse entries Changes the books');
  await expect(nina.page.getByText('Changes the books means payments, accounts or journal entries')).toBeVisible();
  await expect(nina.page.getByRole('main')).not.toContainText(/\w+:(read|write)/);
});

test('AUTH-13 who may not connect apps is told so, and has no button for it', async ({ people }) => {
  const app = await people.app();
  const nina = await asked(await people.newcomer({ keeps: ['Harbour Books'] }), app);
  await nina.sees('Ledger Lens asks for access to Harbour Books');
  await expect(nina.page.getByRole('heading', { name: 'Accountants cannot connect apps here' })).toBeVisible();
  await expect(nina.page.getByText('Bo Boss, the owner, can.')).toBeVisible();
  await expect(nina.page.getByRole('heading', { name: 'It asks to' })).toBeVisible();
  await expect(nina.page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await nina.presses('Cancel');
  await nina.sees('Back at the app');
});

test('AUTH-14 up to six modules leave both answers on the first screen of a small desk', async ({ people }) => {
  const scopes = ['payments', 'journal', 'invoices', 'customers'].flatMap((module) => [`${module}:read`, `${module}:write`]);
  const app = await people.app({ scopes: [...scopes, 'suppliers:read', 'profile:read'] });
  const nina = await asked(await people.newcomer({ owns: ['Harbour Books', 'Harbour Café'], viewport: { width: 1280, height: 800 } }), app);
  await nina.picks('Harbour Café');
  await expect(nina.page.locator('.grant')).toHaveCount(6);
  for (const answer of ['Cancel', 'Approve']) {
    const box = await nina.page.getByRole('button', { name: answer, exact: true }).boundingBox();
    expect(box!.y + box!.height, answer).toBeLessThanOrEqual(800);
  }
});

test('AUTH-12 AUTH-14 who is asked again sees what is new first, and the rest folded', async ({ people }) => {
  const app = await people.app({ scopes: ['profile:read', 'payments:read', 'payments:write'] });
  const nina = await people.newcomer({ owns: ['Harbour Books'] });
  await nina.signsIn();
  await nina.opens(app.request({ scope: 'profile:read payments:read' }));
  await nina.presses('Approve');
  await nina.sees('Back at the app');
  await nina.opens(app.request());
  await nina.sees('Give Ledger Lens more access to Harbour Books?');
  await expect(nina.page.getByRole('heading', { name: 'New: it will also be able to 1 addition' })).toBeVisible();
  await expect(nina.page.locator('.grant:visible')).toHaveText(['Payments Record, change, allocate, refund and delete Changes the books It could only see them until now.']);
  await nina.page.getByText('What it can do already').click();
  await expect(nina.page.locator('.grant:visible')).toHaveText([/^Payments/, 'Business profile See your name, role and business settings', 'Payments See only']);
});

test('a consent page that is open in two tabs is answered once', async ({ people }) => {
  const app = await people.app();
  const nina = await asked(await people.newcomer({ owns: ['Harbour Books'] }), app);
  const other = await nina.page.context().newPage();
  await other.goto(nina.page.url());
  await nina.presses('Approve');
  await nina.sees('Back at the app');
  await other.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(other.getByText('invalid_request: authorization request not found or expired')).toBeVisible();
  expect(app.returns).toHaveLength(1);
});

test('somebody else can sign in half-way, and decides instead', async ({ people }) => {
  const app = await people.app();
  const nina = await asked(await people.newcomer({ owns: ['Harbour Books'] }), app);
  const owner = await people.newcomer({ owns: ['Old Mill'] });
  await nina.presses('Not you?');
  await nina.fillsIn({ 'Email address': owner.account.email, Password: owner.account.password });
  await nina.presses('Sign in');
  await nina.sees('Connect Ledger Lens to Old Mill?');
});

async function asked(person: Person, app: App): Promise<Person> {
  await person.signsIn();
  await person.opens(app.request());
  return person;
}
