import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, isAccessible, showScreen } from '#/test/show';
import { app, world } from '#/test/world';

const gone = { status: 404, body: { message: 'There is no such thing.' } };
const whd = 'whd_4c06gxxf2nb1rxk93menpsebd5k0';
const whk = 'whk_4c06gfqnw2g1wgfd761q2wzka5sc';
const fun = 'fun_0006gfqnw2g1wgfd761q2wzka5sc';
const run = `${whd}.1.2`;
const req = 'req_0g06gxxf2he1wz72sgzhyrnp5cdm';
const second = { ...app, id: 'app_2' };

const answers = {
  ...world,
  'GET /developer/organizations/org_1/apps': { data: [app, second] },
  'GET /developer/apps/app_2': second,
  'GET /developer/apps/app_2/webhook-health': { data: [] },
  [`GET /developer/trace/${whd}`]: { appIds: ['app_1'], request: null, events: [], deliveries: [{ id: whd, webhookId: whk, appId: 'app_1' }], runs: [] },
  [`GET /developer/trace/${run}`]: { appIds: ['app_1'], request: { id: req }, events: [], deliveries: [], runs: [{ id: run, functionId: fun, appId: 'app_2' }] },
  [`GET /developer/trace/${req}`]: { appIds: ['app_1'], request: { id: req }, events: [], deliveries: [{ id: whd, webhookId: whk, appId: 'app_1' }], runs: [] },
  'GET /developer/trace/evt_0g06gxxf2he1wz72sgzhyrnp5cdm': gone,
  [`GET /developer/apps/app_1/webhooks/${whk}`]: gone,
  [`GET /developer/apps/app_2/webhooks/${whk}`]: { id: whk },
  [`GET /developer/apps/app_1/functions/${fun}`]: gone,
  [`GET /developer/apps/app_2/functions/${fun}`]: { id: fun, name: 'on-invoice', events: [], versions: [], current: { version: 1 } },
};

test.each([
  [whd, `/console/apps/app_1/webhooks/${whk}/deliveries/${whd}`],
  [run, `/console/apps/app_2/functions/${fun}?run=${run}`],
  [req, `/console/apps/app_1/requests?request=${req}`],
  ['evt_0g06gxxf2he1wz72sgzhyrnp5cdm', '/console/trace/evt_0g06gxxf2he1wz72sgzhyrnp5cdm'],
  [whk, `/console/apps/app_2/webhooks/${whk}`],
  [fun, `/console/apps/app_2/functions/${fun}`],
  ['app_0006gy6hqs2xrs3dfbs07hy4mtkw', '/console/apps/app_0006gy6hqs2xrs3dfbs07hy4mtkw'],
])('%s leads to its screen', async (id, screenOf) => {
  answer(answers);
  const router = showScreen(`/console/go/${id}`);
  await waitFor(() => expect(router.state.location.href.replace(/\/$/, '')).toBe(screenOf));
});

test('what is not there says so in the words for what is not yours', async () => {
  answer({ ...answers, [`GET /developer/trace/${whd}`]: gone });
  showScreen(`/console/go/${whd}`);
  expect(await screen.findByRole('heading', { name: 'There is no such delivery' })).toBeTruthy();
  await isAccessible();
});

test('a secret in the address is sent nowhere', async () => {
  const asked = answer(answers);
  showScreen('/console/go/whsec_bg24pxxfhkw2xzvc499sk3p8dvyd0kz2');
  expect(await screen.findByRole('heading', { name: 'That is a secret' })).toBeTruthy();
  expect(asked.some((request) => request.url.includes('whsec'))).toBe(false);
});
