// What the TypeScript client does when a service answers badly: a scripted server says what
// a real one says only on a bad day. Webhooks are verified by the vectors of client/webhook.
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { ApiError, Counterpart, memoryStore } from '../../../clients/typescript/src/index.ts';
import { Quota } from '../../../clients/typescript/src/limits.ts';
import { BadSignature, nodeReceiver, on, receiver, sign, verify } from '../../../clients/typescript/src/webhook.ts';

type Step = { status: number; headers?: Record<string, string>; body?: object } | 'cut';

/** A service that answers calls by a script, and what it was asked. */
async function scripted(...steps: Step[]) {
  const asked: { method: string; key: string | undefined; after: string }[] = [];
  const waits: number[] = [];
  const server = await serve((request, response) => {
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    if (request.url?.startsWith('/.well-known/')) {
      return void response.end(JSON.stringify({ issuer: host, token_endpoint: `${host}/oauth/token`, api_version_header: 'Service-Version' }));
    }
    const after = new URL(request.url!, host).searchParams.get('after') ?? '';
    asked.push({ method: request.method!, key: request.headers['idempotency-key'] as string | undefined, after });
    const step = steps.shift() ?? { status: 200, body: { id: 'sup_1' } };
    if (step === 'cut') return void request.socket.destroy();
    response.writeHead(step.status, { 'X-Request-Id': 'req_1', 'Content-Type': 'application/json', ...step.headers }).end(step.status === 204 ? undefined : JSON.stringify(step.body ?? {}));
  });
  const store = memoryStore();
  await store.save('biz_1', { access: 'a', refresh: 'r', scope: '', expires: Date.now() + 3_600_000 });
  const app = await Counterpart.discover({
    host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, clientId: 'c', store,
    wait: async (milliseconds) => void waits.push(milliseconds), random: () => 1,
  });
  return { business: app.business('biz_1'), asked, waits, [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done())) };
}

async function serve(listener: RequestListener) {
  const server = createServer({ keepAlive: false }, listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return server;
}

const refusal = (code: string) => ({ statusCode: 409, error: 'Conflict', message: 'No.', code });
const cases: { name: string; steps: Step[]; tries: number; waits: number[]; ends: number | 'ok' | 'cut' }[] = [
  { name: 'a cut connection is tried again', steps: ['cut'], tries: 2, waits: [500], ends: 'ok' },
  { name: 'three cut connections are the end', steps: ['cut', 'cut', 'cut'], tries: 3, waits: [500, 1000], ends: 'cut' },
  { name: 'faults of the service are tried again', steps: [{ status: 500 }, { status: 502 }], tries: 3, waits: [500, 1000], ends: 'ok' },
  { name: 'a limit is waited for', steps: [{ status: 429, headers: { 'Retry-After': '7' } }], tries: 2, waits: [7000], ends: 'ok' },
  { name: 'a limit that lasts is told at once', steps: [{ status: 429, headers: { 'Retry-After': '61' } }], tries: 1, waits: [], ends: 429 },
  { name: 'a limit without a time is told at once', steps: [{ status: 429 }], tries: 1, waits: [], ends: 429 },
  { name: 'maintenance is waited for', steps: [{ status: 503, headers: { 'Retry-After': '2' } }], tries: 2, waits: [2000], ends: 'ok' },
  { name: 'a call that is under way is waited for', steps: [{ status: 409, headers: { 'Retry-After': '1' }, body: refusal('IDEMPOTENCY_KEY_IN_PROGRESS') }], tries: 2, waits: [1000], ends: 'ok' },
  { name: 'another conflict is told at once', steps: [{ status: 409, body: refusal('SUPPLIER_ARCHIVED') }], tries: 1, waits: [], ends: 409 },
  { name: 'a refusal is told at once', steps: [{ status: 422 }], tries: 1, waits: [], ends: 422 },
];

for (const { name, steps, tries, waits, ends } of cases) {
  test(`KIT-04 the TypeScript client: ${name}`, async () => {
    await using service = await scripted(...steps);
    const outcome = await service.business.suppliers.create({ name: 'Mill' }).then(() => 'ok', (error: unknown) => (error instanceof ApiError ? error.status : 'cut'));
    expect(outcome).toBe(ends);
    expect(service.asked).toHaveLength(tries);
    expect(new Set(service.asked.map(({ key }) => key)).size).toBe(1); // the same key each time
    expect(service.asked[0]!.key).toMatch(/^[\w-]{43}$/);
    expect(service.waits).toEqual(waits);
  });
}

test('KIT-04 the TypeScript client takes what a newer service says', async () => {
  await using service = await scripted({ status: 200, headers: { 'X-New': 'yes' }, body: { id: 'sup_1', brandNew: { a: 1 }, status: 'NEVER_HEARD_OF' } }, { status: 418, body: { code: 'TEAPOT', message: 'Short and stout.' } });
  expect(await service.business.suppliers.get('sup_1')).toMatchObject({ brandNew: { a: 1 } });
  await expect(service.business.suppliers.get('sup_1')).rejects.toMatchObject({ code: 'TEAPOT', status: 418 });
});

const page = (more: boolean, ...ids: string[]): Step => ({ status: 200, body: { data: ids.map((id) => ({ id })), hasMore: more, nextCursor: ids.at(-1) } });
const gone: Step = { status: 400, body: { code: 'UNKNOWN_CURSOR', message: 'Gone.' } };
const lists: { name: string; steps: Step[]; seen: string; asked: string }[] = [
  { name: 'page by page', steps: [page(true, 'a', 'b'), page(false, 'c')], seen: 'a b c', asked: ' b' },
  { name: 'past a record that is gone', steps: [page(true, 'a', 'b'), gone, page(true, 'c', 'd'), page(false, 'e')], seen: 'a b c d e', asked: ' b a d' },
  { name: 'without what was seen already', steps: [page(true, 'a', 'b', 'c'), gone, gone, page(false, 'b', 'c', 'd')], seen: 'a b c d', asked: ' c b a' },
  { name: 'until all of a page is gone', steps: [page(true, 'a', 'b'), gone, gone], seen: 'a b UNKNOWN_CURSOR', asked: ' b a' },
  { name: 'but not from a cursor that never was', steps: [gone], seen: 'UNKNOWN_CURSOR', asked: '' },
];
for (const { name, steps, seen, asked } of lists) {
  test(`KIT-04 the TypeScript client reads a list to its end: ${name}`, async () => {
    await using service = await scripted(...steps);
    const got: string[] = [];
    try {
      for await (const { id } of service.business.suppliers.list()) got.push(id);
    } catch (error) {
      got.push((error as ApiError).code!);
    }
    expect(got.join(' ')).toBe(seen);
    expect(service.asked.map(({ after }) => after).join(' ')).toBe(asked);
  });
}

test('KIT-04 the TypeScript client keeps to the limit though answers overtake each other', async () => {
  let now = 1_000_000;
  const quota = new Quota(() => now);
  const says = (remaining: number, reset: number) => quota.hear(new Headers({ 'RateLimit-Limit': '10', 'RateLimit-Remaining': `${remaining}`, 'RateLimit-Reset': `${reset}` }));
  const pauses: number[] = [];
  const wait = async (milliseconds: number) => { pauses.push(milliseconds); now += milliseconds; };
  for (let n = 0; n < 4; n++) await quota.admit(wait); // nothing is known yet
  says(6, 30);
  expect(quota.limits!.remaining).toBe(2); // four are under way
  says(9, 30); // one that left earlier
  expect(quota.limits!.remaining).toBe(2);
  for (let n = 0; n < 2; n++) await quota.admit(wait);
  expect(pauses).toEqual([]);
  await quota.admit(wait); // nothing is left: it waits for the reset, when six are still under way
  expect(pauses).toEqual([30_000]);
  expect(quota.limits!.remaining).toBe(3);
  for (let n = 0; n < 7; n++) quota.landed();
  now += 60_000;
  await quota.admit(wait);
  expect(quota.limits!.remaining).toBe(9);
});

interface Vector { name: string; secrets: string[]; now: number; header: string; body: string; error: string; signed: boolean }
const vectors = JSON.parse(await readFile(new URL('../../../client/webhook/testdata/vectors.json', import.meta.url), 'utf8')) as Vector[];

for (const { name, secrets, now, header, body, error, signed } of vectors) {
  test(`KIT-04 the TypeScript client verifies webhooks: ${name}`, async () => {
    const verified = verify(header, body, { secrets, now: () => now * 1000 });
    if (error) await expect(verified).rejects.toMatchObject({ name: 'BadSignature', reason: error });
    else await verified;
    if (signed) expect(await sign(now * 1000, body, ...secrets)).toBe(header);
  });
}

test('KIT-04 the TypeScript client receives webhooks once, and refuses strangers', async () => {
  const secret = 'whsec_of_a_test';
  const [handled, seen]: [string[], Set<string>] = [[], new Set()];
  const handlers = [on('invoice.paid', (event, paid) => {
    if (paid.number === 'bad') throw new Error('no');
    handled.push(`${event.businessId} ${paid.number}`);
  })];
  const receive = receiver({ secrets: [undefined, secret], seen }, ...handlers);
  const post = async (event: object, key = secret) => {
    const body = JSON.stringify(event);
    return (await receive(new Request('https://shelf.test/hooks', { method: 'POST', body, headers: { 'X-Webhook-Signature': await sign(Date.now(), body, key) } }))).status;
  };
  const paid = { id: 'whd_1', type: 'invoice.paid', businessId: 'biz_1', data: { number: 'INV-1' } };
  expect([await post(paid), await post(paid), await post({ ...paid, id: 'whd_2', type: 'something.new' })]).toEqual([204, 204, 204]);
  expect(handled).toEqual(['biz_1 INV-1']);
  expect(await post(paid, 'whsec_of_somebody_else')).toBe(403);
  expect(await post({ ...paid, id: 'whd_3', data: { number: 'bad' } })).toBe(500);
  expect((await receive(new Request('https://shelf.test/hooks'))).status).toBe(405);

  const problems: unknown[] = [];
  const node = nodeReceiver({ secrets: [secret] }, ...handlers);
  const server = await serve((request, response) => void node(request, response).catch((error) => (problems.push(error), response.end())));
  const body = JSON.stringify({ ...paid, id: 'whd_4', data: { number: 'INV-2' } });
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { method: 'POST', body, headers: { 'X-Webhook-Signature': await sign(Date.now(), body, secret) } });
  expect(answer.status).toBe(204);
  expect(handled.at(-1)).toBe('biz_1 INV-2');
  expect(problems).toEqual([]);
  await new Promise((done) => server.close(done));
  await expect(verify('t=1,v1=00', body, { secrets: [secret] })).rejects.toBeInstanceOf(BadSignature);
});
