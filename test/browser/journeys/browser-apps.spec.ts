// Apps that live in the browser: in a page of their own, and framed by ours.
import type { Page } from '@playwright/test';
import { expect, test } from '../people/people.ts';

interface Answer {
  status: number;
  body: Record<string, string>;
  /** Headers that the page's script may read. */
  requestId: string | null;
}

/** Asks the API from the page that is open, with the browser's own fetch. */
function fetchFrom(page: Page, url: string, fields?: Record<string, string>, token?: string): Promise<Answer> {
  return page.evaluate(
    async ({ url, fields, token }) => {
      const answer = await fetch(url, {
        ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
        headers: token ? { Authorization: `Bearer ${token}` } : {},
      });
      const text = await answer.text();
      return { status: answer.status, body: text ? JSON.parse(text) : {}, requestId: answer.headers.get('X-Request-Id') };
    },
    { url, fields, token },
  );
}

test('API-13 a single-page app on another site gets tokens, calls the API, refreshes and revokes with fetch alone', async ({ people }) => {
  const app = await people.app();
  const nina = await people.newcomer({ owns: ['Harbour Books'] });
  const { page } = nina;
  await nina.signsIn();
  await nina.connects(app);
  await page.context().setExtraHTTPHeaders({}); // from here on as a browser alone asks
  const ask = (path: string, fields: Record<string, string>) => fetchFrom(page, `${app.api}${path}`, { client_id: app.clientId, ...fields });
  const me = (token: string) => fetchFrom(page, `${app.api}/me`, undefined, token);

  const discovered = await fetchFrom(page, `${app.api}/.well-known/oauth-authorization-server`);
  expect(discovered.body['token_endpoint']).toBe(`${app.api}/oauth/token`);
  const first = await ask('/oauth/token', {
    grant_type: 'authorization_code',
    code: app.lastReturn()['code']!,
    redirect_uri: app.callback,
    code_verifier: app.verifier,
  });
  expect(first).toMatchObject({ status: 200, requestId: expect.any(String) });
  expect(await me(first.body['access_token']!)).toMatchObject({ status: 200, body: { business: { name: 'Harbour Books' } }, requestId: expect.any(String) });

  const second = await ask('/oauth/token', { grant_type: 'refresh_token', refresh_token: first.body['refresh_token']! });
  expect(second.status).toBe(200);
  expect((await me(second.body['access_token']!)).status).toBe(200);

  expect((await ask('/oauth/revoke', { token: second.body['refresh_token']! })).status).toBe(200);
  expect((await me(second.body['access_token']!)).status).toBe(401);
  expect(nina.complaints.splice(0)).toEqual([`401 for ${app.api}/me`]);
});

test('EXCH-05 the page around an embedded app hands it a session token, which its server exchanges', async ({ people }) => {
  const app = await people.app({ type: 'CONFIDENTIAL' });
  const nina = await people.newcomer({ owns: ['Harbour Books'] });
  await nina.signsIn();
  await nina.connects(app);
  await nina.opens('/apps');
  await nina.follows('Open Ledger Lens');
  await nina.sees('Ledger Lens');
  await expect(nina.page.frameLocator('iframe').locator('#greeting')).toHaveText(
    `session_token one from ${people.house.origin} for Nina Newcomer at Harbour Books`,
  );
});

test('EXCH-05 a session token goes to the exact origin of the app and to nobody else', async ({ people }) => {
  const app = await people.app({ type: 'CONFIDENTIAL' });
  const nina = await people.newcomer({ owns: ['Harbour Books'] });
  await nina.signsIn();
  await nina.connects(app);
  await nina.opens(`/embedded/${app.id}`);
  const greeting = nina.page.frameLocator('iframe').locator('#greeting');
  await expect(greeting).toContainText('Harbour Books');

  // The same page by another name of its host is another origin. It may not even be framed.
  const elsewhere = `${app.origin.replace('localhost', '127.0.0.1')}/embedded`;
  const asked: string[] = [];
  nina.page.on('request', (request) => asked.push(request.url()));
  await nina.page.locator('iframe').evaluate((frame: HTMLIFrameElement, src) => (frame.src = src), elsewhere);
  await expect.poll(() => nina.complaints.join()).toContain('frame-src');
  nina.complaints.splice(0);
  // And a question from the page's own window is not the app's.
  await nina.page.evaluate(() => postMessage({ type: 'session_token.request', id: 'two' }, '*'));
  await nina.page.evaluate(() => new Promise(requestAnimationFrame));
  expect(asked.filter((url) => url.endsWith('/session-token'))).toEqual([]);
});

test('EXCH-05 an app whose access was revoked is not opened', async ({ people }) => {
  const app = await people.app({ type: 'CONFIDENTIAL' });
  const nina = await people.newcomer({ owns: ['Harbour Books'] });
  await nina.signsIn();
  await nina.connects(app);
  await nina.opens('/apps');
  await nina.follows('Revoke access of Ledger Lens');
  await nina.presses('Revoke access');
  await expect(nina.page.getByRole('link', { name: 'Open Ledger Lens' })).toHaveCount(0);
  await nina.opens(`/embedded/${app.id}`);
  await expect(nina.page.locator('iframe')).toHaveCount(0);
});

test('EXCH-05 an app that does not answer is said not to, with a way to try again', async ({ people }) => {
  const app = await people.app({ type: 'CONFIDENTIAL' });
  const nina = await people.newcomer({ owns: ['Harbour Books'] });
  await nina.signsIn();
  await nina.connects(app);
  await nina.page.clock.install();
  await nina.page.route(`${app.origin}/embedded`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Nobody speaks</h1>' }));
  await nina.opens(`/embedded/${app.id}`);
  const dead = nina.page.getByRole('heading', { name: 'Ledger Lens is not answering' });
  await expect(dead).toBeHidden();
  await nina.page.clock.runFor(10_500);
  await expect(dead).toBeVisible();

  await nina.page.unroute(`${app.origin}/embedded`);
  await nina.follows('Try again');
  await expect(nina.page.frameLocator('iframe').locator('#greeting')).toContainText('Harbour Books');
  await nina.page.clock.runFor(11_000);
  await expect(dead).toBeHidden();
});
