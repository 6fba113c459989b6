import type { components } from './schema';

type Body = components['schemas']['Error'];
export type ErrorCode = components['schemas']['ErrorCode'];

/** Fault is an answer that is none: a refusal, a failure of the service, or silence. */
export class Fault extends Error {
  override readonly name = 'Fault';
  /** 0 when no answer came. */
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly requestId: string | undefined;
  readonly params: Record<string, string>;
  /** One sentence for each problem: a refused body has several. */
  readonly sentences: string[];
  readonly details: Record<string, unknown>[];

  constructor(status: number, body?: Partial<Body>, requestId?: string) {
    const sentences = body?.message === undefined ? [] : [body.message].flat();
    super(sentences.join(' ') || `status ${status}`);
    this.status = status;
    this.code = body?.code;
    this.requestId = requestId;
    this.params = body?.params ?? {};
    this.sentences = sentences;
    this.details = body?.details ?? [];
  }

  /** Whether the caller is to blame, so that trying again would change nothing. */
  get refused(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429;
  }
}

/** asFault reads what a query or a mutation ended with. */
export function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error;
  return new Fault(0);
}
