// AUTH-15: Chromium holds every step of the answer to a form against the page's
// form-action. These journeys take the steps that real apps take.
import { expect, test } from '../people/people.ts';

test('AUTH-15 approval and denial lead back to a program on this device', async ({ people }) => {
  const app = await people.app();
  const nina = await people.newcomer({ owns: ['Harbour Books'] });
  await nina.signsIn();
  for (const [button, answer] of [['Cancel', 'error'], ['Approve', 'code']] as const) {
    await nina.opens(app.request());
    await nina.presses(button);
    await nina.sees('Back at the app');
    expect(app.lastReturn()).toHaveProperty(answer);
  }
});

test('AUTH-15 the way back may lead on over several hosts of the app', async ({ people }) => {
  const app = await people.app({ leadsOnTo: ['127.0.0.1', 'localhost', '127.0.0.1'] });
  const nina = await people.newcomer({ owns: ['Harbour Books'] });
  await nina.signsIn();
  await nina.opens(app.request());
  await nina.presses('Approve');
  await nina.sees('Back at the app');
  expect(new URL(nina.page.url()).pathname).toBe('/step/3');
  expect((await app.collects()).status).toBe(200);
});

test('AUTH-08 AUTH-15 the way back leads to an app on the web, and its makers may try it in their sandbox', async ({ people }) => {
  const dana = await people.dana();
  await dana.signsIn();
  const callback = 'https://fresh.acme.test/callback';
  await dana.opens(`/oauth/authorize?${new URLSearchParams({ response_type: 'code', client_id: 'fresh-client', redirect_uri: callback, scope: 'invoices:read' })}`);
  await dana.presses('Continue to the request');
  await dana.sees('Connect Fresh Idea to Acme Sandbox?');
  // No such host exists here. That the browser looks for it shows that the policy let it go.
  const gone = dana.page.waitForEvent('requestfailed', (request) => request.url().startsWith(callback));
  await dana.presses('Approve').catch(() => undefined);
  const request = await gone;
  expect(new URL(request.url()).searchParams.get('code')).toBeTruthy();
  expect(request.failure()?.errorText).toMatch(/NAME_NOT_RESOLVED|INTERNET_DISCONNECTED|PROXY|CONNECTION/);
});
