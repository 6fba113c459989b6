import { test } from '../people/people.ts';
import { Keyboard } from '../people/keyboard.ts';

test('signing in, switching business and signing out need no pointer', async ({ people }) => {
  const nina = await people.newcomer({ owns: ['Harbour Books', 'Harbour Café'] });
  const { page } = nina;
  const keys = new Keyboard(page);

  await nina.opens('/sign-in');
  await keys.tabTo(page.getByRole('link', { name: 'Skip to the main content' }));
  await keys.press('Enter');
  await keys.tabTo(nina.field('Email address'), { within: 1 });
  await keys.type(nina.account.email);
  await keys.tabTo(nina.field('Password'), { within: 1 });
  await keys.type(nina.account.password);
  await keys.tabTo(page.getByRole('button', { name: 'Sign in' }), { within: 1 });
  await keys.press('Enter');
  await nina.sees('Welcome, Nina Newcomer');

  await keys.tabTo(page.getByRole('link', { name: 'Switch business' }));
  await keys.press('Enter');
  await nina.sees('Choose a business');
  await keys.tabTo(page.getByRole('button', { name: 'Harbour Café' }));
  await keys.press('Space');
  await nina.isToldThat('You have switched business.');
  await nina.worksIn('Harbour Café');

  await keys.tabTo(page.getByRole('button', { name: 'Sign out' }));
  await keys.press('Enter');
  await nina.isToldThat('You are signed out.');
});

test('after a refusal the keyboard goes from the summary to the field', async ({ people }) => {
  const sam = await people.stranger();
  const keys = new Keyboard(sam.page);
  await sam.opens('/sign-in');
  await keys.tabTo(sam.page.getByRole('button', { name: 'Sign in' }));
  await keys.press('Enter');
  await sam.isToldTheProblems('Enter your email address', 'Enter your password');
  await keys.seesTheFocus();
  await keys.tabTo(sam.page.getByRole('link', { name: 'Enter your password' }), { within: 2 });
  await keys.press('Enter');
  await keys.isAt(sam.field('Password'));
});

test('every stop of the account page shows the focus, also at a zoom of 400 %', async ({ people }) => {
  const nina = await people.newcomer({ owns: ['Harbour Books'], viewport: { width: 320, height: 256 } });
  await (await nina.atAnotherBrowser()).signsIn();
  await nina.signsIn();
  await nina.opens('/account');
  const keys = new Keyboard(nina.page);
  await keys.tabTo(nina.page.getByRole('button', { name: 'Sign out everywhere else' }));
});
