import { expect, type Locator, type Page } from '@playwright/test';
import { counterpartd, type House } from '../house/house.ts';
import type { App } from './app.ts';
import { Authenticator } from './authenticator.ts';
import { linkMailedTo } from './mailbox.ts';
import type { Circumstances, People } from './people.ts';

export interface Account {
  name: string;
  email: string;
  password: string;
}

/** Somebody at a browser. They find things as people do: by what is written on them. */
export class Person {
  private readonly house: House;

  constructor(
    readonly account: Account,
    readonly page: Page,
    /** Where they call from. */
    readonly address: string,
    /** What their browser complained about so far. */
    readonly complaints: string[],
    private readonly people: People,
  ) {
    this.house = people.house;
  }

  // ---- looking ----

  heading(): Locator {
    return this.page.getByRole('heading', { level: 1 });
  }

  field(label: string): Locator {
    return this.page.getByLabel(label, { exact: true });
  }

  async sees(heading: string): Promise<void> {
    await expect(this.heading()).toHaveText(heading);
  }

  async isToldThat(notice: string): Promise<void> {
    await expect(this.page.getByRole('status')).toHaveText(notice);
  }

  /** The summary of what is wrong has the focus and lists exactly this. */
  async isToldTheProblems(...problems: string[]): Promise<void> {
    const summary = this.page.getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('listitem')).toHaveText(problems);
    await expect(this.page).toHaveTitle(/^Error: /);
  }

  /** A problem in the summary leads to its field, which says the same. */
  async findsTheField(field: string, problem: string): Promise<void> {
    await this.page.getByRole('alert').getByRole('link', { name: problem }).click();
    const wrong = this.field(field);
    await expect(wrong).toBeFocused();
    await expect(wrong).toHaveAttribute('aria-invalid', 'true');
    await expect(wrong).toHaveAccessibleDescription(new RegExp(escaped(problem)));
  }

  /** The page says who they are and which business they work in. */
  async worksIn(business: string): Promise<void> {
    const you = this.page.getByRole('navigation', { name: 'You' });
    await expect(you.getByRole('link', { name: `Your account: ${this.account.name}` })).toBeVisible();
    await expect(you.getByRole('link', { name: `Business: ${business}` })).toBeVisible();
  }

  /** The page lists a fact under this term. */
  async reads(term: string, fact: string): Promise<void> {
    const row = this.page.locator('dl > div').filter({ has: this.page.getByText(term, { exact: true }) });
    await expect(row.getByRole('definition')).toHaveText(fact);
  }

  /** The page says who made the app, and whether anybody looked at it. */
  async seesWhoMadeIt(line: string): Promise<void> {
    await expect(this.page.locator('.byline')).toHaveText(line);
  }

  /** Whatever they open, they are asked to sign in. */
  async isOut(node = this.house.origin): Promise<void> {
    await this.page.goto(`${node}/account`);
    await this.sees('Sign in');
  }

  async isIn(node = this.house.origin): Promise<void> {
    await this.page.goto(`${node}/account`);
    await this.sees('Your account');
  }

  // ---- going and doing ----

  async opens(path: string): Promise<void> {
    await this.page.goto(path);
  }

  async follows(link: string): Promise<void> {
    await this.page.getByRole('link', { name: link, exact: true }).click();
  }

  async presses(button: string): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).click();
  }

  async fillsIn(fields: Record<string, string>): Promise<void> {
    for (const [label, value] of Object.entries(fields)) {
      await this.field(label).fill(value);
    }
  }

  /** Gives email address and password, whatever comes of it. */
  async triesToSignIn({ email, password } = this.account, node = this.house.origin): Promise<void> {
    await this.page.goto(`${node}/sign-in`);
    await this.fillsIn({ 'Email address': email, Password: password });
    await this.presses('Sign in');
  }

  async signsIn(node = this.house.origin): Promise<void> {
    await this.triesToSignIn(this.account, node);
    await this.sees(`Welcome, ${this.account.name}`);
  }

  async signsOut(): Promise<void> {
    await this.presses('Sign out');
    await this.isToldThat('You are signed out.');
  }

  async switchesTo(business: string): Promise<void> {
    await this.follows('Switch business');
    await this.sees('Choose a business');
    await this.page.getByRole('button', { name: business }).click();
    await this.isToldThat('You have switched business.');
  }

  /** Picks the business that an app is to be connected to. */
  async picks(business: string): Promise<void> {
    await this.sees('Which business?');
    await this.page.getByRole('button', { name: business }).click();
  }

  /** Lets an app into the one business they have. */
  async connects(app: App): Promise<void> {
    await this.opens(app.request());
    await this.presses('Approve');
    await this.sees('Back at the app');
  }

  /** Pairs an authenticator app by the key on the page, and keeps the recovery codes. */
  async setsUpASecondFactor(): Promise<{ app: Authenticator; recoveryCodes: string[] }> {
    await this.opens('/account');
    await this.follows('Set up two-step verification');
    const app = new Authenticator(await this.page.locator('code.key').innerText());
    await this.fillsIn({ '6-digit code': app.code() });
    await this.presses('Turn on');
    await this.sees('Your recovery codes');
    return { app, recoveryCodes: await this.recoveryCodes() };
  }

  /** The recovery codes on the page. */
  recoveryCodes(): Promise<string[]> {
    return this.page.locator('.codes code').allInnerTexts();
  }

  /** Adds a passkey, by the phone that they hold. */
  async addsAPasskey(name: string): Promise<void> {
    await this.opens('/account');
    await this.follows('Add a passkey');
    await this.fillsIn({ 'Name of the passkey': name });
    await this.presses('Add a passkey');
    await this.isToldThat('The passkey is added. You can sign in with it from now on.');
  }

  async asksForANewPassword(): Promise<void> {
    await this.opens('/sign-in');
    await this.follows('Forgot your password?');
    await this.fillsIn({ 'Email address': this.account.email });
    await this.presses('Send the link');
    await this.sees('Check your email');
  }

  linkFromTheirMail(): Promise<string> {
    return linkMailedTo(this.account.email, this.house.mail);
  }

  // ---- elsewhere ----

  /** The same person at one more browser. */
  atAnotherBrowser(circumstances?: Circumstances): Promise<Person> {
    return this.people.sit({ ...this.account }, circumstances);
  }

  /** An operator shuts them out. */
  async isSuspended(): Promise<void> {
    await counterpartd(this.house, 'admin', 'users', 'suspend', this.account.email);
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
