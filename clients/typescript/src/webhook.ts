// The receiver's side of webhooks: is a request from the service and fresh, and what does it say?
import type { components } from './events.ts';

type Payloads = components['schemas'];

/** An event's name that this release knows. New ones may come at any time. */
export type EventName = keyof Payloads;

/** WebhookEvent is the body of a delivery. The same may come again: `id` tells. */
export interface WebhookEvent<Data = Record<string, unknown>> {
  id: string;
  /** In the log of events; null for a test. */
  eventId: string | null;
  type: EventName | (string & {});
  apiVersion: string;
  /** Where it happened; `test` for a test. */
  businessId: string;
  /** In seconds since 1970. */
  created: number;
  data: Data;
}

/** BadSignature says why a request cannot be trusted. */
export class BadSignature extends Error {
  override readonly name = 'BadSignature';
  constructor(readonly reason: 'no signature' | 'mismatch' | 'too old' | 'too new' | 'no secret', message: string) {
    super(message);
  }
}

export interface Verifier {
  /** The webhook's secret; while it is being rotated, the new one beside the old. */
  secrets: readonly (string | undefined)[];
  /** How far the signature's time may be from now, in seconds; 300. */
  tolerance?: number;
  /** For tests. */
  now?: () => number;
}

export const signatureHeader = 'X-Webhook-Signature';
/** Events are far smaller. */
const mostBody = 1 << 20;

/** Throws BadSignature unless the body, as it came, was signed with one of the secrets not long ago. */
export async function verify(header: string | null | undefined, body: Uint8Array | string, { secrets, tolerance = 300, now = Date.now }: Verifier): Promise<void> {
  const { stamp, macs } = parse(header);
  const known = secrets.filter((secret): secret is string => Boolean(secret));
  if (known.length === 0) throw new BadSignature('no secret', 'There is no secret to verify with.');
  const signed = message(stamp, body);
  let matched = false;
  for (const secret of known) {
    const key = await keyOf(secret, 'verify');
    for (const mac of macs) matched = (await crypto.subtle.verify('HMAC', key, mac, signed)) || matched;
  }
  if (!matched) throw new BadSignature('mismatch', 'The signature does not match: compare the secret, and take the body as it came.');
  const age = now() / 1000 - Number(stamp);
  if (age > tolerance) throw new BadSignature('too old', `The signature was made ${Math.round(age)} s ago, and ${tolerance} s are allowed.`);
  if (age < -tolerance) throw new BadSignature('too new', `The signature is ${Math.round(-age)} s ahead of this machine's clock, and ${tolerance} s are allowed.`);
}

/** Makes the header for a body as the service does: for tests of receivers. `at` is in milliseconds since 1970. */
export async function sign(at: number, body: Uint8Array | string, ...secrets: string[]): Promise<string> {
  const stamp = String(Math.floor(at / 1000));
  const macs = await Promise.all(secrets.map(async (secret) => hex(await crypto.subtle.sign('HMAC', await keyOf(secret, 'sign'), message(stamp, body)))));
  return [`t=${stamp}`, ...macs.map((mac) => `v1=${mac}`)].join(',');
}

/** Reads a header. Schemes that are not known are for others; two times would leave it open which was signed. */
function parse(header: string | null | undefined): { stamp: string; macs: Uint8Array<ArrayBuffer>[] } {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('=', 2) as [string, string?]);
  const stamps = parts.flatMap(([scheme, value]) => (scheme === 't' ? [value ?? ''] : []));
  const macs = parts.flatMap(([scheme, value]) => (scheme === 'v1' && /^[0-9a-f]{64}$/i.test(value ?? '') ? [bytes(value!)] : []));
  if (stamps.length !== 1 || !/^\d{1,12}$/.test(stamps[0]!) || macs.length === 0) {
    throw new BadSignature('no signature', `The header ${signatureHeader} is missing or has another form.`);
  }
  return { stamp: stamps[0]!, macs };
}

function message(stamp: string, body: Uint8Array | string): Uint8Array<ArrayBuffer> {
  const [head, rest] = [utf8(`${stamp}.`), typeof body === 'string' ? utf8(body) : body];
  const whole = new Uint8Array(head.length + rest.length);
  whole.set(head);
  whole.set(rest, head.length);
  return whole;
}

const utf8 = (text: string) => new TextEncoder().encode(text);
const keyOf = (secret: string, use: 'sign' | 'verify') => crypto.subtle.importKey('raw', utf8(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [use]);
const bytes = (text: string) => Uint8Array.from(text.match(/../g)!, (pair) => parseInt(pair, 16));
const hex = (buffer: ArrayBuffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Handler does the work of one type of event. */
export interface Handler {
  type: string;
  handle: (event: WebhookEvent<never>, data: never) => Promise<unknown> | unknown;
}

/** Does something for every event of a type; `data` has the type's own members. */
export function on<N extends EventName>(type: N, handle: (event: WebhookEvent<Payloads[N]>, data: Payloads[N]) => Promise<unknown> | unknown): Handler {
  return { type, handle: handle as Handler['handle'] };
}

export interface ReceiverOptions extends Verifier {
  /** Remembers deliveries, so that one that comes again is not worked on twice. */
  seen?: { has(id: string): Promise<boolean> | boolean; add(id: string): Promise<unknown> | unknown };
  log?: (message: string) => void;
}

/**
 * Receives webhooks: 204 when it was handled, is known already or nobody wants it; 403 when the
 * signature is wrong; 500 when a handler throws, so that it is sent again.
 */
export function receiver(options: ReceiverOptions, ...handlers: Handler[]): (request: Request) => Promise<Response> {
  const answer = (status: number, text?: string) => new Response(text ?? null, { status });
  return async (request) => {
    if (request.method !== 'POST') return new Response('Only POST is taken.', { status: 405, headers: { Allow: 'POST' } });
    if (request.bodyUsed) throw new Error('Something has read the body before the receiver: give it the request as it came.');
    const body = new Uint8Array(await request.arrayBuffer());
    if (body.length > mostBody) return answer(413, 'The body is too long.');
    const { status, text } = await received(options, handlers, request.headers.get(signatureHeader), body);
    return answer(status, text);
  };
}

async function received(options: ReceiverOptions, handlers: Handler[], header: string | null | undefined, body: Uint8Array): Promise<{ status: number; text?: string }> {
  try {
    await verify(header, body, options);
  } catch (error) {
    if (!(error instanceof BadSignature)) throw error;
    options.log?.(error.message);
    return { status: 403, text: error.message };
  }
  const event = eventOf(body);
  if (!event) return { status: 400, text: 'The body is not an event.' };
  try {
    if (await options.seen?.has(event.id)) return { status: 204 };
    const wanted = handlers.filter(({ type }) => type === event.type);
    if (wanted.length === 0) options.log?.(`Nothing is done for ${event.type}.`);
    for (const { handle } of wanted) await handle(event as WebhookEvent<never>, event.data as never);
    await options.seen?.add(event.id);
    return { status: 204 };
  } catch {
    options.log?.(`${event.type} ${event.id} could not be handled.`);
    return { status: 500, text: 'The event could not be handled.' };
  }
}

function eventOf(body: Uint8Array): WebhookEvent | undefined {
  try {
    const event = JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
    return typeof event.id === 'string' && typeof event.type === 'string' ? event : undefined;
  } catch {
    return undefined;
  }
}

/** As much of a request of node:http, or of Express, as is needed. */
interface Incoming extends AsyncIterable<Uint8Array> {
  method?: string | undefined;
  headers: Record<string, string | string[] | undefined>;
  readableEnded: boolean;
  body?: unknown;
}
interface Outgoing {
  writeHead(status: number, headers?: Record<string, string>): { end(text?: string): unknown };
}

/** The same for node:http and Express. It reads the body itself: put it before any parser. */
export function nodeReceiver(options: ReceiverOptions, ...handlers: Handler[]): (request: Incoming, response: Outgoing) => Promise<void> {
  return async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405, { Allow: 'POST' }).end('Only POST is taken.');
    if (request.readableEnded || request.body !== undefined) {
      throw new Error('A body parser was there before the receiver: mount the receiver first, the signature is over the body as it came.');
    }
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of request) {
      length += chunk.length;
      if (length > mostBody) return void response.writeHead(413).end('The body is too long.');
      chunks.push(chunk);
    }
    const header = request.headers[signatureHeader.toLowerCase()];
    const { status, text } = await received(options, handlers, [header].flat()[0], joined(chunks, length));
    response.writeHead(status).end(text);
  };
}

function joined(chunks: Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
