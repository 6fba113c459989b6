/** What tests of parts and screens share. */
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider, createMemoryHistory, createRootRoute, createRouter } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import axe from 'axe-core';
import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { makeQueries } from '#/api/queries';
import { Announcer } from '#/parts/Announcer';
import { Toasts } from '#/parts/Toasts';
import { makeRouter } from '#/shell/tree';

/** showPart shows a part as a page would, without the shell around it. */
export async function showPart(part: ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <main>{part}</main> }),
    history: createMemoryHistory(),
  });
  const view = render(
    <QueryClientProvider client={makeQueries()}>
      <Tooltip.Provider>
        <RouterProvider router={router as never} />
        <Announcer />
        <Toasts />
      </Tooltip.Provider>
    </QueryClientProvider>,
  );
  await screen.findByRole('main', { hidden: true }); // a dialog hides it
  return view;
}

/** What the API answers, by "GET /developer/apps/app_1": a body, { status, body, requestId }, or a function of the request. */
export type Answers = Record<string, unknown>;

const isStatus = (answer: unknown): answer is { status: number; body?: unknown; requestId?: string } =>
  typeof answer === 'object' && answer !== null && 'status' in answer && typeof answer.status === 'number';

/** answer puts answers in the API's place. What is not among them fails the test. */
export function answer(answers: Answers): Request[] {
  const asked: Request[] = [];
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = typeof input === 'string' ? new Request(new URL(input, window.location.href), init) : input;
    asked.push(request.clone());
    const url = new URL(request.url);
    const key = `${request.method} ${url.pathname}`;
    let found: unknown = answers[`${key}${url.search}`] ?? answers[key];
    if (found === undefined) throw new Error(`nobody answers ${key}${url.search}`);
    if (typeof found === 'function') found = (found as (request: Request) => unknown)(request);
    const { status, body, requestId } = isStatus(found) ? found : { status: 200, body: found, requestId: undefined };
    return await Promise.resolve(new Response(body === undefined ? null : JSON.stringify(body), {
      status, headers: { 'Content-Type': 'application/json', ...(requestId ? { 'X-Request-Id': requestId } : {}) },
    }));
  });
  return asked;
}

/** showScreen opens an address of the console, in its shell. */
export function showScreen(path: string) {
  const router = makeRouter({ history: createMemoryHistory({ initialEntries: [path] }) });
  render(
    <QueryClientProvider client={makeQueries()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

/** isAccessible asks axe. Colours are for a real browser. */
export async function isAccessible(where: Element = document.body) {
  const found = await axe.run(where, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false }, 'page-has-heading-one': { enabled: false } } });
  expect(found.violations.map((violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
}
