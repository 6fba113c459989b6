// A device without a browser of its own asks, and its user decides elsewhere.
import { expect, test } from '../people/people.ts';

test('DEV-04 DEV-05 a link with the code leads through sign-in to what the device asks for, and approval connects it', async ({ people }) => {
  const app = await people.app();
  const device = await app.onADevice();
  const nina = await people.newcomer({ owns: ['Harbour Books'] });
  await nina.opens(device.link);
  await nina.sees('Sign in to connect a device');
  await nina.fillsIn({ 'Email address': nina.account.email, Password: nina.account.password });
  await nina.presses('Sign in');

  await nina.sees('Connect a device');
  await expect(nina.page.locator('.user-code')).toHaveText(device.code);
  await nina.presses('Yes, it does');
  await nina.sees('Connect Ledger Lens on a device to Harbour Books?');
  await nina.reads('Code on the device', `${device.code} Enter another code`);
  await nina.seesWhoMadeIt('by Lens Makers Reviewed by Counterpart');
  await nina.reads('Invoices', 'See only');
  // The device calls from this machine, and she does not.
  await expect(nina.page.getByRole('heading', { name: 'This was requested from a different network than yours' })).toBeVisible();
  await expect(nina.page.getByText('Approve only if you started this on your own device.')).toBeVisible();

  await nina.presses('Approve');
  await nina.sees('Your device is connected');
  const { body } = await device.poll();
  expect((await app.me(String(body['access_token']))).body).toMatchObject({ business: { name: 'Harbour Books' } });
});

test('DEV-03 DEV-04 a code can be typed as one likes, and be denied', async ({ people }) => {
  const app = await people.app();
  const device = await app.onADevice();
  const nina = await people.newcomer({ owns: ['Harbour Books'] });
  await nina.signsIn();
  await nina.opens('/device');
  await nina.presses('Continue');
  await nina.isToldTheProblems('Enter the code that your device shows');
  await nina.fillsIn({ Code: 'BBBB-BBBB' });
  await nina.presses('Continue');
  await expect(nina.page.getByRole('alert')).toBeFocused();

  await nina.fillsIn({ Code: device.code.toLowerCase().replace('-', ' ') });
  await nina.presses('Continue');
  await nina.sees('Connect Ledger Lens on a device to Harbour Books?');
  await nina.presses('Deny');
  await nina.sees('You denied the request');
  expect((await device.poll()).body).toMatchObject({ error: 'access_denied' });
});

test('DEV-05 the device is connected to the business that one has switched to', async ({ people }) => {
  const app = await people.app();
  const device = await app.onADevice();
  const nina = await people.newcomer({ owns: ['Harbour Books', 'Harbour Café'] });
  await nina.signsIn();
  await nina.opens(device.link);
  await nina.presses('Yes, it does');
  await nina.follows('Choose another');
  await nina.page.getByRole('button', { name: 'Harbour Café' }).click();
  await nina.sees('Connect a device');
  await nina.presses('Yes, it does');
  await nina.sees('Connect Ledger Lens on a device to Harbour Café?');
  await nina.presses('Approve');
  await nina.sees('Your device is connected');
  const { body } = await device.poll();
  expect((await app.me(String(body['access_token']))).body).toMatchObject({ business: { name: 'Harbour Café' } });
});

test('AUTH-13 DEV-05 who may not connect apps cannot approve a device', async ({ people }) => {
  const device = await (await people.app()).onADevice();
  const nina = await people.newcomer({ keeps: ['Harbour Books'] });
  await nina.signsIn();
  await nina.opens(device.link);
  await nina.presses('Yes, it does');
  await expect(nina.page.getByRole('heading', { name: 'Accountants cannot connect apps here' })).toBeVisible();
  await expect(nina.page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await nina.presses('Deny');
  await nina.sees('You denied the request');
  expect((await device.poll()).body).toMatchObject({ error: 'access_denied' });
});
