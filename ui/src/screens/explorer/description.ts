/** What the explorer reads of the API's own description (GET /openapi.json). */
type Ref = { $ref: string };
type Schema = { type?: string | string[]; enum?: string[]; default?: unknown; examples?: unknown[]; maximum?: number };
type RawParameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; description?: string; example?: unknown; schema?: Schema | Ref };
type RawOperation = {
  operationId: string;
  summary: string;
  description?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: (RawParameter | Ref)[];
  requestBody?: RawBody | Ref;
};
type RawBody = { required?: boolean; content: Record<string, { examples?: Record<string, { summary?: string; value: unknown }> }> };
export type Description = {
  paths: Record<string, Record<string, RawOperation>>;
  components: { parameters: Record<string, RawParameter>; schemas: Record<string, Schema>; requestBodies?: Record<string, RawBody> };
};

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; about: string; example: string; choices: string[] };
export type Operation = {
  id: string;
  method: string;
  path: string;
  module: string;
  summary: string;
  about: string;
  scopes: string[];
  parameters: Parameter[];
  /** Bodies that the description gives as examples; none where there is no body. */
  bodies?: { name: string; text: string }[];
};

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const last = (ref: string) => ref.slice(ref.lastIndexOf('/') + 1);
const written = (value: unknown) => (value === undefined ? '' : typeof value === 'string' ? value : Array.isArray(value) ? value.join(',') : JSON.stringify(value));

/** operationsOf is what an app can call with its token. */
export function operationsOf(description: Description): Operation[] {
  const { parameters, schemas, requestBodies = {} } = description.components;
  return Object.entries(description.paths).flatMap(([path, item]) => methods.filter((method) => method in item).flatMap((method): Operation[] => {
    const raw = item[method]!;
    const oauth = raw.security?.find((one) => 'oauth' in one)?.['oauth'];
    if (oauth === undefined) return [];
    const body = raw.requestBody && '$ref' in raw.requestBody ? requestBodies[last(raw.requestBody.$ref)] : raw.requestBody;
    const json = body?.content['application/json'];
    return [{
      id: raw.operationId,
      method: method.toUpperCase(),
      path,
      module: raw.tags?.[0] ?? '',
      summary: raw.summary,
      about: raw.description ?? '',
      scopes: oauth,
      parameters: (raw.parameters ?? []).map((one) => {
        const parameter = '$ref' in one ? parameters[last(one.$ref)]! : one;
        const schema = parameter.schema && ('$ref' in parameter.schema ? schemas[last(parameter.schema.$ref)] : parameter.schema);
        const boolean = schema?.type === 'boolean';
        return {
          name: parameter.name,
          in: parameter.in,
          required: parameter.required ?? false,
          about: parameter.description ?? '',
          example: written(parameter.example ?? schema?.examples?.[0] ?? schema?.default),
          choices: schema?.enum ?? (boolean ? ['true', 'false'] : []),
        };
      }),
      bodies: json && Object.entries(json.examples ?? { body: { value: {} } }).map(([name, example]) => ({ name: example.summary ?? name, text: JSON.stringify(example.value, null, 2) })),
    }];
  }));
}

export type Filled = { values: Readonly<Record<string, string>>; body: string | undefined };
export type Call = { method: string; url: string; headers: Record<string, string>; body: string | undefined };

/** callOf is the request as it is sent, without the token. */
export function callOf(operation: Operation, { values, body }: Filled, base: string): Call {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let path = operation.path;
  for (const parameter of operation.parameters) {
    const value = values[`${parameter.in}:${parameter.name}`]?.trim() ?? '';
    if (parameter.in === 'path') path = path.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (parameter.in === 'query') query.set(parameter.name, value);
    else headers[parameter.name] = value;
  }
  if (body !== undefined && body.trim() !== '') headers['Content-Type'] = 'application/json';
  const asked = query.toString();
  return { method: operation.method, url: `${base}${path}${asked && `?${asked}`}`, headers, body: body?.trim() ? body : undefined };
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** curlOf is the call as a command; the token stays a variable. */
export function curlOf(call: Call): string {
  return [
    `curl ${call.method === 'GET' ? '' : `-X ${call.method} `}${quoted(call.url)}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...Object.entries(call.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(call.body === undefined ? [] : [`-d ${quoted(call.body)}`]),
  ].join(' \\\n  ');
}
