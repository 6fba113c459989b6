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
  await nina.reads('Made by', 'Lens Makers Verified by review');
  await nina.presses('Cancel');
  await nina.sees('Back at the app');
  expect(app.lastReturn()).toEqual({ error: 'access_denied', state: 'a state of + & ü', iss: expect.any(String) });
});

test('AUTH-14 the page names the app, who made it, its review, where one is sent, the business, and each scope in plain words', async ({ people }) => {
  const app = await people.app({ scopes: ['invoices:read', 'journal:write'] });
  const nina = await asked(await people.newcomer({ owns: ['Harbour Books'] }), app);
  await nina.sees('Connect Ledger Lens to Harbour Books?');
  await nina.reads('Made by', 'Lens Makers Verified by review');
  await nina.reads('Business', 'Harbour Books Owner');
  await nina.reads('Sends you to', `A program on this device (${new URL(app.origin).host})`);
  await nina.reads('Invoices', 'See invoices and credit notes');
  await expect(nina.page.getByRole('heading', { name: 'Change the books' })).toBeVisible();
  await expect(nina.page.getByRole('main')).not.toContainText(/\w+:(read|write)/);
});

test('AUTH-13 who may not connect apps is told so, and has no button for it', async ({ people }) => {
  const app = await people.app();
  const nina = await asked(await people.newcomer({ keeps: ['Harbour Books'] }), app);
  await nina.sees('Connect Ledger Lens to Harbour Books?');
  await expect(nina.page.getByText('Your role does not include connecting apps.')).toBeVisible();
  await expect(nina.page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await nina.presses('Cancel');
  await nina.sees('Back at the app');
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
