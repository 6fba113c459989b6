import { expect, test } from '../people/people.ts';
import { holdsAPhone } from '../people/phone.ts';

test('ACC-06 somebody adds a passkey, signs in with it, gives it as a second factor and removes it', async ({ people }) => {
  const { named } = people.house;
  const nina = await people.newcomer({ owns: ['Harbour Books'], baseURL: named });
  const phone = await holdsAPhone(nina);
  await nina.signsIn(named);

  await nina.addsAPasskey('Nina’s phone');
  await expect(nina.page.getByText('Nina’s phone')).toBeVisible();
  expect(await phone.keys()).toBe(1);

  await nina.signsOut();
  await nina.follows('Sign in with a passkey');
  await nina.sees('Welcome, Nina Newcomer'); // the page asks by itself

  await nina.setsUpASecondFactor();
  await nina.follows('I have saved them');
  await nina.signsOut();
  await nina.triesToSignIn(nina.account, named);
  await nina.sees('Enter your code');
  await nina.follows('Use a passkey');
  await nina.sees('Welcome, Nina Newcomer');

  await nina.opens('/account');
  await nina.page.getByRole('link', { name: 'Remove Nina’s phone' }).click();
  await nina.sees('Remove the passkey “Nina’s phone”?');
  await nina.presses('Remove the passkey');
  await nina.isToldThat('The passkey is removed. Nobody can sign in with it any more.');
  await nina.signsOut();
  await nina.follows('Sign in with a passkey');
  await nina.isToldTheProblems('This passkey is not one of this account\'s, or was removed from it.');
  await nina.isOut(named);
});

test('ACC-06 a phone that does not know its owner opens nothing, and the page says how to go on', async ({ people }) => {
  const { named } = people.house;
  const nina = await people.newcomer({ baseURL: named });
  const phone = await holdsAPhone(nina);
  await nina.signsIn(named);
  await nina.addsAPasskey('Nina’s phone');
  await nina.signsOut();

  await phone.knowsItsOwner(false);
  await nina.follows('Sign in with a passkey');
  await expect(nina.page.getByText('No passkey was used. Try again, or sign in another way.')).toBeVisible();
  await phone.knowsItsOwner(true);
  await nina.presses('Use a passkey');
  await nina.sees('Welcome, Nina Newcomer');
});

test('ACC-06 a passkey leads back to the request that waits', async ({ people }) => {
  const { named } = people.house;
  const nina = await people.newcomer({ owns: ['Harbour Books'], baseURL: named });
  await holdsAPhone(nina);
  await nina.signsIn(named);
  await nina.addsAPasskey('Nina’s phone');
  await nina.signsOut();
  await nina.opens('/device');
  await nina.sees('Sign in to connect a device');
  await nina.follows('Sign in with a passkey');
  await nina.sees('Connect a device');
});

test('without JavaScript the page of passkeys says so, and leads to the password', async ({ people }) => {
  const sam = await people.stranger({ baseURL: people.house.named, javaScriptEnabled: false });
  await sam.opens('/sign-in');
  await sam.follows('Sign in with a passkey');
  await expect(sam.page.getByText('Passkeys need JavaScript. Use your password instead.')).toBeVisible();
  await sam.follows('Use your password instead');
  await sam.sees('Sign in');
});

test('where the service has no name, nobody is offered a passkey', async ({ people }) => {
  const nina = await people.newcomer();
  await nina.opens('/sign-in');
  await expect(nina.page.getByText('passkey')).toHaveCount(0);
  await nina.signsIn();
  await nina.opens('/account');
  await expect(nina.page.getByRole('heading', { name: 'Passkeys' })).toHaveCount(0);
});
