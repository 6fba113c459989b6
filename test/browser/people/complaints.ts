import type { BrowserContext, Request } from '@playwright/test';

/**
 * Everything a browser complains about while somebody uses it: errors in its
 * console, breaches of the content security policy first of all; files that are
 * missing; a page of ours that fetches anything from elsewhere.
 */
export function complaintsOf(context: BrowserContext, ...ours: string[]): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    // Chromium calls every page that is not 200 an error. Those are pages, too;
    // what is missing within a page shows below.
    const refusedPage = message.text().startsWith('Failed to load resource');
    // True of a frame of the page's own origin only; ours hold apps of others, and
    // nothing of ours can be framed.
    const sandbox = message.text().endsWith('can escape its sandboxing.');
    if (['error', 'warning'].includes(message.type()) && !refusedPage && !sandbox) {
      complaints.push(message.text());
    }
  });
  context.on('weberror', (err) => complaints.push(String(err.error())));
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // Aborted: somebody went on before all was there.
    if (why !== 'net::ERR_ABORTED' && !request.isNavigationRequest()) {
      complaints.push(`${request.url()}: ${why}`);
    }
  });
  context.on('request', (request) => {
    if (!request.isNavigationRequest() && isOurs(pageOf(request), ours) && !isOurs(request.url(), ours)) {
      complaints.push(`a page fetched ${request.url()}`);
    }
  });
  context.on('response', (response) => {
    // What the console's script asks its API for may not be there yet; it says so on the page.
    const absent = response.status() === 404 && new URL(response.url()).pathname.startsWith('/developer/');
    if (!response.ok() && !absent && !response.request().isNavigationRequest()) {
      complaints.push(`${response.status()} for ${response.url()}`);
    }
  });
  return complaints;
}

function pageOf(request: Request): string {
  return request.frame().url();
}

function isOurs(url: string, ours: string[]): boolean {
  return ours.includes(new URL(url).origin);
}
