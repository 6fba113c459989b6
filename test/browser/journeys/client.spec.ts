// The TypeScript client (clients/typescript), as a partner's server uses it: people
// connect through the pages, and two nodes answer.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiError, type Business, type Config, Counterpart, Denied, Disconnected, fileStore, memoryStore, type TokenStore } from '../../../clients/typescript/src/index.ts';
import type { App } from '../people/app.ts';
import { expect, type People, test } from '../people/people.ts';

const scopes = ['profile:read', 'suppliers:read', 'suppliers:write', 'events:read'];

/** A partner's server: the client, and what it asked of the token endpoint. */
async function server(app: App, config: Partial<Config> = {}) {
  const refreshes: Headers[] = [];
  const client = await Counterpart.discover({
    host: app.api, clientId: app.clientId, clientSecret: app.secret, redirectUri: app.callback,
    fetch: async (url, init) => {
      if (String((init?.body as string | undefined) ?? '').includes('grant_type=refresh_token')) refreshes.push(new Headers(init?.headers));
      return (config.fetch ?? fetch)(url, init);
    },
    ...Object.fromEntries(Object.entries(config).filter(([name]) => name !== 'fetch')),
  });
  return { client, refreshes };
}

/** Somebody lets the app into their business. */
async function connects(people: People, app: App, client: Counterpart): Promise<Business> {
  const olivia = await people.newcomer({ owns: ['Corner Bakery'] });
  await olivia.signsIn();
  const began = await client.authorize(scopes);
  await olivia.opens(began.url);
  await olivia.presses('Approve');
  await olivia.sees('Back at the app');
  return client.exchange(began, app.returns.at(-1)!);
}

/** Makes the access token look as if it ended. */
async function ages(store: TokenStore, business: Business): Promise<void> {
  await store.save(business.id, { ...(await store.load(business.id))!, expires: Date.now() });
}

test('KIT-04 the TypeScript client connects, pages, writes once and tells errors apart', async ({ people }) => {
  const app = await people.app({ type: 'CONFIDENTIAL', scopes });
  const { client } = await server(app);
  const bakery = await connects(people, app, client);
  expect((await bakery.me()).business).toMatchObject({ id: bakery.id, name: 'Corner Bakery' });

  await test.step('a write with its key is done once', async () => {
    const replayed: boolean[] = [];
    const made = await Promise.all([1, 2, 3].map(() => bakery.suppliers.create({ name: 'Mill' }, { idempotencyKey: 'order-1', into: (answer) => replayed.push(answer.replayed) })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(replayed.filter(Boolean)).toHaveLength(2);
  });

  await test.step('a list is read to its end, also where a record goes meanwhile', async () => {
    for (let n = 2; n <= 9; n++) await bakery.suppliers.create({ name: `Supplier ${n}` });
    const seen: string[] = [];
    for await (const supplier of bakery.suppliers.list({ limit: 3, order: 'asc' })) {
      seen.push(supplier.name);
      if (supplier.name === 'Supplier 3') await bakery.suppliers.delete(supplier.id); // the cursor of the next page
    }
    expect(seen).toEqual(['Mill', ...[2, 3, 4, 5, 6, 7, 8, 9].map((n) => `Supplier ${n}`)]);
    const page = await bakery.suppliers.page({ limit: 2 });
    expect(page).toMatchObject({ hasMore: true });
    expect(page.data).toHaveLength(2);
  });

  await test.step('what others changed is not overwritten', async () => {
    const supplier = await bakery.suppliers.create({ name: 'Ropes' });
    await bakery.suppliers.update(supplier.id, { name: 'Quay Ropes' }, { ifMatch: supplier.version });
    const error = await bakery.suppliers.update(supplier.id, { name: 'Other Ropes' }, { ifMatch: supplier.version }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 412, code: 'RECORD_CHANGED', method: 'PATCH', requestId: expect.stringMatching(/^req_/) });
    await expect(bakery.suppliers.create({ name: '' })).rejects.toMatchObject({ status: 400, messages: [expect.stringContaining('name')] });
    await expect(bakery.invoices.page()).rejects.toMatchObject({ status: 403 });
    expect(bakery.limits).toMatchObject({ limit: 300 });
  });

  await test.step('events are read from a cursor on', async () => {
    let [cursor, types]: [string | undefined, string[]] = [undefined, []];
    for await (const page of bakery.events.pages(undefined, { types: ['supplier.created', 'supplier.updated'] })) {
      cursor = page.next ?? cursor;
      types = [...types, ...page.events.map(({ type }) => type)];
    }
    expect(types.filter((type) => type === 'supplier.created')).toHaveLength(10);
    await bakery.suppliers.create({ name: 'Late' });
    for await (const page of bakery.events.follow(cursor, 200)) {
      expect(page.events).toMatchObject([{ type: 'supplier.created', data: { name: 'Late' } }]);
      break;
    }
  });

  await test.step('nothing secret is printed', async () => {
    const printed = JSON.stringify([client, bakery]);
    expect(printed).not.toContain(app.secret);
    expect(printed).not.toMatch(/cp[a-z]{2}_/);
  });
});

test('KIT-04 fifty workers of the TypeScript client share a refresh token and refresh once', async ({ people }) => {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-tokens-'));
  const app = await people.app({ type: 'CONFIDENTIAL', scopes });
  // Two servers that share a store, as two processes do.
  const [one, two] = [await server(app, { store: fileStore(folder) }), await server(app, { store: fileStore(folder) })];
  const bakery = await connects(people, app, one.client);
  for (const round of [1, 2]) {
    await ages(fileStore(folder), bakery);
    const workers = Array.from({ length: 50 }, (_, n) => (n % 2 ? one : two).client.business(bakery.id).suppliers.page({ limit: 1 }));
    expect(await Promise.all(workers)).toHaveLength(50);
    expect(one.refreshes.length + two.refreshes.length).toBe(round);
  }
  await rm(folder, { recursive: true });
});

test('KIT-06 a lost answer to a refresh disconnects nobody who uses the TypeScript client', async ({ people }) => {
  const app = await people.app({ type: 'CONFIDENTIAL', scopes });
  const store = memoryStore();
  let lost = 0;
  const losing = await server(app, {
    store, wait: async () => {},
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      if (String((init?.body as string | undefined) ?? '').includes('grant_type=refresh_token') && lost++ === 0) throw new TypeError('connection reset');
      return answer;
    },
  });
  const bakery = await connects(people, app, losing.client);

  await test.step('within one call', async () => {
    await ages(store, bakery);
    expect((await bakery.me()).business.id).toBe(bakery.id);
    expect(losing.refreshes).toHaveLength(2);
    expect(new Set(losing.refreshes.map((headers) => headers.get('Idempotency-Key'))).size).toBe(1);
  });

  await test.step('by a process that died before it saved', async () => {
    await ages(store, bakery);
    const dying: TokenStore = { ...store, save: async (business, tokens) => {
      if (!tokens.refreshKey) throw new Error('power cut');
      await store.save(business, tokens);
    } };
    const { client: dead } = await server(app, { store: dying });
    await expect(dead.business(bakery.id).me()).rejects.toMatchObject({ name: 'NotSaved' });
    const next = await server(app, { store });
    expect((await next.client.business(bakery.id).me()).business.id).toBe(bakery.id);
  });
});

test('KIT-04 the TypeScript client says when its access has ended', async ({ people }) => {
  const app = await people.app({ type: 'CONFIDENTIAL', scopes });
  const ended: string[] = [];
  const store = memoryStore();
  const { client } = await server(app, { store, onDisconnect: (why) => void ended.push(why.reason) });

  await test.step('a person who says no', async () => {
    const paul = await people.newcomer({ owns: ['Paper Mill'] });
    await paul.signsIn();
    const began = await client.authorize(scopes);
    await paul.opens(began.url);
    await paul.presses('Cancel');
    await paul.sees('Back at the app');
    await expect(client.exchange(began, app.returns.at(-1)!)).rejects.toBeInstanceOf(Denied);
    await expect(client.exchange({ ...began, state: 'another' }, app.returns.at(-1)!)).rejects.toMatchObject({ name: 'StateMismatch' });
    const forged = new URLSearchParams([...app.returns.at(-1)!, ['iss', 'https://evil.test']].filter(([name, value]) => name !== 'iss' || value === 'https://evil.test') as [string, string][]);
    await expect(client.exchange(began, forged)).rejects.toMatchObject({ name: 'WrongIssuer' });
  });

  await test.step('tokens that somebody else revoked', async () => {
    const bakery = await connects(people, app, client);
    await app.posts('/oauth/revoke', { token: (await store.load(bakery.id))!.refresh! });
    const error = await bakery.me().catch((e: unknown) => e);
    expect(error).toBeInstanceOf(Disconnected);
    expect(error).toMatchObject({ business: bakery.id, reason: 'revoked' });
    expect(ended).toEqual(['revoked']);
    await expect(bakery.me()).rejects.toMatchObject({ name: 'NoTokens' });
  });

  await test.step('and when it ends it itself', async () => {
    const bakery = await connects(people, app, client);
    const { access } = (await store.load(bakery.id))!;
    await bakery.disconnect();
    expect((await app.me(access)).status).toBe(401);
    expect(await store.load(bakery.id)).toBeUndefined();
  });
});
