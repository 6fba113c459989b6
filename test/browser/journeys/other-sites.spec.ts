// What a page of somebody else's site can do with ours: nothing.
import { onAnotherSite } from '../people/other-site.ts';
import { expect, test } from '../people/people.ts';

test('our pages cannot be framed', async ({ people }) => {
  const sam = await people.stranger();
  await onAnotherSite(`<h1>Lucky you</h1><iframe src="${people.house.origin}/sign-in"></iframe>`, async (url) => {
    await sam.opens(url);
    await expect(sam.page.frameLocator('iframe').getByText('Sign in')).toHaveCount(0);
    expect(sam.complaints.splice(0).join()).toContain("frame-ancestors 'none'");
  });
});

test("another site's form cannot act for somebody who is signed in", async ({ people }) => {
  const nina = await people.newcomer();
  await nina.signsIn();
  const form = `<h1>Lucky you</h1><form method="post" action="${people.house.origin}/sign-out"><button>Take the prize</button></form>`;
  await onAnotherSite(form, async (url) => {
    await nina.opens(url);
    await nina.presses('Take the prize');
    await nina.sees('This form is no longer valid');
    await nina.isIn();
  });
});
