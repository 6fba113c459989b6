// One business that connected the app: its calls, and what is the same for all of them.
import type { Call, Event, EventOptions, EventPage, Options, Page } from './call.ts';
import { ApiError, Disconnected } from './errors.ts';
import type { Limits, Quota } from './limits.ts';
import { randomText } from './random.ts';
import { Resources } from './resources.ts';
import { apiError, bodyOf, requestId, type Transport } from './transport.ts';

export interface Insides {
  app: { host: string; version: string; transport: Transport };
  token: (refused?: string) => Promise<string>;
  refused: (error: ApiError) => Promise<Disconnected>;
  versionHeader: () => Promise<string>;
  pace: boolean;
  quota: Quota;
  end: () => Promise<void>;
}

const writes = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
const pageSize = 200;

/** Business is safe for many calls at once. */
export class Business extends Resources {
  readonly #in: Insides;

  constructor(readonly id: string, insides: Insides) {
    super();
    this.#in = insides;
  }

  /** How many calls are left, once one has been answered. */
  get limits(): Limits | undefined {
    return this.#in.quota.limits;
  }

  /** Ends the app's access, for good, and forgets the tokens. */
  disconnect(): Promise<void> {
    return this.#in.end();
  }

  /** Any call: for what has no method yet. */
  async do<T = unknown>(method: string, path: string, call: Call = {}): Promise<T> {
    const url = new URL(path, this.#in.app.host);
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const send = await this.request(method, url, call);
    let token = await this.#in.token();
    let answer = await send(token);
    if (answer.status === 401) {
      token = await this.#in.token(token);
      answer = await send(token);
    }
    call.into?.({ status: answer.status, requestId: requestId(answer), replayed: answer.headers.get('Idempotent-Replayed') === 'true', headers: answer.headers });
    if (answer.ok) return (answer.status === 204 ? undefined : await bodyOf(answer)) as T;
    const error = await apiError(method, url, answer);
    throw answer.status === 401 ? await this.#in.refused(error) : error;
  }

  /** One call, to be sent with a token, or with two after one another: its key stays the same. */
  private async request(method: string, url: URL, call: Call): Promise<(token: string) => Promise<Response>> {
    const key = call.idempotencyKey ?? (writes.has(method) ? randomText() : undefined);
    const headers = {
      [await this.#in.versionHeader()]: call.version ?? this.#in.app.version,
      ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...(call.ifMatch === undefined ? {} : { 'If-Match': `"${call.ifMatch}"` }),
    };
    const body = call.body === undefined ? {} : { body: JSON.stringify(call.body) };
    return async (token) => {
      const { app, pace, quota } = this.#in;
      if (pace) await quota.admit((milliseconds) => app.transport.waits(milliseconds, call.signal));
      try {
        const answer = await app.transport.send({ method, url, signal: call.signal, headers: { ...headers, Authorization: `Bearer ${token}` }, ...body });
        quota.hear(answer.headers);
        this.notes(answer);
        return answer;
      } finally {
        if (pace) quota.landed();
      }
    };
  }

  private notes(answer: Response): void {
    const [deprecated, sunset] = [answer.headers.get('Deprecation'), answer.headers.get('Sunset')];
    if (deprecated || sunset) {
      this.#in.app.transport.tell(`API version ${this.#in.app.version} is deprecated${sunset ? ` and ends on ${sunset}` : ''}.`);
    }
  }

  /**
   * All records of a list, a page at a time. Where the record is gone that the next page should begin
   * after, it goes on from one before it, and passes over what was seen already.
   */
  protected async *all<T extends { id: string }>(path: string, query: object, options: Options): AsyncGenerator<T> {
    let last: string[] = []; // the ids of the page before
    for (let [after, back]: [string | null | undefined, number] = [undefined, 1]; after !== null; ) {
      const page: Page<T> | undefined = await this.do<Page<T>>('GET', path, { ...options, query: { limit: pageSize, ...query, after } }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'UNKNOWN_CURSOR' && back < last.length) return undefined;
        throw error;
      });
      if (!page) {
        after = last[last.length - ++back];
        continue;
      }
      yield* page.data.filter(({ id }) => !last.includes(id));
      last = page.data.map(({ id }) => id);
      [after, back] = [page.hasMore ? page.nextCursor : null, 1];
    }
  }

  /** The log of events from a cursor on, until there is no more. */
  protected async *eventPages(after: string | undefined, { types, ...options }: EventOptions): AsyncGenerator<EventPage> {
    for (let cursor = after; ; ) {
      const page = await this.do<Page<Event>>('GET', '/events', { ...options, query: { after: cursor, types: types?.join(','), limit: pageSize } });
      cursor = page.nextCursor ?? cursor;
      yield { events: page.data, next: cursor ?? null };
      if (!page.hasMore) return;
    }
  }

  /** The log of events from a cursor on, for ever: it looks again every so many milliseconds. */
  protected async *followEvents(after: string | undefined, every: number, options: EventOptions): AsyncGenerator<EventPage> {
    for (let cursor = after; ; ) {
      for await (const page of this.eventPages(cursor, options)) {
        cursor = page.next ?? cursor;
        if (page.events.length > 0) yield page;
      }
      await this.#in.app.transport.waits(every, options.signal);
    }
  }

  toJSON(): object {
    return { id: this.id };
  }
}
