import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Serves a page from another site than ours while the test uses it. */
export async function onAnotherSite(html: string, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  try {
    await use(`http://localhost:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
