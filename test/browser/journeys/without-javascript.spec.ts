import { test } from '../people/people.ts';

// Playwright needs no script of the page for what it does, so these are the same
// people as everywhere else.
const noScript = { javaScriptEnabled: false };

test('without JavaScript somebody signs in, switches business and signs out', async ({ people }) => {
  const nina = await people.newcomer({ owns: ['Harbour Books', 'Harbour Café'], ...noScript });
  await nina.triesToSignIn({ ...nina.account, password: 'not the right one' });
  await nina.isToldTheProblems('The email address and password do not match an account');
  await nina.signsIn();
  await nina.switchesTo('Harbour Café');
  await nina.worksIn('Harbour Café');
  await nina.signsOut();
});

test('without JavaScript somebody sets up a second factor and signs in with it', async ({ people }) => {
  const nina = await people.newcomer(noScript);
  await nina.signsIn();
  const { app } = await nina.setsUpASecondFactor();
  await nina.follows('I have saved them');
  await nina.signsOut();
  await nina.triesToSignIn();
  await nina.fillsIn({ '6-digit code': app.code() });
  await nina.presses('Continue');
  await nina.sees('Welcome, Nina Newcomer');
});

test('without JavaScript somebody resets their password', async ({ people }) => {
  const nina = await people.newcomer(noScript);
  await nina.asksForANewPassword();
  await nina.opens(await nina.linkFromTheirMail());
  nina.account.password = 'seven quiet lanterns over water';
  await nina.fillsIn({ 'New password': nina.account.password, 'New password again': nina.account.password });
  await nina.presses('Save the new password');
  await nina.isToldThat('Your password is changed.');
  await nina.signsIn();
});
