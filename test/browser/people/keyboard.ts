import { expect, type Locator, type Page } from '@playwright/test';
import { doesNotScrollSideways } from './eyes.ts';

/** Somebody who uses the keyboard alone, and so must always see where they are. */
export class Keyboard {
  constructor(private readonly page: Page) {}

  /** Goes on with Tab until it is there. Every stop on the way shows the focus. */
  async tabTo(target: Locator, { within = 30 } = {}): Promise<void> {
    for (let stops = 0; stops < within; stops++) {
      await this.page.keyboard.press('Tab');
      await this.seesTheFocus();
      if (await isFocused(target)) {
        return;
      }
    }
    await expect(target, `not reached within ${within} stops`).toBeFocused({ timeout: 1 });
  }

  async isAt(target: Locator): Promise<void> {
    await expect(target).toBeFocused();
    await this.seesTheFocus();
  }

  /** What has the focus is in sight, with a ring of at least 2 px around it, and has not widened the page. */
  async seesTheFocus(): Promise<void> {
    const focus = this.page.locator(':focus');
    await expect(focus).toBeInViewport();
    await doesNotScrollSideways(this.page);
    await expect(focus).toHaveCSS('outline-style', 'solid');
    expect(parseFloat(await focus.evaluate((element) => getComputedStyle(element).outlineWidth))).toBeGreaterThanOrEqual(2);
  }

  press(key: string): Promise<void> {
    return this.page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }
}

function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === document.activeElement);
}
