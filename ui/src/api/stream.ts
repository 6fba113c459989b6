/**
 * What happens with an app, as it happens. An app has one stream of server-sent events
 * in a tab, whichever screens follow it, open as long as one of them does:
 *
 *   opening ──ready──▶ live ──cut──▶ opening    the browser comes back by itself, with Last-Event-ID
 *      │                └──paused──▶ away ──reload──▶ live
 *      └──refused──▶ away ──a minute──▶ opening
 *
 * Events carry little. They tell which queries have another answer now (heard.ts), and
 * these are asked again, as often as their pace allows. While nothing can be heard, they
 * are asked by the clock instead.
 */
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { facts } from '#/facts';
import { type Heard, isStale } from './heard';
import { onSession, sessionIsOver } from './session';

export type Hearing = 'opening' | 'live' | 'away';

type Pace = 'rows' | 'figures';
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { live?: Pace };
  }
}

const second = 1000;
const minute = 60 * second;

/**
 * How soon after an event a query is asked again, how often at most, and how often when
 * nothing can be heard. What comes together is asked for once; figures are written some
 * seconds after what they count, and a chart that moves all the time cannot be read.
 */
const paces: Record<Pace, { soon: number; most: number; deaf: number }> = {
  rows: { soon: 0.3 * second, most: 2 * second, deaf: 15 * second },
  figures: { soon: 15 * second, most: minute, deaf: minute },
};

/** How often lists are read when nothing can be heard, to say so. */
export const deafSeconds = paces.rows.deaf / second;

/**
 * A tab that nobody has seen for this long lets its stream go, and opens another when it
 * is seen. A person has ten streams, and a browser without HTTP/2 six connections to a
 * host: forgotten tabs would use up both.
 */
const unseen = minute;

/** STREAM_LIMIT asks for a minute. EventSource does not tell what it was refused with, so it is a minute for all. */
const refusedFor = minute;

function makeStream(app: string, queries: QueryClient) {
  let hearing: Hearing = 'opening';
  let source: EventSource | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const waiting = new Map<Query, ReturnType<typeof setTimeout>>();

  const set = (is: Hearing) => {
    if (hearing === is) return;
    hearing = is;
    for (const listener of listeners) listener();
  };

  const invalidate = (query: Query, refetchType: 'active' | 'none') =>
    void queries.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType });

  const askAgain = (query: Query, pace: Pace) => {
    if (waiting.has(query)) return;
    const { soon, most } = paces[pace];
    const last = Math.max(query.state.dataUpdatedAt, query.state.errorUpdatedAt);
    waiting.set(query, setTimeout(() => {
      waiting.delete(query);
      // What is being asked may have been asked before the event.
      if (query.state.fetchStatus === 'fetching') askAgain(query, pace);
      else invalidate(query, document.hidden ? 'none' : 'active'); // stale answers are asked for when the tab is seen
    }, Math.max(soon, last + most - Date.now())));
  };

  const hear = (heard?: Heard) => {
    for (const query of queries.getQueryCache().getAll()) {
      const live = query.meta?.live;
      if (live && isStale(query, app, heard)) askAgain(query, live);
    }
  };

  const shut = () => {
    clearTimeout(again);
    source?.close();
    source = undefined;
  };

  const open = () => {
    shut();
    if (typeof EventSource === 'undefined') {
      set('away');
      return;
    }
    const now = new EventSource(`${facts.api}/developer/apps/${app}/stream`, { withCredentials: true });
    source = now;
    let known = false; // an event has come, from whose id the stream goes on
    now.onopen = () => {
      if (known) set('live'); // what was missed follows, or a reload
    };
    const read = (event: Heard['event']) =>
      now.addEventListener(event, (message: MessageEvent<string>) => {
        known = true;
        hear({ event, data: JSON.parse(message.data) as never });
      });
    read('request');
    read('delivery');
    read('attempt');
    read('run');
    const complete = () => {
      known = true;
      set('live');
      hear(); // all that is shown was read before
    };
    now.addEventListener('ready', complete);
    now.addEventListener('reload', complete);
    now.addEventListener('paused', () => set('away'));
    now.onerror = () => {
      if (now.readyState !== EventSource.CLOSED) {
        set('opening');
        return;
      }
      shut();
      set('away');
      again = setTimeout(open, refusedFor * (1 + Math.random() / 4));
      // Somebody whose session or role has ended hears it from the app itself.
      void queries.invalidateQueries({ queryKey: ['get', '/developer/apps/{id}', { params: { path: { id: app } } }] });
    };
  };

  const onSeen = () => {
    clearTimeout(hiding);
    if (document.hidden) {
      hiding = setTimeout(() => {
        shut();
        set('opening');
      }, unseen);
    } else if (!source && hearing === 'opening' && !sessionIsOver()) open();
  };

  const onSigned = () => {
    if (sessionIsOver()) {
      shut();
      set('away');
    } else {
      set('opening');
      open();
    }
  };

  let stopSession: () => void = () => undefined;
  const begin = () => {
    hearing = 'opening';
    document.addEventListener('visibilitychange', onSeen);
    stopSession = onSession(onSigned);
    open();
    onSeen(); // a tab may be opened behind another
  };
  const end = () => {
    document.removeEventListener('visibilitychange', onSeen);
    stopSession();
    clearTimeout(hiding);
    shut();
    for (const [query, timer] of waiting) {
      clearTimeout(timer);
      invalidate(query, 'none');
    }
    waiting.clear();
  };

  return {
    hearing: () => hearing,
    follow: (listener: () => void) => {
      listeners.add(listener);
      if (listeners.size === 1) begin();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) end();
      };
    },
  };
}

const streams = new WeakMap<QueryClient, Map<string, ReturnType<typeof makeStream>>>();

function streamOf(app: string, queries: QueryClient) {
  const known = streams.get(queries) ?? new Map<string, ReturnType<typeof makeStream>>();
  streams.set(queries, known);
  const stream = known.get(app) ?? makeStream(app, queries);
  known.set(app, stream);
  return stream;
}

const nothing = () => undefined;

/** useStream follows an app, and tells whether anything can be heard. Without an app it is quiet. */
export function useStream(app: string | undefined): Hearing {
  const queries = useQueryClient();
  const follow = useCallback((listener: () => void) => (app === undefined ? nothing : streamOf(app, queries).follow(listener)), [app, queries]);
  return useSyncExternalStore(follow, () => (app === undefined ? 'away' : streamOf(app, queries).hearing()));
}

/**
 * useLive is what makes a query live: options for `api.useQuery`, for paths that heard.ts
 * knows. `rows` is for lists and records, `figures` for what is counted.
 */
export function useLive(app: string | undefined, pace: Pace): { meta: { live: Pace }; refetchInterval: number | false } {
  const hearing = useStream(app);
  return { meta: { live: pace }, refetchInterval: hearing === 'live' ? false : paces[pace].deaf };
}
