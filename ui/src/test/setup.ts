import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { sessionResumed } from '#/api/session';

// What the server writes into the page's head; requests need a whole address here.
document.head.innerHTML = '<meta name="counterpart-api" content="http://api.test">';

configure({ asyncUtilTimeout: 20_000 }); // a busy machine is no failure

// What jsdom does not have and the parts ask for.
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.hasPointerCapture = () => false;
globalThis.CSS = { escape: (text: string) => text } as typeof CSS;
window.scrollTo = () => undefined;
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

beforeEach(() => {
  window.matchMedia = ((query: string) => ({
    matches: false, media: query, addEventListener: () => undefined, removeEventListener: () => undefined,
  })) as unknown as typeof window.matchMedia;
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionResumed();
  vi.unstubAllGlobals();
});
