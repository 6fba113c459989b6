// The PostgreSQL and Redis that scripts/services started for tests.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';

/** A setting, from the environment or from what scripts/services left in the checkout. */
export async function engine(root: string, name: string): Promise<string> {
  const given = process.env[name];
  if (given) {
    return given;
  }
  const file = await readFile(join(root, '.services', 'test.env'), 'utf8').catch(() => '');
  const line = file.split('\n').find((text) => text.startsWith(`${name}=`));
  if (!line) {
    throw new Error(`${name} is not set: start the test servers with scripts/services up test`);
  }
  return line.slice(name.length + 1);
}

export interface Database {
  url: string;
  drop(): Promise<void>;
}

/** Makes an empty database on the server that a URL leads to. */
export async function freshDatabase(server: string): Promise<Database> {
  const name = `browser_${randomBytes(8).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  return { url: url.href, drop: () => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`) };
}

async function onServer(url: string, statement: string): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 10 });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
