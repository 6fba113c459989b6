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
  { link: 'Uninstall Ledger Lens', asks: 'Uninstall Ledger Lens from Harbour Books?', no: 'Keep it', button: 'Uninstall Ledger Lens', says: 'Ledger Lens is uninstalled. It has no access, and gets no more notifications.' },
  { link: 'Revoke access of Ledger Lens', asks: 'Revoke the access of Ledger Lens?', no: 'Cancel', button: 'Revoke access', says: 'Ledger Lens has no access now. It cannot read or change anything here until somebody approves it again.' },
  { link: 'Stop Ledger Lens acting for you', asks: 'Stop Ledger Lens acting for you?', no: 'Cancel', button: 'Stop acting for me', says: 'Ledger Lens no longer acts for you.' },
];

test('the ways to stop an app begin with uninstalling it, and each says what goes on', async ({ people }) => {
  const { nina } = await connected(people);
  const ways = nina.page.getByRole('list', { name: 'Ways to stop Ledger Lens' });
  await expect(ways.getByRole('link')).toHaveText(['Uninstall', 'Revoke access', 'Stop it acting for you']);
  await expect(ways.getByRole('listitem').nth(1)).toContainText('It is still notified of events, such as an invoice being paid, until you uninstall it.');
});

for (const { link, asks, no, button, says } of endings) {
  test(`${link}: asked once more, then the app is out at once`, async ({ people }) => {
    const { nina, app, token } = await connected(people);
    expect((await app.me(token)).status).toBe(200);

    await nina.follows(link);
    await nina.sees(asks);
    await nina.follows(no);
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
  await nina.presses('Revoke access');
  const entry = nina.page.getByRole('region', { name: 'Ledger Lens' });
  const revoked = 'Nina Newcomer revoked its access just now. It cannot read or change anything here. To use it again, connect it from Ledger Lens.';
  await expect(entry).toContainText(revoked);
  await expect(entry).toContainText('It is still notified of events, such as an invoice being paid, until you uninstall it.');

  await nina.connects(app);
  const { body } = await app.collects();
  expect((await app.me(String(body['access_token']))).status).toBe(200);
  expect((await app.me(token)).status).toBe(401);
  await nina.opens('/apps');
  await expect(entry).not.toContainText('revoked its access');
});

test('an uninstalled app is gone from the page', async ({ people }) => {
  const { nina } = await connected(people);
  await nina.follows('Uninstall Ledger Lens');
  await nina.presses('Uninstall Ledger Lens');
  await expect(nina.page.getByText('No app is connected to Harbour Books.')).toBeVisible();
});
