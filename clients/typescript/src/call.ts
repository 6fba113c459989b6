// What a call is given, and what comes back with its answer.
import type { components } from './schema.ts';

export interface Options {
  /** A key of your own: the same call with the same key is done once, also by another process, for 24 hours. */
  idempotencyKey?: string;
  /** The version of the record that you read: the call is refused if it has changed since. */
  ifMatch?: number;
  /** Another version of the API. */
  version?: string;
  signal?: AbortSignal;
  /** Is given what the answer says beside its body. */
  into?: (answer: AnswerInfo) => void;
}

export interface AnswerInfo {
  status: number;
  requestId: string;
  /** The call had been done before, and this is its first answer. */
  replayed: boolean;
  headers: Headers;
}

export interface Call extends Options {
  query?: object | undefined;
  body?: unknown;
}

/** Page is a part of a list. */
export interface Page<T> {
  data: T[];
  hasMore: boolean;
  nextCursor: string | null;
  total?: number;
}

export type Event = components['schemas']['Event'];

/** EventPage is a part of the log. Keep `next` with the work that you did on its events. */
export interface EventPage {
  events: Event[];
  next: string | null;
}

export interface EventOptions extends Options {
  /** Only events of these types. */
  types?: readonly string[];
}
