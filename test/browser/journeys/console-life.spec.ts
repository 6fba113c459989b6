// The whole life of an app, as its makers live it: from nothing to a business that
// installs it from the marketplace. All of it through the pages; what the app's own
// server does, this test does in its place.
import { AtConsole } from '../people/console.ts';
import { Hook, signatures } from '../people/hook.ts';
import { expect, mark, test } from '../people/people.ts';
import { drawing } from '../people/picture.ts';

/** The last of them is used for nothing, of which the checks warn. */
const scopes = ['suppliers:read', 'suppliers:write', 'customers:write'];
const events = ['supplier.created', 'supplier.redact', 'app.installed', 'app.uninstalled', 'business.redact'];

/** How long until a delivery is tried again, and a little more. */
const retry = 75_000;

test('CON-06 an app’s whole life, from signing up to a business that installs it', async ({ people }) => {
  test.setTimeout(600_000);
  const sam = await people.stranger({ extraHTTPHeaders: {} });
  sam.account.password = 'four quiet herons under an awning';
  const { page } = sam;
  const maker = new AtConsole(sam);
  const app = await people.newApp({ name: 'Harbour Sync', type: 'CONFIDENTIAL', scopes });
  const own = mark();
  const [hook, connect, website] = ['hook', 'connect', 'about'].map((path) => new Hook(people.house, `/${own}/${path}`)) as [Hook, Hook, Hook];
  const received = () => hook.received();
  /** Waits until so many requests came to the webhook, and returns the last. */
  const arrives = async (n: number) => {
    await expect.poll(async () => (await received()).length, { timeout: 60_000 }).toBe(n);
    return (await received())[n - 1]!;
  };
  let token = '';
  let secret = '';
  let next = '';

  await test.step('signs up and confirms by mail', async () => {
    await sam.opens('/console');
    await sam.follows('Create an account');
    await sam.fillsIn({ 'Email address': sam.account.email });
    await sam.presses('Send the link');
    await sam.sees('Check your email');
    await sam.opens(await sam.linkFromTheirMail());
    await sam.fillsIn({ Name: sam.account.name, 'New password': sam.account.password, 'New password again': sam.account.password });
    await sam.presses('Create account');
    await sam.sees(`Welcome, ${sam.account.name}`);
  });

  await test.step('makes an organization and an app', async () => {
    await page.getByRole('link', { name: /^Developer console/ }).click();
    await sam.sees('Create your organization');
    await maker.fillsIn({ Name: 'Pier Software' });
    await sam.presses('Create the organization');
    await sam.sees('New app');
    await maker.fillsIn({ Name: 'Harbour Sync', 'Redirect URI': app.callback });
    for (const scope of scopes) {
      await page.getByRole('checkbox', { name: new RegExp(`^${scope}`) }).check();
    }
    await sam.presses('Create the app');
    await expect(page.getByRole('heading', { name: 'Harbour Sync is there: its client secret' })).toBeVisible();
    app.clientId = await page.getByRole('definition').locator('code').innerText();
    app.secret = await maker.keepsTheSecret();
    await sam.sees('Get Harbour Sync ready for review');
  });

  await test.step('makes a sandbox', async () => {
    await sam.presses('Make a sandbox');
    await expect(page.getByRole('heading', { name: 'Sandbox made: Pier Software Sandbox' })).toBeVisible({ timeout: 60_000 });
  });

  await test.step('connects it through the consent page', async () => {
    const exchange = await page.getByRole('region', { name: 'the exchange' }).innerText();
    const [tab] = await Promise.all([page.context().waitForEvent('page'), sam.follows('Open the consent page')]);
    await tab.getByRole('button', { name: 'Continue to the request' }).click();
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Connect Harbour Sync to Pier Software Sandbox?');
    await tab.getByRole('button', { name: 'Approve' }).click();
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Back at the app');
    await tab.close();
    const { status, body } = await app.collects(/code_verifier=(\S+)/.exec(exchange)![1]);
    expect(status, JSON.stringify(body)).toBe(200);
    token = String(body['access_token']);
    await expect(page.getByRole('heading', { name: '3 of 6 steps done' })).toBeVisible({ timeout: 60_000 });
  });

  await test.step('makes a call and sees it in the log', async () => {
    expect((await app.calls(token, 'POST', '/suppliers', { name: 'Quay Ropes' })).status).toBe(201);
    await sam.follows('Harbour Sync');
    await sam.sees('Harbour Sync');
    await maker.goesTo('Requests');
    await maker.opensRow('Requests', 'POST /suppliers');
    const drawer = page.getByRole('complementary', { name: 'Request POST /suppliers' });
    await expect(drawer.getByText('supplier.created')).toBeVisible();
    await expect(drawer.getByText(/No webhook and no function of this app listens to it/)).toBeVisible();
    await sam.presses('Close the request');
    await expect(drawer).toHaveCount(0);
  });

  await test.step('adds a webhook', async () => {
    await maker.goesTo('Webhooks');
    await sam.follows('Add a webhook');
    await maker.fillsIn({ URL: hook.url });
    for (const event of events) {
      await page.getByRole('checkbox', { name: event }).check();
    }
    await sam.presses('Add a webhook');
    await expect(page.getByRole('heading', { name: `The signing secret of ${hook.path}` })).toBeVisible();
    secret = await maker.keepsTheSecret();
    await sam.sees(hook.url);
  });

  await test.step('a signed delivery arrives', async () => {
    const { status } = await app.calls(token, 'POST', '/suppliers', { name: 'Slipway Paints' });
    expect(status).toBe(201);
    const first = await arrives(1);
    expect(first.headers['x-webhook-event']).toBe('supplier.created');
    const { sent, made } = signatures(first, secret);
    expect(sent).toEqual(made);
    await expect(maker.row('Deliveries', 'supplier.created').filter({ hasText: 'Delivered' })).toBeVisible();
  });

  await test.step('follows the call to its delivery, and into the explorer', async () => {
    await maker.goesTo('Requests');
    await expect(maker.row('Requests', 'POST /suppliers')).toHaveCount(2); // the newer comes a little later
    await maker.opensRow('Requests', 'POST /suppliers');
    const drawer = page.getByRole('complementary', { name: 'Request POST /suppliers' });
    await drawer.getByRole('link', { name: /^whd_/ }).click();
    await sam.sees('supplier.created');
    await expect(page.getByText('Received, answered 204')).toBeVisible();
    await page.goBack();
    await drawer.getByRole('link', { name: 'Open in the explorer' }).click();
    await sam.sees('API explorer');
    await expect(page.getByRole('heading', { name: /^POST \/suppliers/ })).toBeVisible();
    await maker.goesTo('Webhooks');
    await sam.follows(hook.url);
  });

  await test.step('sends a test', async () => {
    await sam.presses('Send a test');
    const dialog = await maker.dialog('Send a test');
    await dialog.getByRole('combobox', { name: 'Event' }).selectOption('app.installed');
    await dialog.getByRole('button', { name: 'Send app.installed' }).click();
    await sam.sees('app.installed');
    await expect(page.getByText('Received, answered 204')).toBeVisible();
    const test = await arrives(2);
    expect(signatures(test, secret).sent).toEqual(signatures(test, secret).made);
    await sam.follows(hook.url);
    await sam.sees(hook.url);
  });

  await test.step('the receiver breaks, and the inspector says why', async () => {
    await hook.answers(500);
    await app.calls(token, 'POST', '/suppliers', { name: 'Broken Crane' });
    await arrives(3);
    await maker.opensRow('Deliveries', 'Retrying');
    await sam.sees('supplier.created');
    await expect(page.getByRole('heading', { name: 'Attempt 1: The endpoint answered 500.' })).toBeVisible();
    await expect(page.getByText('What to do:')).toBeVisible();
    const again = page.getByRole('button', { name: 'Send again' });
    await expect(again).toHaveAttribute('aria-disabled', 'true');
    await expect(again).toHaveAccessibleDescription('It waits for a retry. Only failed deliveries can be sent again.');
  });

  await test.step('switches the webhook off until it is mended', async () => {
    await sam.follows(hook.url);
    await sam.presses('More: switch off, rotate, delete');
    await page.getByRole('menuitem', { name: 'Switch it off' }).click();
    const dialog = await maker.dialog(`Switch off ${hook.path}?`);
    await dialog.getByRole('button', { name: `Switch off ${hook.path} and fail 1` }).click();
    await expect(page.getByRole('heading', { name: 'This webhook is off' })).toBeVisible();
  });

  await test.step('declares a field, and the app keeps a value in it', async () => {
    await maker.goesTo('App data fields');
    await sam.presses('New field');
    const dialog = await maker.dialog('New field');
    await dialog.getByLabel('Type of record').selectOption({ label: 'Supplier' });
    await maker.fillsIn({ Key: 'berth', Label: 'Berth' }, dialog);
    await dialog.getByRole('button', { name: 'Declare the field' }).click();
    await expect(maker.row('App data fields', 'berth')).toContainText('Supplier');
    const { body } = await app.calls(token, 'GET', '/suppliers?limit=1');
    const [supplier] = body['data'] as { id: string }[];
    const value = { resourceType: 'SUPPLIER', resourceId: supplier!.id, key: 'berth', value: 'B 12' };
    expect(await app.calls(token, 'PUT', '/app-data', { values: [value] })).toMatchObject({ status: 200, body: { data: [value] } });
  });

  await test.step('pins the API version', async () => {
    await maker.goesTo('API version');
    await page.getByRole('button', { name: /^Pin / }).first().click();
    const dialog = await maker.dialog(/^Pin .*\?$/);
    await dialog.getByRole('button', { name: /^Pin / }).click();
    await maker.hears(/^The app speaks .* now\.$/);
  });

  await test.step('fills in the listing', async () => {
    await maker.goesTo('Listing');
    await maker.fillsIn({
      'One line': 'Keeps your berths and your books together', Address: `harbour-sync-${own}`, Description: 'Reads who lies where.\n\nWrites what they owe.',
      'Privacy policy': website.url, Support: website.url, 'Where connecting begins': connect.url,
      ...Object.fromEntries(scopes.map((scope) => [scope, 'To know who supplies the harbour.'])),
    });
    await page.getByRole('checkbox', { name: 'Inventory' }).check();
    for (const [kind, caption, picture] of [['Icon', 'A bollard', drawing(256, 256)], ['Screenshot', 'Berths of a day', drawing(800, 500)]] as const) {
      await sam.presses('Add a picture');
      const dialog = await maker.dialog('Add a picture');
      await dialog.getByRole('radio', { name: kind }).check();
      await dialog.getByLabel('File').setInputFiles({ name: `${kind}.png`, mimeType: 'image/png', buffer: picture });
      await maker.fillsIn({ 'What it shows': caption }, dialog);
      await dialog.getByRole('button', { name: 'Upload it' }).click();
      await expect(dialog).toHaveCount(0);
    }
    await sam.presses('Save');
    await maker.hears('Revision 1 is saved');
    await expect(page.getByText('Failed: No enabled webhook listens to app.uninstalled. Subscribe one to it.')).toBeVisible();
  });

  await test.step('mends the receiver and sends the delivery again', async () => {
    await maker.goesTo('Webhooks');
    await sam.follows(hook.url);
    await maker.row('Deliveries', 'Failed').getByRole('link').click({ timeout: retry });
    await expect(page.getByRole('heading', { name: 'Not sent: The webhook was deleted or switched off.' })).toBeVisible();
    await sam.follows(hook.url);
    await hook.answers(204);
    await page.getByRole('switch', { name: 'Off: receives nothing' }).click();
    await expect(page.getByRole('switch', { name: 'On: receives events' })).toBeVisible();
    await maker.opensRow('Deliveries', 'Failed');
    await sam.presses('Send again');
    await expect(page.getByText('Received, answered 204')).toBeVisible();
    const [broken, again] = [(await received())[2]!, await arrives(4)];
    expect(again.headers['x-webhook-id']).toBe(broken.headers['x-webhook-id']);
    expect(again.body).toBe(broken.body);
    await page.getByRole('group', { name: 'Round' }).getByRole('link', { name: 'First' }).click();
    await expect(page.getByText('The endpoint answered 500.').first()).toBeVisible();
  });

  await test.step('rotates the secret; both sign, and the inspector verifies both', async () => {
    await sam.follows(hook.url);
    await sam.presses('Rotate the secret');
    const dialog = await maker.dialog(`Rotate the secret of ${hook.path}?`);
    await dialog.getByRole('button', { name: 'Rotate the secret' }).click();
    next = await maker.keepsTheSecret();
    await expect(page.getByText('Two sign', { exact: true })).toBeVisible();
    await app.calls(token, 'POST', '/suppliers', { name: 'Two Keys' });
    const { sent, made } = signatures(await arrives(5), next, secret);
    expect(sent).toEqual(made);

    await expect(page.getByRole('table', { name: 'Deliveries' }).getByRole('row')).toHaveCount(5); // with its head
    await maker.opensRow('Deliveries', 'Delivered');
    for (const [key, which] of [[next, 'first'], [secret, 'second']] as const) {
      await sam.fillsIn({ Secret: key });
      await sam.presses('Verify');
      await maker.hears(new RegExp(`^It matches. The ${which} v1`));
    }
  });

  await test.step('submits the listing', async () => {
    await maker.goesTo('Listing');
    await sam.presses('Run again');
    await expect(page.getByText('Passed: The app is told what to erase.')).toBeVisible();
    await expect(page.getByText(/^Warns, and keeps nothing back: Not used in 30 days: customers:write/)).toBeVisible();
    await sam.presses('Submit for review');
    const dialog = await maker.dialog('Submit revision 1 for review?');
    await maker.fillsIn({ 'A note for the reviewer': 'Try it with the sandbox.' }, dialog);
    await dialog.getByRole('button', { name: 'Submit for review' }).click();
    await maker.hears('Revision 1 is with review');
    await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  });

  await test.step('an operator approves it', async () => {
    const opal = await people.operatorAtWork();
    await opal.opens('/operator/reviews');
    await opal.page.getByRole('list', { name: 'Waiting, oldest first' }).getByRole('link', { name: /Pier Software/ }).click();
    await opal.presses('Claim it');
    await opal.presses('Approve revision 1');
    await new AtConsole(opal).hears('Revision 1 of Harbour Sync is live');
  });

  await test.step('a business installs it from the marketplace', async () => {
    await connect.answers(302, app.request());
    const nina = await people.newcomer({ owns: ['Harbour Books'], ignoreHTTPSErrors: true });
    await nina.signsIn();
    await nina.page.getByRole('link', { name: 'Marketplace', exact: true }).click();
    await nina.page.getByRole('link', { name: /^Harbour Sync/ }).click();
    await nina.follows('Connect Harbour Sync');
    await nina.sees('Connect Harbour Sync to Harbour Books?');
    await nina.seesWhoMadeIt('by Pier Software Reviewed by Counterpart');
    await nina.presses('Approve');
    await nina.sees('Back at the app');
    const { body } = await app.collects();
    expect(await app.calls(String(body['access_token']), 'GET', '/suppliers')).toMatchObject({ status: 200, body: { data: [] } });
    expect((await arrives(6)).headers['x-webhook-event']).toBe('app.installed');
  });

  await test.step('and its makers see where it is installed', async () => {
    await maker.goesTo('Installations');
    // Workers list them a few seconds later, and the page asks by the clock.
    await expect(page.getByRole('table', { name: 'Installations' }).getByRole('row')).toHaveCount(3, { timeout: 60_000 }); // with its head
    await maker.goesTo('Home');
  });
});
