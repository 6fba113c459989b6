// How requests are sent: with a limit of time, and again where that is safe.
import { ApiError, type Asked, ConnectionFailed, OAuthError } from './errors.ts';

/** Retry says how often a request is tried in all. One means: not again. */
export interface Retry {
  tries?: number;
}

export interface TransportOptions {
  /** How requests are sent; the runtime's own fetch. */
  fetch?: typeof fetch;
  retry?: Retry;
  /** How long one try may take, in milliseconds; 30 seconds. */
  timeout?: number;
  /** What the app is called, for the service's log. */
  appName?: string;
  /** Hears of what is worth knowing: versions that end, requests that are tried again. Nothing secret is said. */
  log?: (message: string) => void;
  /** For tests: how to wait, and chance. */
  wait?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  random?: () => number;
}

export interface Outgoing {
  method: string;
  url: URL;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
  /** False where a second time would not be the same: it is sent once. */
  repeats?: boolean;
}

/** The longest wait that a service may ask for before we give up at once. */
const longestWait = 60;

export class Transport {
  private readonly told = new Set<string>();

  constructor(private readonly options: TransportOptions, private readonly release: string) {}

  /** Sends a request, as often as it takes, and returns the last answer, refusals too. */
  async send(request: Outgoing): Promise<Response> {
    const tries = request.repeats === false ? 1 : (this.options.retry?.tries ?? 3);
    for (let n = 1; ; n++) {
      const outcome = await this.once(request).catch((error: unknown) => {
        request.signal?.throwIfAborted();
        return new ConnectionFailed(request.method, request.url.pathname, error);
      });
      const pause = n < tries ? await this.pauseAfter(outcome, n) : undefined;
      if (pause === undefined) {
        if (outcome instanceof Error) throw outcome;
        return outcome;
      }
      this.options.log?.(`${request.method} ${request.url.pathname}: ${outcome instanceof Error ? 'no answer' : outcome.status}, again in ${Math.round(pause)} ms`);
      if (!(outcome instanceof Error)) await outcome.body?.cancel();
      await this.waits(pause, request.signal);
    }
  }

  private async once({ method, url, headers, body, signal }: Outgoing): Promise<Response> {
    const limit = AbortSignal.timeout(this.options.timeout ?? 30_000);
    const answer = await (this.options.fetch ?? fetch)(url, {
      method,
      headers: { Accept: 'application/json', ...this.introduction(), ...headers },
      ...(body === undefined ? {} : { body }),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      redirect: 'error',
      credentials: 'omit',
    });
    // Read here, so that a body that breaks off is a try that failed.
    const text = await answer.arrayBuffer();
    const empty = answer.status === 204 || answer.status === 304;
    return new Response(empty ? null : text, { status: answer.status, headers: answer.headers });
  }

  /** Browsers name themselves, and would ask the service whether another name may be sent. */
  private introduction(): Record<string, string> {
    if (inBrowser()) return {};
    return { 'User-Agent': this.release + (this.options.appName ? ` (+${this.options.appName})` : '') };
  }

  /** How long to wait before the next try, in milliseconds; undefined where there should be none. */
  private async pauseAfter(outcome: Response | ConnectionFailed, n: number): Promise<number | undefined> {
    const jitter = (this.options.random ?? Math.random)() * 500 * 2 ** (n - 1);
    if (outcome instanceof Error) return jitter;
    const after = retryAfter(outcome);
    const asks = outcome.status === 429 || outcome.status === 503 || (outcome.status === 409 && (await codeOf(outcome)) === 'IDEMPOTENCY_KEY_IN_PROGRESS');
    if (asks && after !== undefined) return after <= longestWait ? after * 1000 : undefined;
    return outcome.status >= 500 || (asks && outcome.status === 409) ? jitter : undefined;
  }

  waits(milliseconds: number, signal?: AbortSignal): Promise<void> {
    return (this.options.wait ?? wait)(milliseconds, signal);
  }

  /** Says something once. */
  tell(message: string): void {
    if (!this.told.has(message)) {
      this.told.add(message);
      this.options.log?.(message);
    }
  }
}

async function codeOf(answer: Response): Promise<unknown> {
  return ((await bodyOf(answer.clone())) as { code?: unknown } | undefined)?.code;
}

/** What an answer says of the next try, in seconds: as a number or as a time. */
export function retryAfter(answer: Response): number | undefined {
  const text = answer.headers.get('Retry-After');
  if (!text) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
}

export function bodyOf(answer: Response): Promise<unknown> {
  return answer.json().catch(() => undefined);
}

/** The refusal in an answer of the API. */
export async function apiError(method: string, url: URL, answer: Response): Promise<ApiError> {
  const asked: Asked = { method, path: url.pathname, status: answer.status, requestId: requestId(answer), retryAfter: retryAfter(answer) };
  return new ApiError(asked, ((await bodyOf(answer)) ?? {}) as ConstructorParameters<typeof ApiError>[1]);
}

/** The refusal in an answer of the authorization server. */
export async function oauthError(answer: Response): Promise<OAuthError> {
  const { error, error_description: description } = ((await bodyOf(answer)) ?? {}) as { error?: string; error_description?: string };
  return new OAuthError(error ?? `status ${answer.status}`, description ?? '', answer.status, requestId(answer), retryAfter(answer));
}

export const requestId = (answer: Response) => answer.headers.get('X-Request-Id') ?? '';

export const inBrowser = () => typeof (globalThis as { document?: unknown }).document === 'object';

function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, failed) => {
    signal?.throwIfAborted();
    const stop = () => (clearTimeout(timer), failed(signal!.reason));
    const timer = setTimeout(() => (signal?.removeEventListener('abort', stop), done()), milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
  });
}
