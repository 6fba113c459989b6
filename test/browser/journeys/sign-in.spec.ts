import { expect, test } from '../people/people.ts';

const noMatch = 'The email address and password do not match an account';

test('somebody signs in, switches business and signs out', async ({ people }) => {
  const olivia = await people.olivia();
  await olivia.signsIn();
  await olivia.worksIn('Old Mill Bakery');
  await olivia.switchesTo('Petal and Stem');
  await olivia.worksIn('Petal and Stem');
  await olivia.signsOut();
  await olivia.isOut();
});

test('who is not signed in is taken to sign-in, and back to where they were going', async ({ people }) => {
  const nina = await people.newcomer();
  await nina.opens('/account');
  await nina.sees('Sign in');
  await nina.fillsIn({ 'Email address': nina.account.email, Password: nina.account.password });
  await nina.presses('Sign in');
  await nina.sees('Your account');
});

test('a wrong password is refused in the same words as an unknown address', async ({ people }) => {
  for (const who of [await people.newcomer(), await people.stranger()]) {
    await who.triesToSignIn({ ...who.account, password: 'not the right one' });
    await who.isToldTheProblems(noMatch);
    await who.findsTheField('Email address', noMatch);
    await expect(who.field('Email address')).toHaveValue(who.account.email);
    await expect(who.field('Password')).toHaveValue('');
  }
});

test('an empty form says what is missing, field by field', async ({ people }) => {
  const sam = await people.stranger();
  await sam.opens('/sign-in');
  await sam.presses('Sign in');
  await sam.isToldTheProblems('Enter your email address', 'Enter your password');
  await sam.findsTheField('Password', 'Enter your password');
  await sam.findsTheField('Email address', 'Enter your email address');
});

test('who mistyped the password once gets in with the right one', async ({ people }) => {
  const nina = await people.newcomer();
  await nina.triesToSignIn({ ...nina.account, password: 'not the right one' });
  await nina.fillsIn({ Password: nina.account.password });
  await nina.presses('Sign in');
  await nina.sees('Welcome, Nina Newcomer');
});
