// Why a call failed. Tokens, secrets and bodies are in none of these texts.
import type { components } from './schema.ts';

/** A code that this release knows. New ones may come at any time. */
export type ErrorCode = components['schemas']['ErrorCode'];

type Refusal = { message?: string | string[]; code?: string; params?: Record<string, string>; details?: Record<string, unknown>[] };

/** What was asked, and the id under which the service knows it. */
export interface Asked {
  method: string;
  path: string;
  status: number;
  requestId: string;
  /** In seconds, where the service says when to try again. */
  retryAfter?: number | undefined;
}

/** ApiError is what the API refused, or could not do. */
export class ApiError extends Error implements Asked {
  override readonly name = 'ApiError';
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly requestId: string;
  readonly retryAfter: number | undefined;
  /** Branch on this one; it is absent where the form of a request is wrong, and for faults of the service. */
  readonly code: ErrorCode | (string & {}) | undefined;
  /** What is wrong with the form of a request, a sentence each. */
  readonly messages: readonly string[];
  readonly params: Readonly<Record<string, string>>;
  readonly details: readonly Readonly<Record<string, unknown>>[];

  constructor(asked: Asked, refusal: Refusal) {
    const messages = [refusal.message ?? []].flat();
    super(`${asked.method} ${asked.path}: ${asked.status} ${messages.join(' ')}`.trim());
    this.method = asked.method;
    this.path = asked.path;
    this.status = asked.status;
    this.requestId = asked.requestId;
    this.retryAfter = asked.retryAfter;
    this.code = refusal.code;
    this.messages = messages;
    this.params = refusal.params ?? {};
    this.details = refusal.details ?? [];
  }
}

/** OAuthError is what the authorization server refused, or could not do. */
export class OAuthError extends Error {
  override readonly name: string = 'OAuthError';
  constructor(
    /** As RFC 6749 names it: invalid_grant and so on. */
    readonly code: string,
    readonly description: string,
    readonly status = 0,
    readonly requestId = '',
    readonly retryAfter: number | undefined = undefined,
  ) {
    super(description ? `${code}: ${description}` : code);
  }
}

/** Denied says that the person did not approve. */
export class Denied extends OAuthError {
  override readonly name = 'Denied';
}

/** Disconnected says that the app's access to a business has ended. The person has to connect it again. */
export class Disconnected extends Error {
  override readonly name = 'Disconnected';
  constructor(
    readonly business: string,
    /** expired, revoked, refresh token reuse detected, refused, or empty where the service does not tell. */
    readonly reason: string,
    cause?: unknown,
  ) {
    super(`The app is no longer connected to ${business}${reason ? `: ${reason}` : ''}. Let the person connect it again.`, { cause });
  }
}

/** NoTokens says that the store has none for a business. */
export class NoTokens extends Error {
  override readonly name = 'NoTokens';
  constructor(readonly business: string) {
    super(`There are no tokens for ${business}. Let somebody of it connect the app.`);
  }
}

/** NotSaved says that the store did not take new tokens. They are lost unless `tokens` is saved by other means. */
export class NotSaved<T = unknown> extends Error {
  override readonly name = 'NotSaved';
  /** The new tokens. Printing the error leaves them out. */
  declare readonly tokens: T;
  constructor(readonly business: string, tokens: T, cause: unknown) {
    super(`The new tokens of ${business} could not be saved.`, { cause });
    Object.defineProperty(this, 'tokens', { value: tokens, enumerable: false });
  }
}

/** StateMismatch says that a callback answers another request than the one that was begun. */
export class StateMismatch extends Error {
  override readonly name = 'StateMismatch';
  constructor() {
    super('The callback’s state is not the one that was sent. Begin again.');
  }
}

/** WrongIssuer says that somebody else answers than the service that was asked. */
export class WrongIssuer extends Error {
  override readonly name = 'WrongIssuer';
  constructor(expected: string, got: string) {
    super(`The issuer is ${got || 'not named'} where ${expected} was expected.`);
  }
}

/** ConnectionFailed says that no answer came, after all tries. */
export class ConnectionFailed extends Error {
  override readonly name = 'ConnectionFailed';
  constructor(readonly method: string, readonly path: string, cause: unknown) {
    super(`${method} ${path}: no answer`, { cause });
  }
}
