import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const sizes = {
  desk: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
  /** A desk of 1280 × 1024 at a zoom of 400 %, which WCAG 1.4.10 asks for. */
  zoomed: { width: 320, height: 256 },
};

/** The colour of the paper (tokens.css), by which one sees that a theme is in force. */
const papers = { light: 'rgb(251, 250, 247)', dark: 'rgb(18, 21, 23)' };

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What depends on the theme, which changes colours and nothing else. */
const aboutColours = ['color-contrast', 'link-in-text-block'];

/** Looks at a page in light and dark, at a desk, on a phone and enlarged. */
export async function lookAt(page: Page, picture: (look: string) => Promise<void>): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveCSS('background-color', papers[theme]);
    for (const size of ['desk', 'phone'] as const) {
      await page.setViewportSize(sizes[size]);
      await isAccessible(page, `${theme}, ${size}`, theme === 'light' ? [] : aboutColours);
      await doesNotScrollSideways(page);
      await picture(`${size}-${theme}`);
    }
  }
  await page.setViewportSize(sizes.zoomed);
  await doesNotScrollSideways(page);
  await picture('zoomed');
}

/** What lies over a page. */
const overlays = '[role="dialog"], [role="alertdialog"]';

/** Looks at the dialog that is open, in light and dark. */
export async function lookAtDialog(page: Page): Promise<void> {
  await expect(page.locator(overlays)).toBeVisible();
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveCSS('background-color', papers[theme]);
    await isAccessible(page, `dialog, ${theme}`, theme === 'light' ? [] : aboutColours, overlays);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await doesNotScrollSideways(page);
}

/** Holds a page, or a part of it, to the standards, or only to some rules of them. */
async function isAccessible(page: Page, look: string, rules: string[], part = 'html'): Promise<void> {
  // Legacy mode looks into no frames from elsewhere; our pages have none. It takes half the time.
  const eyes = new AxeBuilder({ page }).setLegacyMode().include(part);
  const { violations } = await (rules.length > 0 ? eyes.withRules(rules) : eyes.withTags(standards)).analyze();
  const found = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }));
  expect(found, look).toEqual([]);
}

/** Neither the page nor what lies over it is wider than the screen. */
export async function doesNotScrollSideways(page: Page): Promise<void> {
  const tooWide = await page.evaluate((overlays) => {
    const width = document.documentElement.clientWidth;
    return [document.documentElement, ...document.querySelectorAll(overlays)]
      .filter((box) => box.scrollWidth > box.clientWidth || box.getBoundingClientRect().right > width + 1)
      .flatMap((box) => [box, ...box.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > width || element === box))
      .map((element) => element.outerHTML.slice(0, 200));
  }, overlays);
  expect(tooWide.slice(0, 5), 'it scrolls sideways').toEqual([]);
}
