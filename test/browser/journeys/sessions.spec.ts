import { expect, test } from '../people/people.ts';

test('somebody sees where they are signed in and ends the other session', async ({ people }) => {
  const nina = await people.newcomer();
  const elsewhere = await nina.atAnotherBrowser();
  await elsewhere.signsIn();
  await nina.signsIn();

  await nina.opens('/account');
  const sessions = nina.page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);
  await expect(sessions.first()).toContainText('This device');
  await expect(sessions.first()).toContainText(nina.address);
  await expect(sessions.last()).toContainText('Chrome on Linux');
  await expect(sessions.last()).toContainText(elsewhere.address);

  await nina.presses('Sign out of Chrome on Linux');
  await nina.isToldThat('That device is signed out.');
  await expect(nina.page.getByText('You are not signed in anywhere else.')).toBeVisible();
  await elsewhere.isOut();
  await nina.isIn();
});

test('somebody ends all other sessions at once', async ({ people }) => {
  const nina = await people.newcomer();
  const others = [await nina.atAnotherBrowser(), await nina.atAnotherBrowser()];
  for (const who of [...others, nina]) {
    await who.signsIn();
  }
  await nina.opens('/account');
  await nina.presses('Sign out everywhere else');
  await nina.isToldThat('You are signed out everywhere else.');
  for (const other of others) {
    await other.isOut();
  }
  await nina.isIn();
});
