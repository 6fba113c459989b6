// What is wrong with an app's request is said on the page, in the words of the
// contract, and never sent back to the app.
import { expect, test } from '../people/people.ts';
import type { App } from '../people/app.ts';

const refusals: [promise: string, message: string, ask: (app: App) => string][] = [
  ['AUTH-02 AUTH-03 an unknown app', 'Invalid client_id', (app) => app.request({ client_id: 'nobody' })],
  ['AUTH-03 a suspended app', 'Invalid client_id', (app) => app.request({ client_id: 'halted-client' })],
  [
    'AUTH-02 AUTH-04 an address that is not registered',
    'redirect_uri does not match any registered URI',
    (app) => app.request({ redirect_uri: `${app.callback}/` }),
  ],
  [
    'AUTH-05 a scope that is not registered',
    'Requested scopes not permitted for this client',
    (app) => app.request({ scope: 'invoices:read payments:write' }),
  ],
  ['AUTH-06 a public app without PKCE', 'PKCE is required for public clients', (app) => app.request({ code_challenge: undefined, code_challenge_method: undefined })],
  ['AUTH-07 a resource elsewhere', 'invalid_target', (app) => app.request({ resource: 'https://elsewhere.test/' })],
];

for (const [promise, message, ask] of refusals) {
  test(`${promise} is refused on the page and nothing is sent back`, async ({ people }) => {
    const app = await people.app();
    const sam = await people.stranger();
    const answer = await sam.page.goto(ask(app));
    expect(answer?.status()).toBe(400);
    await expect(sam.page.locator('.exact')).toHaveText(message);
    expect(new URL(sam.page.url()).origin).toBe(people.house.origin);
    expect(app.returns).toEqual([]);
  });
}

test('AUTH-04 who makes the app learns what was sent, what comes closest and where they differ', async ({ people }) => {
  const request = `/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: 'sync-client', redirect_uri: 'https://sync.acme.test/Callback', scope: 'invoices:read' })}`;
  const [dana, olivia] = [await people.dana(), await people.olivia()];
  for (const who of [dana, olivia]) {
    await who.signsIn();
    await who.opens(request);
    await who.sees('This request does not come from where Bakery Sync said it would');
  }
  await expect(olivia.page.getByRole('group')).toHaveCount(0);
  await dana.page.getByText('Details for developers of Acme Apps').click();
  await dana.reads('Sent', 'https://sync.acme.test/Callback');
  await dana.reads('Closest match', 'https://sync.acme.test/callback');
  await dana.reads('Difference', 'Character 24: C instead of c');
});

test('AUTH-09 a request that is not there is refused in these words', async ({ people }) => {
  const nina = await people.newcomer({ owns: ['Harbour Books'] });
  await nina.signsIn();
  await nina.opens('/oauth/consent?request=long-gone');
  await nina.sees('This request has expired');
  await expect(nina.page.locator('.exact')).toHaveText('invalid_request: authorization request not found or expired');
});

test('AUTH-08 an app without review connects to no business but a sandbox of its makers', async ({ people }) => {
  const app = await people.app({ review: 'DRAFT' });
  const nina = await people.newcomer({ owns: ['Harbour Books', 'Harbour Café'] });
  await nina.signsIn();
  await nina.opens(app.request());
  await nina.sees('Counterpart has not reviewed Ledger Lens');
  await nina.presses('Continue to the request');
  await nina.sees('Which business?');
  const barred = 'This app has not completed review and can only connect to its own sandbox businesses';
  await expect(nina.page.getByText(barred)).toHaveCount(2);
  await expect(nina.page.getByRole('button', { name: /Harbour/ })).toHaveCount(0);
});
