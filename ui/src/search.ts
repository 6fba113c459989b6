/**
 * What a screen keeps in its URL. A screen's filters are typed by a shape of readers; what
 * does not fit is left out, and so are defaults:
 *
 *   validateSearch: search({ status: oneOf('2xx', '4xx', '5xx'), code: text, tables: someOf('calls', 'errors') })
 *
 * In the URL values are plain: ?status=4xx&tables=calls,errors
 */
type Reader<V> = (raw: unknown) => V | undefined;

/** text is any text but the empty one. */
export const text: Reader<string> = (raw) => (typeof raw === 'string' && raw !== '' ? raw : undefined);

/** oneOf is one of a few values. */
export const oneOf = <const V extends string>(...values: V[]): Reader<V> => (raw) => values.find((value) => value === raw);

/** someOf is any of a few values, in their own order. */
export const someOf = <const V extends string>(...values: V[]): Reader<V[]> => (raw) => {
  const given: unknown[] = typeof raw === 'string' ? raw.split(',') : Array.isArray(raw) ? raw : [];
  const known = values.filter((value) => given.includes(value));
  return known.length > 0 ? known : undefined;
};

/** flag is set or not: ?live=0 */
export const flag = <const V extends string>(value: V) => oneOf(value);

export function search<S extends Record<string, Reader<unknown>>>(shape: S) {
  return (raw: Record<string, unknown>): { [K in keyof S]?: NonNullable<ReturnType<S[K]>> } => {
    const out: Record<string, unknown> = {};
    for (const [name, read] of Object.entries(shape)) {
      const value = read(raw[name]);
      if (value !== undefined) out[name] = value;
    }
    return out as { [K in keyof S]?: NonNullable<ReturnType<S[K]>> };
  };
}

/** unless leaves a default out of the URL. */
export const unless = <V>(value: V, usual: V): V | undefined => (value === usual ? undefined : value);

export const parseSearch = (query: string): Record<string, string> => Object.fromEntries(new URLSearchParams(query));

export function stringifySearch(values: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, Array.isArray(value) ? value.join(',') : `${value as string | number}`);
  }
  // Commas and colons mean nothing in a query, and people read these addresses.
  const written = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return written && `?${written}`;
}
