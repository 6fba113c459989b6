/** What a JSON Schema of an event says of each member, flat, for a table. */
import { t } from '#/texts';

export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  description?: string;
};

export type Member = { path: string; type: string; always: boolean; enum: string[]; pattern?: string; note?: string };

/** typeOf names a type as people say it. */
function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? 'any'].flat();
  const kinds = types.filter((type) => type !== 'null').map((type) => {
    if (type === 'array') return t.events.listOf(schema.items ? typeOf(schema.items) : 'any');
    return type === 'string' && schema.format ? schema.format : type;
  });
  const said = kinds.join(', ');
  return types.includes('null') ? t.events.orNull(said) : said;
}

/** The ids that we give out have a form of their own, and nobody reads a pattern gladly. */
const idPattern = /^\^\(([a-z|]+)\)_\[/;

function noteOf(schema: Schema): string | undefined {
  const ids = idPattern.exec(schema.pattern ?? '')?.[1];
  if (ids) return t.events.idOf(ids.split('|').map((prefix) => `${prefix}_…`).join(', '));
  const known = t.events.patterns[schema.pattern ?? ''];
  if (known) return known;
  return schema.minimum !== undefined ? t.events.noLess(schema.minimum) : schema.description;
}

/** membersOf lists the members of a schema, those of inner objects after their own. */
export function membersOf(schema: Schema, before = ''): Member[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]): Member[] => {
    const path = `${before}${name}`;
    const test = before === '' && name === 'test' && inner.const === true;
    const list = inner.type === 'array' || (Array.isArray(inner.type) && inner.type.includes('array'));
    return [
      {
        path,
        type: typeOf(inner),
        always: schema.required?.includes(name) ?? false,
        enum: ((list ? inner.items?.enum : inner.enum) ?? []).map(String),
        pattern: idPattern.test(inner.pattern ?? '') ? undefined : inner.pattern,
        note: test ? t.events.inTest : noteOf(inner),
      },
      ...membersOf(list ? (inner.items ?? {}) : inner, list ? `${path}[].` : `${path}.`),
    ];
  });
}

/** exampleOf is what the sample has at a member, written as JSON; of objects their members say it. */
export function exampleOf(sample: unknown, path: string): string | undefined {
  let value = sample;
  for (const step of path.split('.')) {
    const name = step.replace('[]', '');
    value = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
    if (step.endsWith('[]')) value = Array.isArray(value) ? (value as unknown[])[0] : undefined;
  }
  const inner = typeof value === 'object' && value !== null && !Array.isArray(value);
  return value === undefined || inner ? undefined : JSON.stringify(value);
}
