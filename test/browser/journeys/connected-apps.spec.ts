// What somebody let in, they can put out again.
import { expect, test, type People } from '../people/people.ts';
import type { App } from '../people/app.ts';
import type { Person } from '../people/person.ts';

interface Connected {
  nina: Person;
  app: App;
  token: string;
}

/** Nina has connected an app to her business and looks at her apps. */
async function connected(people: People): Promise<Connected> {
  const app = await people.app();
  const nina = await people.newcomer({ owns: ['Harbour Books'] });
  await nina.signsIn();
  await nina.connects(app);
  const { body } = await app.collects();
  await nina.opens('/apps');
  await nina.sees('Connected apps');
  await expect(nina.page.getByRole('region', { name: 'Ledger Lens' })).toBeVisible();
  return { nina, app, token: String(body['access_token']) };
}

const endings = [
  { link: 'Withdraw your consent to Ledger Lens', button: 'Withdraw your consent to Ledger Lens', says: 'You have withdrawn your consent to Ledger Lens.' },
  { link: 'Revoke access of Ledger Lens', button: 'Revoke access of Ledger Lens to Harbour Books', says: 'Ledger Lens has no access now. It cannot read or change anything here until somebody approves it again.' },
  { link: 'Uninstall Ledger Lens', button: 'Uninstall Ledger Lens from Harbour Books', says: 'Ledger Lens is uninstalled.' },
];

for (const { link, button, says } of endings) {
  test(`${link}: asked once more, then the app is out at once`, async ({ people }) => {
    const { nina, app, token } = await connected(people);
    expect((await app.me(token)).status).toBe(200);

    await nina.follows(link);
    await nina.sees(button);
    await nina.follows('Cancel');
    await nina.sees('Connected apps');
    expect((await app.me(token)).status).toBe(200);

    await nina.follows(link);
    await nina.presses(button);
    await nina.isToldThat(says);
    expect((await app.me(token)).status).toBe(401);
  });
}

test('an app whose access was revoked stays on the page and comes back by a new approval', async ({ people }) => {
  const { nina, app, token } = await connected(people);
  await nina.follows('Revoke access of Ledger Lens');
  await nina.presses('Revoke access of Ledger Lens to Harbour Books');
  const entry = nina.page.getByRole('region', { name: 'Ledger Lens' });
  await expect(entry).toContainText('Its access is revoked.');

  await nina.connects(app);
  const { body } = await app.collects();
  expect((await app.me(String(body['access_token']))).status).toBe(200);
  expect((await app.me(token)).status).toBe(401);
  await nina.opens('/apps');
  await expect(entry).not.toContainText('Its access is revoked.');
});

test('an uninstalled app is gone from the page', async ({ people }) => {
  const { nina } = await connected(people);
  await nina.follows('Uninstall Ledger Lens');
  await nina.presses('Uninstall Ledger Lens from Harbour Books');
  await expect(nina.page.getByText('No app is connected to Harbour Books.')).toBeVisible();
});
