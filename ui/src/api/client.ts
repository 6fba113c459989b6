import createClient, { type Middleware } from 'openapi-fetch';
import createQueries from 'openapi-react-query';
import { facts } from '#/facts';
import { Fault } from './fault';
import type { components, paths } from './schema';
import { sessionEnded } from './session';

export type Schemas = components['schemas'];

/** Answers that are refusals or failures become a Fault, with the request's id. */
const faults: Middleware = {
  async onResponse({ response }) {
    if (response.ok) return;
    const body = (await response.json().catch(() => undefined)) as Partial<Schemas['Error']> | undefined;
    const fault = new Fault(response.status, body, response.headers.get('X-Request-Id') ?? undefined);
    if (fault.status === 401) sessionEnded();
    throw fault;
  },
  onError({ error }) {
    return error instanceof Fault || (error instanceof DOMException && error.name === 'AbortError')
      ? error
      : new Fault(0);
  },
};

/**
 * client calls the API with the session's cookie. Screens mostly use `api` below; the
 * client itself is for what is no query: downloads, uploads, steps of a dialog.
 */
export const client = createClient<paths>({
  baseUrl: facts.api,
  credentials: 'include',
  // Looked up at each call, so that tests can put another in its place.
  fetch: (request) => globalThis.fetch(request),
});
client.use(faults);

/**
 * api has the hooks of TanStack Query, typed by the API's description:
 *
 *   const app = api.useQuery('get', '/developer/apps/{id}', { params: { path: { id } } });
 *   const rename = api.useMutation('patch', '/developer/apps/{id}');
 *
 * A query's key is [method, path, init].
 */
export const api = createQueries(client);

/** ifMatch is the header that guards a change: it holds for this version alone. */
export const ifMatch = (version: number) => ({ 'If-Match': `"${version}"` });
