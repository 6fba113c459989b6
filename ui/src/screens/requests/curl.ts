import { facts } from '#/facts';

type Call = { method: string; path: string; query: string; apiVersion: string | null; requestBody?: unknown };

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** curlOf is the call as a command. What was not kept of it stays a mark, and the token a variable. */
export function curlOf({ method, path, query, apiVersion, requestBody }: Call): string {
  const address = `${new URL(facts.api || '/', window.location.origin).href.replace(/\/$/, '')}${path}${query && `?${query}`}`;
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(address)}`, '-H "Authorization: Bearer $TOKEN"'];
  if (apiVersion !== null) lines.push(`-H ${quoted(`${facts.service}-Version: ${apiVersion}`)}`);
  if (requestBody !== undefined && requestBody !== null) {
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(requestBody))}`);
  }
  return lines.join(' \\\n  ');
}
