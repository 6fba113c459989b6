// Where a partner's server is told of what happens: a path of the receiver.
import { createHmac } from 'node:crypto';
import { expect } from '@playwright/test';
import type { House } from '../house/house.ts';
import type { Received } from '../house/receiver.ts';

export class Hook {
  constructor(
    private readonly house: House,
    readonly path: string,
  ) {}

  get url(): string {
    return this.house.receiver.origin + this.path;
  }

  /** What came to it so far, the first first. */
  async received(): Promise<Received[]> {
    return (await fetch(this.house.receiver.desk + this.path)).json();
  }

  /**
   * Waits until a request came whose body says this. Others may come too: a webhook hears
   * of what happened just before it was made, if workers come to it later.
   */
  async hears(text: string): Promise<void> {
    await expect.poll(async () => (await this.received()).some(({ body }) => body.includes(text)), { timeout: 60_000 }).toBe(true);
  }

  /** What it answers from now on. */
  async answers(status: number, location = ''): Promise<void> {
    await fetch(this.house.receiver.desk + this.path, { method: 'PUT', body: `${status} ${location}`.trim() });
  }
}

/** The signatures that a request carries, and those that its receiver makes with what it knows. */
export function signatures({ headers, body }: Received, ...secrets: string[]): { sent: string[]; made: string[] } {
  const parts = headers['x-webhook-signature']!.split(',').map((part) => part.split('='));
  const t = parts.find(([name]) => name === 't')![1];
  return {
    sent: parts.filter(([name]) => name === 'v1').map(([, value]) => value!),
    made: secrets.map((secret) => createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')),
  };
}
