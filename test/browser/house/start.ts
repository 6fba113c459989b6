// Builds the service and starts it as it runs in earnest: a database of its own,
// keys of its own in Redis, two nodes, a balancer before them. Playwright calls
// this once before all tests, and what it returns once after them.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startBalancer } from './balancer.ts';
import { engine, freshDatabase } from './engines.ts';
import { counterpartd, handOn } from './house.ts';
import { startNode } from './node.ts';
import { startReceiver } from './receiver.ts';

const root = resolve(import.meta.dirname, '../../..');

type Undo = () => Promise<unknown>;

export default async function start(): Promise<Undo> {
  const undo: Undo[] = [];
  try {
    await build(undo);
  } catch (err) {
    await takeDown(undo).catch(() => undefined); // the first error is the one to read
    throw err;
  }
  return () => takeDown(undo);
}

async function build(undo: Undo[]): Promise<void> {
  const scratch = await mkdtemp(join(tmpdir(), 'counterpart-browser-'));
  undo.push(() => rm(scratch, { recursive: true }));
  const binary = join(scratch, 'counterpartd');
  await promisify(execFile)('go', ['build', '-o', binary, './cmd/counterpartd'], { cwd: root });

  const database = await freshDatabase(await engine(root, 'COUNTERPART_TEST_POSTGRES'));
  undo.push(database.drop);
  const [app, api, named] = [await startBalancer(), await startBalancer(), await startBalancer('localhost')];
  undo.push(app.close, api.close, named.close);

  const receiver = await startReceiver(scratch);
  undo.push(receiver.close);

  const mail = join(scratch, 'mail');
  const settings = {
    COUNTERPART_DEVELOPMENT: 'true',
    COUNTERPART_SERVICE: 'Counterpart',
    COUNTERPART_BASE_URL: api.origin,
    COUNTERPART_AUTH_URL: app.origin,
    COUNTERPART_POSTGRES: database.url,
    COUNTERPART_REDIS: await engine(root, 'COUNTERPART_TEST_REDIS'),
    COUNTERPART_REDIS_PREFIX: `browser-${randomBytes(8).toString('hex')}`,
    COUNTERPART_KEYS: `test:${randomBytes(32).toString('base64')}`,
    COUNTERPART_MAIL_FOLDER: mail,
    COUNTERPART_SIGN_UP: 'open',
    COUNTERPART_EGRESS_ALLOW: new URL(receiver.origin).host,
    COUNTERPART_EGRESS_CA_FILE: receiver.certificate,
    // Everybody in these tests calls from an address of their own (people/people.ts).
    COUNTERPART_TRUSTED_PROXIES: '127.0.0.1/32',
  };
  await counterpartd({ binary, settings }, 'migrate');
  await counterpartd({ binary, settings }, 'fixture', 'load', join(root, 'fixtures/world.yaml'), '--json');

  while (app.nodes.length < 2) {
    const node = await startNode(binary, settings);
    undo.push(async () => noErrors(await node.stop()));
    app.nodes.push(node.app);
    api.nodes.push(node.api);
  }
  // One more node, whose app host has a name: browsers make passkeys for no other. It does
  // no jobs, so that all mails lead to the others.
  const byName = await startNode(binary, {
    ...settings,
    COUNTERPART_BASE_URL: api.origin.replace('127.0.0.1', 'localhost'),
    COUNTERPART_AUTH_URL: named.origin,
    COUNTERPART_ROLES: 'api,app',
  });
  undo.push(async () => noErrors(await byName.stop()));
  named.nodes.push(byName.app);
  const { origin, desk } = receiver;
  handOn({ origin: app.origin, named: named.origin, api: api.origin, nodes: app.nodes, mail, receiver: { origin, desk }, binary, settings });
}

/** Undoes everything, the last first, also when some of it cannot be undone. */
async function takeDown(undo: Undo[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of undo.reverse()) {
    await step().catch((err) => failures.push(err));
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, failures.join('\n'));
  }
}

/** No journey is a good one on which a node met an error of its own. */
function noErrors(errors: string[]): void {
  if (errors.length > 0) {
    throw new Error(`the nodes logged errors:\n${errors.join('\n')}`);
  }
}
