import { test } from '../people/people.ts';

const newPassword = 'seven quiet lanterns over water';

test('a forgotten password is replaced by a link from a mail', async ({ people }) => {
  const nina = await people.newcomer();
  const elsewhere = await nina.atAnotherBrowser();
  await elsewhere.signsIn();

  await nina.asksForANewPassword();
  const link = await nina.linkFromTheirMail();
  await nina.opens(link);
  await nina.sees('Choose a new password');
  await nina.fillsIn({ 'New password': newPassword, 'New password again': newPassword });
  await nina.presses('Save the new password');
  await nina.isToldThat('Your password is changed.');

  await elsewhere.isOut();
  await nina.triesToSignIn();
  await nina.isToldTheProblems('The email address and password do not match an account');
  nina.account.password = newPassword;
  await nina.signsIn();

  await nina.opens(link);
  await nina.sees('This link no longer works');
});

test('a password that is too short, or typed differently the second time, is not taken', async ({ people }) => {
  const nina = await people.newcomer();
  await nina.asksForANewPassword();
  await nina.opens(await nina.linkFromTheirMail());
  await nina.fillsIn({ 'New password': newPassword, 'New password again': 'something else' });
  await nina.presses('Save the new password');
  await nina.isToldTheProblems('The two new passwords are not the same');
  await nina.findsTheField('New password again', 'The two new passwords are not the same');

  await nina.fillsIn({ 'New password': 'short', 'New password again': 'short' });
  await nina.presses('Save the new password');
  await nina.isToldTheProblems('Use at least 12 characters');
  await nina.findsTheField('New password', 'Use at least 12 characters');
});

test('changing the password ends all other sessions and keeps this one', async ({ people }) => {
  const nina = await people.newcomer();
  const elsewhere = await nina.atAnotherBrowser();
  await nina.signsIn();
  await elsewhere.signsIn();

  await nina.opens('/account');
  await nina.follows('Change password');
  await nina.fillsIn({
    'Current password': nina.account.password,
    'New password': newPassword,
    'New password again': newPassword,
  });
  await nina.presses('Change password');
  await nina.isToldThat('Your password is changed.');
  await nina.isIn();
  await elsewhere.isOut();
});
