import { expect, test } from '../people/people.ts';
import type { Person } from '../people/person.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test('on a phone, everything one presses is at least 44 px high', async ({ people }) => {
  const nina = await people.newcomer({ owns: ['Harbour Books', 'Harbour Café'], ...phone });
  await (await nina.atAnotherBrowser()).signsIn();
  await nina.opens('/sign-in');
  await isEasyToPress(nina);
  await nina.signsIn();
  for (const path of ['/', '/businesses', '/account', '/account/password', '/account/second-factor']) {
    await nina.opens(path);
    await isEasyToPress(nina);
  }
});

test('on a phone, fields have text of at least 16 px, so that touching one does not zoom the page', async ({ people }) => {
  const sam = await people.stranger(phone);
  await sam.opens('/sign-in');
  for (const label of ['Email address', 'Password']) {
    await expect(sam.field(label)).toHaveCSS('font-size', '16px');
  }
});

/** Buttons, fields and the links of the header. Links within a text are as high as the text. */
async function isEasyToPress({ page }: Person): Promise<void> {
  const targets = await page
    .locator('button, input:not([type=hidden], [hidden]), a.button, .masthead a')
    .evaluateAll((all) => all.map((target) => ({ target: target.outerHTML, high: target.getBoundingClientRect().height })));
  expect(targets.length).toBeGreaterThan(0);
  expect(targets.filter(({ high }) => high < 44)).toEqual([]);
}
