/**
 * What a receiver does with X-Webhook-Signature, done in the tab. The secret goes into
 * the browser's own cryptography and nowhere else.
 */
export type Signature = { t: string; v1: string[] };

/** readHeader takes the header apart. What it does not know it skips, as receivers should. */
export function readHeader(header: string): { t?: string; v1: string[] } {
  const parts = header.replace(/^\s*x-webhook-signature\s*:/i, '').split(',').map((part) => part.trim().split(/=(.*)/s));
  const times = parts.filter(([name]) => name === 't').map(([, value]) => value ?? '');
  return {
    t: times.length === 1 && /^\d{1,12}$/.test(times[0]!) ? times[0] : undefined,
    v1: parts.filter(([name, value]) => name === 'v1' && value).map(([, value]) => value!.toLowerCase()),
  };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** sign is the v1 of a secret over a time and a body. */
export async function sign(secret: string, t: string, body: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const made = await crypto.subtle.sign('HMAC', key, bytesOf(`${t}.${body}`));
  return Array.from(new Uint8Array(made), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** sizeOf is how many bytes a text has on the wire. */
export const sizeOf = (text: string) => bytesOf(text).length;
