import type { BrowserContext } from '@playwright/test';

/**
 * Everything a browser complains about while somebody uses it: errors in its
 * console, breaches of the content security policy first of all; files that are
 * missing; requests to anybody but us.
 */
export function complaintsOf(context: BrowserContext, ...ours: string[]): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    // Chromium calls every page that is not 200 an error. Those are pages, too;
    // what is missing within a page shows below.
    const refusedPage = message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !refusedPage) {
      complaints.push(message.text());
    }
  });
  context.on('weberror', (err) => complaints.push(String(err.error())));
  context.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    if (why !== 'net::ERR_ABORTED') { // somebody went on before all was there
      complaints.push(`${request.url()}: ${why}`);
    }
  });
  context.on('request', (request) => {
    if (!ours.includes(new URL(request.url()).origin)) {
      complaints.push(`a request to ${request.url()}`);
    }
  });
  context.on('response', (response) => {
    if (!response.ok() && response.request().resourceType() !== 'document') {
      complaints.push(`${response.status()} for ${response.url()}`);
    }
  });
  return complaints;
}
