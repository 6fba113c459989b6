// Somebody who makes apps: an organization, an app that works in a sandbox, a webhook
// that hears of it, and calls of all kinds in the log.
import { expect } from '@playwright/test';
import type { House } from '../house/house.ts';
import { Hook } from './hook.ts';
import type { Person } from './person.ts';

type Body = Record<string, any>;

export class Partner {
  organization = '';
  app: Body = {};
  sandbox = '';
  webhook: Body = {};
  private token = '';

  constructor(
    readonly person: Person,
    private readonly house: House,
  ) {}

  /** Makes all of it, by the console's API; the app may ask for more scopes than those of suppliers. */
  static async atWork(person: Person, house: House, more: string[] = []): Promise<Partner> {
    const partner = new Partner(person, house);
    const own = (await partner.asks('POST', '/developer/organizations', { name: 'Fresh Apps' })).id;
    partner.organization = own;
    partner.app = await partner.asks('POST', `/developer/organizations/${own}/apps`, {
      name: 'Fresh Idea', type: 'CONFIDENTIAL', appUrl: 'https://fresh.test/app',
      redirectUris: ['https://fresh.test/callback'], scopes: ['suppliers:read', 'suppliers:write', ...more],
    });
    partner.sandbox = (await partner.asks('POST', `/developer/organizations/${own}/sandboxes`, { name: 'Try-out', template: 'RETAIL' })).id;
    partner.webhook = await partner.asks('POST', `/developer/apps/${partner.app.id}/webhooks`, {
      url: partner.hook.url, events: ['supplier.created', 'supplier.updated'],
    });
    return partner;
  }

  /** Where its webhook leads, a path of its own. */
  get hook(): Hook {
    return new Hook(this.house, `/${this.app.id}`);
  }

  /** Asks the console's API in the person's name, and wants it to be done. */
  async asks(method: string, path: string, data?: Body): Promise<Body> {
    const answer = await this.person.page.request.fetch(this.house.api + path, { method, data, headers: { Origin: this.house.origin } });
    expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true);
    return answer.status() === 204 ? {} : answer.json();
  }

  /** Calls the Business API as the app in its sandbox, whatever comes of it. */
  async calls(method: string, path: string, body?: Body): Promise<{ status: number; request: string; body: Body }> {
    this.token ||= (await this.asks('POST', `/developer/organizations/${this.organization}/sandboxes/${this.sandbox}/token`, { appId: this.app.id })).accessToken;
    const answer = await fetch(this.house.api + path, {
      method,
      headers: { Authorization: `Bearer ${this.token}`, ...(body ? { 'Content-Type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, request: answer.headers.get('X-Request-Id') ?? '', body: await answer.json().catch(() => ({})) };
  }
}
