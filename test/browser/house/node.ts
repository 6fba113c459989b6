// One running node of the service.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { surroundings } from './house.ts';

const startLimit = 90_000;
const stopLimit = 60_000;

export interface Node {
  /** The origins of its API host and its app host. */
  api: string;
  app: string;
  /** Stops the node and returns the errors that it logged in its life. */
  stop(): Promise<string[]>;
}

/** Starts a node on ports that the system chooses, and waits until it is ready. */
export async function startNode(binary: string, settings: Record<string, string>): Promise<Node> {
  const anywhere = '127.0.0.1:0';
  const child = spawn(binary, ['serve'], {
    env: surroundings({
      ...settings,
      COUNTERPART_LISTEN_API: anywhere,
      COUNTERPART_LISTEN_APP: anywhere,
      COUNTERPART_LISTEN_OPS: anywhere,
    }),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const log = new Log(child);
  try {
    const [api, app, ops] = await Promise.all([log.listening('api'), log.listening('app'), log.listening('ops')]);
    await ready(ops);
    return { api, app, stop: () => stop(child, log) };
  } catch (err) {
    await stop(child, log);
    throw err;
  }
}

async function stop(child: ChildProcess, log: Log): Promise<string[]> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), stopLimit);
    await ended;
    clearTimeout(late);
  }
  return child.exitCode === 0 ? log.errors : [...log.errors, `a node ended with ${child.exitCode ?? child.signalCode}`];
}

/** What a node logs: one JSON object a line. */
class Log {
  readonly errors: string[] = [];
  private readonly lines: string[] = [];
  private readonly addresses = new Map<string, (origin: string) => void>();
  private readonly ended: Promise<never>;

  constructor(child: ChildProcess) {
    createInterface({ input: child.stderr! }).on('line', (line) => this.read(line));
    this.ended = once(child, 'close').then(() => {
      throw new Error(`a node did not start:\n${this.lines.slice(-20).join('\n')}`);
    });
    this.ended.catch(() => undefined); // of interest only while somebody waits
  }

  /** Waits until a host has its port. */
  listening(host: string): Promise<string> {
    const told = new Promise<string>((tell) => this.addresses.set(host, tell));
    return Promise.race([told, this.ended]);
  }

  private read(line: string): void {
    this.lines.push(line);
    const entry = parse(line);
    if (entry.level === 'ERROR') {
      this.errors.push(line);
    }
    if (entry.msg === 'listening' && entry.host && entry.address) {
      this.addresses.get(entry.host)?.(`http://${entry.address}`);
    }
  }
}

function parse(line: string): { level?: string; msg?: string; host?: string; address?: string } {
  try {
    return JSON.parse(line);
  } catch {
    return {}; // not from the log: a usage message, a panic
  }
}

/** Asks a node until it says that it is ready. */
async function ready(ops: string): Promise<void> {
  for (const end = Date.now() + startLimit; Date.now() < end; await pause(50)) {
    const answer = await fetch(`${ops}/readyz`).catch(() => undefined);
    if (answer?.ok) {
      return;
    }
  }
  throw new Error('a node was not ready in time');
}
