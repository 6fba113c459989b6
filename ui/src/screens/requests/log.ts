/** The log of requests: what is asked for, and the lines that came so far. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, type Schemas } from '#/api/client';

export type Line = Schemas['LoggedRequest'];
export type Window = '1h' | '24h' | '7d' | '30d';

export type Filter = {
  status?: '2xx' | '4xx' | '5xx';
  route?: string;
  business?: string;
  code?: string;
  version?: string;
};

const hour = 3_600_000;
const lengths: Record<Window, number> = { '1h': hour, '24h': 24 * hour, '7d': 7 * 24 * hour, '30d': 30 * 24 * hour };

/** useSpan is the time that the page is about. A window that ends now begins where it began when it was chosen. */
export function useSpan({ window = '24h', from, to }: { window?: Window; from?: string; to?: string }): { from: string; to?: string } {
  const [opened] = useState(() => Math.floor(Date.now() / 60_000) * 60_000);
  if (from !== undefined || to !== undefined) {
    return { from: from ?? new Date(opened - lengths['30d']).toISOString(), ...(to === undefined ? {} : { to }) };
  }
  return { from: new Date(opened - lengths[window]).toISOString() };
}

/** splitRoute takes "POST /invoices" apart. */
export function splitRoute(route: string | undefined): { method?: string; route?: string } {
  const space = route?.indexOf(' ') ?? -1;
  return route === undefined || space === -1 ? {} : { method: route.slice(0, space), route: route.slice(space + 1) };
}

const size = 50;
type Log = { lines: Line[]; nextBefore: string | null };

async function readPage(app: string, filter: Filter, span: { from: string; to?: string }, before: string | undefined, signal?: AbortSignal): Promise<Log> {
  const { data } = await client.GET('/developer/apps/{id}/requests', {
    params: {
      path: { id: app },
      query: {
        status: filter.status, code: filter.code, businessId: filter.business, apiVersion: filter.version,
        ...splitRoute(filter.route), ...span, before, limit: size,
      },
    },
    signal,
  });
  return { lines: data!.data, nextBefore: data!.nextBefore };
}

/** onTop puts the newest page on the lines that are there. Where it does not reach them, it stands alone. */
export function onTop(head: Log, before: Log | undefined): Log {
  if (!before || before.lines.length === 0) return head;
  const known = new Set(before.lines.map((line) => line.id));
  const fresh = head.lines.filter((line) => !known.has(line.id));
  if (fresh.length === head.lines.length && head.lines.length > 0 && head.nextBefore !== null) return head;
  return fresh.length === 0 ? before : { lines: [...fresh, ...before.lines], nextBefore: before.nextBefore };
}

/**
 * useLog is the log, newest first. It looks for new lines every few seconds; more() goes
 * on at its end.
 */
export function useLog(app: string, filter: Filter, span: { from: string; to?: string }) {
  const cache = useQueryClient();
  const key = ['requests', app, filter, span];
  const log = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const head = await readPage(app, filter, span, undefined, signal);
      return onTop(head, cache.getQueryData<Log>(key));
    },
    refetchInterval: span.to === undefined ? 4000 : false,
    placeholderData: keepPreviousData,
  });
  const more = useMutation({
    mutationFn: () => readPage(app, filter, span, log.data?.nextBefore ?? undefined),
    onSuccess: (page) => cache.setQueryData<Log>(key, (before) => (before ? { lines: [...before.lines, ...page.lines], nextBefore: page.nextBefore } : page)),
  });
  return { log, more };
}
