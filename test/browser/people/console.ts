// How people get about in the developer console.
import { expect, type Locator, type Page } from '@playwright/test';
import { lookAtDialog } from './eyes.ts';
import type { Person } from './person.ts';

export class AtConsole {
  constructor(readonly person: Person) {}

  get page() {
    return this.person.page;
  }

  /** Goes to a place by the navigation at the side. */
  async goesTo(place: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: new RegExp(`^${place}`) }).click();
    await this.person.sees(place);
  }

  /** Fills in fields. Parts of a page may have the names of their fields, so fields alone are looked at. */
  async fillsIn(fields: Record<string, string>, within: Page | Locator = this.page): Promise<void> {
    for (const [label, value] of Object.entries(fields)) {
      await within.getByRole('textbox', { name: label, exact: true }).fill(value);
    }
  }

  /** A message says that it was done. */
  async hears(message: string | RegExp): Promise<void> {
    await expect(this.page.getByRole('status').getByText(message).first()).toBeVisible();
  }

  /** The dialog of this title; they have a good look at it first. */
  async dialog(title: string | RegExp): Promise<Locator> {
    const dialog = this.page.getByRole('dialog', { name: title }).or(this.page.getByRole('alertdialog', { name: title }));
    await expect(dialog).toBeVisible();
    await lookAtDialog(this.page);
    return dialog;
  }

  /** Notes a secret that is shown once, and says so. */
  async keepsTheSecret(): Promise<string> {
    const secret = await this.page.locator('[data-secret]').innerText();
    await this.page.getByRole('checkbox', { name: 'I have put it where it is safe' }).check();
    await this.person.presses('Done');
    await expect(this.page.locator('[data-secret]')).toHaveCount(0);
    return secret;
  }

  /** The rows of a table that say this. */
  row(table: string, says: string | RegExp): Locator {
    return this.page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: says });
  }

  /** Opens the newest row of a table that says this. */
  async opensRow(table: string, says: string | RegExp): Promise<void> {
    await this.row(table, says).first().getByRole('link').first().click();
  }
}
