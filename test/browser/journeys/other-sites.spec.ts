// What a page of somebody else's site can do with ours: nothing.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '../people/people.ts';

/** Serves a page from another site than ours while the test uses it. */
async function onAnotherSite(html: string, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  try {
    await use(`http://localhost:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

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
