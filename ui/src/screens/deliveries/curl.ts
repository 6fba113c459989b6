import type { Schemas } from '#/api/client';

/** quoted is a text as a shell takes it, byte for byte. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** curlOf is the request as one would send it again by hand, with the signature of an attempt. */
export function curlOf(request: Schemas['DeliveryRequest'], signature: string | null): string {
  const headers = Object.entries({ ...request.headers, ...(signature === null ? {} : { 'X-Webhook-Signature': signature }) });
  return [
    `curl -i -X ${request.method} ${quoted(request.url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(request.body)}`,
  ].join(' \\\n  ');
}
