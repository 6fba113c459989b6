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

  /** What has the focus is in sight, behind nothing else, with a ring of at least 2 px around it, and has not widened the page. */
  async seesTheFocus(): Promise<void> {
    const focus = this.page.locator(':focus');
    await expect(focus).toBeInViewport();
    expect(await focus.evaluate(whatHides), 'it hides what has the focus').toBeUndefined();
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

/** What lies over the middle of the part of an element that is within the window, if it is something else. */
function whatHides(element: Element): string | undefined {
  const { left, right, top, bottom } = element.getClientRects()[0]!;
  const middle = (from: number, to: number, end: number) => (Math.max(from, 0) + Math.min(to, end)) / 2;
  const found = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight));
  return found && !element.contains(found) && !found.contains(element) ? found.outerHTML.slice(0, 200) : undefined;
}
