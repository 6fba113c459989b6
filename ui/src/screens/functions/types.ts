/** What a handler is given, as TypeScript declares it: made from the schemas of its events. */
import type { Schema } from '../events/members';

export type Typed = { name: string; schema: Schema };

const isName = /^[A-Za-z_$][\w$]*$/;
const member = (name: string) => (isName.test(name) ? name : JSON.stringify(name));
const union = (of: string[]) => [...new Set(of)].join(' | ');

/** typeOf is the type of what a schema describes, its inner lines indented. */
export function typeOf(schema: Schema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? 'unknown'].flat();
  return union(types.map((type) => {
    if (type === 'string' && schema.enum) return union(schema.enum.filter((one) => one !== null).map((one) => JSON.stringify(one)));
    if (type === 'integer') return 'number';
    if (type === 'array') return `Array<${schema.items ? typeOf(schema.items, indent) : 'unknown'}>`;
    if (type === 'object') return objectOf(schema, indent);
    return type;
  }));
}

function objectOf(schema: Schema, indent: string): string {
  const members = Object.entries(schema.properties ?? {});
  if (members.length === 0) return 'Record<string, unknown>';
  const inner = `${indent}  `;
  const lines = members.map(([name, of]) => `${inner}${member(name)}${schema.required?.includes(name) ? '' : '?'}: ${typeOf(of, inner)};`);
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** declarations are a file that an editor takes beside the source. */
export function declarations(events: readonly Typed[], settings: readonly string[]): string {
  const known = events.map((one) => `  | { type: ${JSON.stringify(one.name)}; data: ${typeOf(one.schema, '  ')} }`).join('\n');
  const config = settings.length > 0 ? `{ ${settings.map((name) => `readonly ${member(name)}: string;`).join(' ')} }` : '{ readonly [name: string]: string }';
  return `// In the source: /** @type {import('./counterpart').Handler} */
export type Handler = (event: Event, ctx: Context) => unknown;

export interface Context {
  /** Calls the Business API with the rights of the app in the business of the event. */
  api(method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<{ status: number; body: any }>;
  /** Writes a line, which the run shows. */
  log(...values: unknown[]): void;
  config: ${config};
}

export type Event = {
  id: string;
  eventId: string | null;
  apiVersion: string;
  businessId: string;
  created: number;
} & (
${known || '  | { type: string; data: Record<string, any> }'}
);
`;
}
