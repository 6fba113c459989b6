// The people of the tests. Each sits at a browser of their own and calls from an
// address of their own, so that nobody uses up another's tries.
import { randomBytes, randomInt } from 'node:crypto';
import { test as base, expect, type Browser, type BrowserContextOptions } from '@playwright/test';
import { from } from '../house/balancer.ts';
import { addToWorld, theHouse, type House } from '../house/house.ts';
import { App, type Registration } from './app.ts';
import { complaintsOf } from './complaints.ts';
import { Person, type Account } from './person.ts';

export { expect };

/** Everybody's password. */
export const password = 'correct horse battery staple';

export type Circumstances = Pick<BrowserContextOptions, 'baseURL' | 'javaScriptEnabled' | 'viewport' | 'hasTouch' | 'isMobile' | 'extraHTTPHeaders' | 'ignoreHTTPSErrors' | 'userAgent'>;

const anAddress = () => `198.18.${randomInt(256)}.${randomInt(256)}`;

export interface Work {
  /** Businesses that they own. */
  owns?: string[];
  /** Businesses in which they are the accountant, who may not connect apps. */
  keeps?: string[];
}

export class People {
  private readonly everybody: Person[] = [];
  private readonly apps: App[] = [];

  constructor(
    private readonly browser: Browser,
    readonly house: House,
  ) {}

  /** Olivia of fixtures/world.yaml, who owns a bakery and a florist. */
  olivia(): Promise<Person> {
    return this.sit({ name: 'Olivia Baker', email: 'olivia@bakery.test', password });
  }

  /** Somebody who was suspended long ago. */
  suspended(): Promise<Person> {
    return this.sit({ name: 'Gone User', email: 'gone@bakery.test', password });
  }

  /** Dana of fixtures/world.yaml, who makes apps and has a sandbox for them. */
  dana(): Promise<Person> {
    return this.sit({ name: 'Dana Dev', email: 'dev@acme.test', password });
  }

  /** Somebody nobody knows. */
  stranger(circumstances?: Circumstances): Promise<Person> {
    return this.sit({ name: 'Sam Stranger', email: `sam.${mark()}@nowhere.test`, password }, circumstances);
  }

  /** Somebody new with an account, who owns businesses of these names and does the books of others. */
  async newcomer({ owns = [], keeps = [], ...circumstances }: Work & Circumstances = {}): Promise<Person> {
    const id = mark();
    const account = { name: 'Nina Newcomer', email: `nina.${id}@example.test`, password };
    const boss = { name: 'Bo Boss', email: `bo.${id}@example.test`, password };
    const jobs = [
      ...owns.map((name) => ({ name, members: { [id]: 'owner' } })),
      ...keeps.map((name) => ({ name, members: { [id]: 'accountant', [`${id}-boss`]: 'owner' } })),
    ];
    await addToWorld(this.house, {
      users: { [id]: account, ...(keeps.length > 0 ? { [`${id}-boss`]: boss } : {}) },
      businesses: Object.fromEntries(
        jobs.map((job, i) => [`${id}-${i}`, { ...job, plan: 'FREE', currency: 'EUR', timezone: 'UTC' }]),
      ),
    });
    return this.sit(account, circumstances);
  }

  /** Somebody new with an account who uses the console. */
  developer(circumstances: Circumstances = {}): Promise<Person> {
    return this.newcomer({ ...circumstances, ...this.atTheConsole() });
  }

  /**
   * The console's script asks another origin, where a header that tells an address would
   * be refused. So the browser's own name tells it, and the balancer passes it on.
   */
  private atTheConsole(): Circumstances {
    const chrome = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${this.browser.version()} Safari/537.36`;
    return { extraHTTPHeaders: {}, userAgent: `${chrome} ${from}${anAddress()}` };
  }

  /** Somebody new who runs the service. What they do in the console asks for a second factor, which they have yet to set up. */
  async operator(): Promise<Person> {
    const id = mark();
    const account = { name: 'Opal Operator', email: `opal.${id}@service.test`, password };
    await addToWorld(this.house, { users: { [id]: { ...account, operator: true } } });
    return this.sit(account, this.atTheConsole());
  }

  /** An operator who is signed in with the second factor that their work asks for. */
  async operatorAtWork(): Promise<Person> {
    const opal = await this.operator();
    await opal.signsIn();
    const { app } = await opal.setsUpASecondFactor();
    await opal.follows('I have saved them');
    await opal.signsOut();
    await opal.triesToSignIn();
    await opal.fillsIn({ '6-digit code': app.code() });
    await opal.presses('Continue');
    await opal.sees(`Welcome, ${opal.account.name}`);
    return opal;
  }

  /** An app whose makers have yet to register it. */
  async newApp(registration: Registration = {}): Promise<App> {
    const app = await App.run(this.house, registration);
    this.apps.push(app);
    return app;
  }

  /** An app that somebody else made and runs; reviewed, unless told otherwise. */
  async app(registration: Registration = {}): Promise<App> {
    const app = await App.register(this.house, registration);
    this.apps.push(app);
    return app;
  }

  /** Puts somebody before a browser. */
  async sit(account: Account, circumstances: Circumstances = {}): Promise<Person> {
    const { origin, named, api, nodes } = this.house;
    const address = anAddress();
    const context = await this.browser.newContext({
      baseURL: origin,
      locale: 'en',
      extraHTTPHeaders: { 'X-Forwarded-For': address },
      ...circumstances,
    });
    const complaints = complaintsOf(context, origin, named, api, ...nodes);
    const person = new Person(account, await context.newPage(), address, complaints, this);
    this.everybody.push(person);
    return person;
  }

  /** The two nodes, for those who go past the balancer. */
  nodes(): [string, string] {
    const [first, second] = this.house.nodes;
    return [first!, second!];
  }

  /** Everybody leaves; no browser had anything to complain about. */
  async leave(): Promise<void> {
    await Promise.all(this.everybody.map(({ page }) => page.context().close()));
    await Promise.all(this.apps.map((app) => app.close()));
    expect(this.everybody.flatMap(({ complaints }) => complaints)).toEqual([]);
  }
}

/** Tells what one test made from what others made. */
export function mark(): string {
  return randomBytes(6).toString('hex');
}

export const test = base.extend<{ people: People }>({
  people: async ({ browser }, use) => {
    const people = new People(browser, theHouse());
    await use(people);
    await people.leave();
  },
});
