import { client } from '#/api/client';
import { Fault } from '#/api/fault';
import { facts } from '#/facts';
import type { Call } from './description';

export type Answer = { status: number; headers: [string, string][]; requestId: string | null; body: string; took: number };
type Where = { organization: string; sandbox: string; app: string };

/** What browsers let a page see of an answer, in the order one reads it. */
const shown = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'Retry-After', 'ETag', 'Idempotent-Replayed', `${facts.service}-Version`, 'Deprecation', 'Sunset', 'WWW-Authenticate', 'Content-Type'];

/** makeSender keeps a token while it lasts, in itself and nowhere else. */
export function makeSender() {
  let token: { text: string; sandbox: string; until: number } | undefined;
  const take = async ({ organization, sandbox, app }: Where) => {
    if (token?.sandbox === sandbox && token.until > Date.now()) return token.text;
    const { data } = await client.POST('/developer/organizations/{id}/sandboxes/{sandboxId}/token', { params: { path: { id: organization, sandboxId: sandbox } }, body: { appId: app } });
    token = { text: data!.accessToken, sandbox, until: Date.now() + (data!.expiresIn - 15) * 1000 };
    return token.text;
  };
  return async (call: Call, where: Where): Promise<Answer> => {
    const bearer = await take(where);
    const began = performance.now();
    let answer: Response;
    try {
      answer = await fetch(new Request(call.url, { method: call.method, headers: { ...call.headers, Authorization: `Bearer ${bearer}` }, body: call.body, credentials: 'omit', cache: 'no-store' }));
    } catch {
      throw new Fault(0);
    }
    const body = await answer.text();
    if (answer.status === 401) token = undefined;
    return {
      status: answer.status,
      headers: shown.flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value] as [string, string]];
      }),
      requestId: answer.headers.get('X-Request-Id'),
      body,
      took: performance.now() - began,
    };
  };
}
