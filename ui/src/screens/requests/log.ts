/** The log of requests: what is asked for, and the lines that came so far. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { client, type Schemas } from '#/api/client';
import { useLive } from '#/api/stream';

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
/** How many pages are read at most to reach the lines that are there. */
const mostPages = 5;

export type Log = {
  lines: Line[];
  nextBefore: string | null;
  /** How many newer ones there are at least that do not reach these: somebody reads, and nothing was put in their place. */
  behind?: number;
};

type Asked = { params: { path: { id: string }; query: Record<string, string | number | undefined> } };

async function readPage({ params }: Asked, before: string | undefined, signal?: AbortSignal): Promise<Log> {
  const { data } = await client.GET('/developer/apps/{id}/requests', { params: { path: params.path, query: { ...params.query, before } }, signal });
  return { lines: data!.data, nextBefore: data!.nextBefore };
}

const reaches = (head: Log, before: Log) => {
  const known = new Set(before.lines.map((line) => line.id));
  return head.nextBefore === null || head.lines.some((line) => known.has(line.id));
};

/**
 * onTop puts the newest lines on those that are there. Where they do not reach them they
 * stand alone, except for somebody who reads (`held`), who keeps what is there.
 */
export function onTop(head: Log, before: Log | undefined, held = false): Log {
  if (!before || before.lines.length === 0) return head;
  if (!reaches(head, before)) return held ? { ...before, behind: head.lines.length } : head;
  const known = new Set(before.lines.map((line) => line.id));
  const fresh = head.lines.filter((line) => !known.has(line.id));
  return fresh.length === 0 && before.behind === undefined ? before : { lines: [...fresh, ...before.lines], nextBefore: before.nextBefore };
}

/**
 * useLog is the log, newest first, with new lines on top as they come; more() goes on at
 * its end. `held` says that somebody reads.
 */
export function useLog(app: string, filter: Filter, span: { from: string; to?: string }, held: boolean) {
  const cache = useQueryClient();
  const live = useLive(span.to === undefined ? app : undefined, 'rows');
  const asked: Asked = {
    params: {
      path: { id: app },
      query: { status: filter.status, code: filter.code, businessId: filter.business, apiVersion: filter.version, ...splitRoute(filter.route), ...span, limit: size },
    },
  };
  const key = ['get', '/developer/apps/{id}/requests', asked, 'log'];
  const log = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const before = cache.getQueryData<Log>(key);
      let head = await readPage(asked, undefined, signal);
      for (let page = 1; before && before.lines.length > 0 && page < mostPages && !reaches(head, before); page++) {
        const next = await readPage(asked, head.nextBefore!, signal);
        head = { lines: [...head.lines, ...next.lines], nextBefore: next.nextBefore };
      }
      return onTop(head, before, held);
    },
    placeholderData: keepPreviousData,
    ...live,
    refetchInterval: span.to === undefined && live.refetchInterval,
  });
  const more = useMutation({
    mutationFn: () => readPage(asked, log.data?.nextBefore ?? undefined),
    onSuccess: (page) => cache.setQueryData<Log>(key, (before) => (before ? { ...before, lines: [...before.lines, ...page.lines], nextBefore: page.nextBefore } : page)),
  });
  const behind = !held && log.data?.behind !== undefined;
  const { refetch } = log;
  useEffect(() => {
    if (behind) void refetch();
  }, [behind, refetch]);
  return { log, more };
}
