// What the tests know of the service they visit.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Receiver } from './receiver.ts';

/** The service under test. It is started once and handed to the workers as text. */
export interface House {
  /** Where people go: a balancer before the nodes. */
  origin: string;
  /** The same, by a name: passkeys need one. */
  named: string;
  /** Where programs and the console's script go: a balancer likewise. */
  api: string;
  /** The app hosts of the nodes themselves. */
  nodes: string[];
  /** Where mails land. */
  mail: string;
  /** Where webhooks of tests lead. */
  receiver: Receiver;
  binary: string;
  settings: Record<string, string>;
}

const handedOn = 'COUNTERPART_BROWSER_HOUSE';

export function handOn(house: House): void {
  process.env[handedOn] = JSON.stringify(house);
}

export function theHouse(): House {
  return JSON.parse(process.env[handedOn] ?? '') as House;
}

const run = promisify(execFile);

/** Runs a command of counterpartd as an operator of the service would, and returns what it prints. */
export async function counterpartd(house: Pick<House, 'binary' | 'settings'>, ...args: string[]): Promise<string> {
  const { stdout } = await run(house.binary, args, { env: surroundings(house.settings), timeout: 60_000 });
  return stdout;
}

/** The environment of a process of the service: its own settings, and none from around us. */
export function surroundings(settings: Record<string, string>): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('COUNTERPART_'));
  return { ...Object.fromEntries(others), ...settings };
}

/** What the service calls the things that were added, by the names that the world gave them. */
export interface Added {
  apps: Record<string, { id: string }>;
}

/** Adds things to the service's world; YAML takes JSON as it is. */
export async function addToWorld(house: House, world: object): Promise<Added> {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-world-'));
  try {
    const file = join(folder, 'world.yaml');
    await writeFile(file, JSON.stringify(world));
    return JSON.parse(await counterpartd(house, 'fixture', 'load', file, '--json')) as Added;
  } finally {
    await rm(folder, { recursive: true });
  }
}
