import { api, type Schemas } from './client';
import { useLive } from './stream';

type Trace = Schemas['Trace'];

const second = 1000;

/** How often a trace is asked for while something is about to happen, how many times at most, and for how long after the call. */
const soon = { every: 2 * second, times: 30, within: 10 * 60 * second };

/** isOpen tells whether more is about to come of a call: a delivery that is not made yet, or one that is under way, or a run that waits. */
export function isOpen(trace: Trace, now: number): boolean {
  const { request, events, deliveries, runs } = trace;
  if (request && now - Date.parse(request.at) > soon.within) return false; // what comes later, the stream tells
  return events.some((event) => ![...deliveries, ...runs].some((one) => one.eventId === event.id)) ||
    deliveries.some((delivery) => delivery.status === 'queued' || delivery.status === 'retrying') ||
    runs.some((run) => run.status === 'waiting');
}

/**
 * useTrace is the way of an id. Once an app of it is known it follows that app, and asks by
 * the clock for a minute: a delivery is made a moment after its event, and the stream may
 * have told of it before the trace was read.
 */
export function useTrace(id: string, app: string | undefined, enabled = true) {
  const live = useLive(app, 'rows');
  return api.useQuery('get', '/developer/trace/{traceId}', { params: { path: { traceId: id } } }, {
    enabled,
    ...live,
    refetchInterval: ({ state }) => {
      if (app === undefined) return false;
      const open = state.data === undefined || isOpen(state.data, Date.now());
      return open && state.dataUpdateCount + state.errorUpdateCount < soon.times ? soon.every : live.refetchInterval;
    },
  });
}
