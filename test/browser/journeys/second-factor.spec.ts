import { expect, test } from '../people/people.ts';

test('with a second factor the password alone does not let anybody in', async ({ people }) => {
  const nina = await people.newcomer();
  await nina.signsIn();
  const { app } = await nina.setsUpASecondFactor();
  await nina.follows('I have saved them');
  await nina.signsOut();

  await nina.triesToSignIn();
  await nina.sees('Enter your code');
  await nina.isOut();

  await nina.triesToSignIn();
  await nina.fillsIn({ '6-digit code': '000000' });
  await nina.presses('Continue');
  const wrong = 'That code is not right, or its time has passed. Enter the one your app shows now.';
  await nina.isToldTheProblems(wrong);
  await nina.findsTheField('6-digit code', wrong);

  await nina.fillsIn({ '6-digit code': app.code() });
  await nina.presses('Continue');
  await nina.sees('Welcome, Nina Newcomer');
});

test('a recovery code stands in for the app, once', async ({ people }) => {
  const nina = await people.newcomer();
  await nina.signsIn();
  const { recoveryCodes } = await nina.setsUpASecondFactor();
  expect(new Set(recoveryCodes).size).toBe(10);

  const home = await nina.atAnotherBrowser();
  await home.triesToSignIn();
  await home.follows('Use a recovery code');
  await home.fillsIn({ 'Recovery code': recoveryCodes[3]! });
  await home.presses('Continue');
  await home.sees('Welcome, Nina Newcomer');
  await home.opens('/account');
  await expect(home.page.getByText('9 recovery codes are left.')).toBeVisible();
  await home.signsOut();

  await home.triesToSignIn();
  await home.follows('Use a recovery code');
  await home.fillsIn({ 'Recovery code': recoveryCodes[3]! });
  await home.presses('Continue');
  await home.isToldTheProblems('That is not one of your unused recovery codes');
});

test('turning the second factor off takes the password and a code', async ({ people }) => {
  const nina = await people.newcomer();
  await nina.signsIn();
  const { app } = await nina.setsUpASecondFactor();
  await nina.opens('/account');
  await nina.follows('Turn off');
  await nina.presses('Turn off two-step verification');
  await nina.isToldTheProblems('Enter your password', 'Enter the 6-digit code from your authenticator app');

  await nina.fillsIn({ 'Current password': nina.account.password, '6-digit code or recovery code': app.code() });
  await nina.presses('Turn off two-step verification');
  await nina.isToldThat('Two-step verification is off.');
  await nina.signsOut();
  await nina.signsIn();
});

test('new recovery codes replace the old ones', async ({ people }) => {
  const nina = await people.newcomer();
  await nina.signsIn();
  const { app, recoveryCodes: old } = await nina.setsUpASecondFactor();
  await nina.opens('/account');
  await nina.follows('New recovery codes');
  await nina.fillsIn({ 'Current password': nina.account.password, '6-digit code or recovery code': app.code() });
  await nina.presses('Make new codes');
  await nina.sees('Your recovery codes');
  const fresh = await nina.recoveryCodes();
  expect(fresh).toHaveLength(10);
  expect(fresh.filter((code) => old.includes(code))).toEqual([]);
});
