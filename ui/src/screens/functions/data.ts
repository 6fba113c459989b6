/** What the screens of functions read, and what they may do. */
import { useQueryClient } from '@tanstack/react-query';
import { api, type Schemas } from '#/api/client';
import { useLive } from '#/api/stream';
import { mayAct } from '#/parts/Denied';
import { useApp, useOrganization } from '#/shell/place';
import { t } from '#/texts';

export type Function = Schemas['FunctionDetails'];
export type Run = Schemas['FunctionRun'];
export type RunDetails = Schemas['FunctionRunDetails'];
export type Setting = Schemas['FunctionSetting'];

/** The limits of a run, as the runner holds them. */
export const most = { source: 256 * 1024, cpuMs: 1000, wallMs: 10_000, memory: 64 * 1024 * 1024, lines: 100, calls: 20 };

/** How often a run that has not ended is asked for: the stream tells too, where it can be heard. */
const untilItEnds = 1000;

/** More than these nobody gets from one call. */
export const mostListed = 50;

export const from = '/console/apps/$app/functions/$fun';

export function useFunction(functionId: string) {
  const app = useApp();
  return api.useQuery('get', '/developer/apps/{id}/functions/{functionId}', { params: { path: { id: app.id, functionId } } }, useLive(app.id, 'rows'));
}

export type RunFilter = { status?: 'succeeded' | 'failed'; outcome?: Schemas['RunOutcome']; version?: number; after?: string };

export function useRuns(functionId: string, filter: RunFilter) {
  const app = useApp();
  const live = useLive(app.id, 'rows');
  return api.useQuery(
    'get',
    '/developer/apps/{id}/functions/{functionId}/runs',
    { params: { path: { id: app.id, functionId }, query: { ...filter, limit: mostListed } } },
    { ...live, placeholderData: <D>(before: D | undefined) => before },
  );
}

export function useRun(functionId: string, runId: string) {
  const app = useApp();
  const { meta } = useLive(app.id, 'rows');
  return api.useQuery(
    'get',
    '/developer/apps/{id}/functions/{functionId}/runs/{runId}',
    { params: { path: { id: app.id, functionId, runId } } },
    { meta, refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? untilItEnds : false) },
  );
}

/** useAnew reads everything about functions again, after something was done. */
export function useAnew(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ predicate: ({ queryKey: [, of] }) => typeof of === 'string' && of.startsWith('/developer/apps/{id}/functions') });
}

/** useOff says why functions cannot be changed by whoever is looking. */
export function useOff(): string | undefined {
  const role = useOrganization()?.role ?? 'viewer';
  return mayAct(role, 'developer') ? undefined : t.functions.off;
}
