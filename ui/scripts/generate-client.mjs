// Writes what of clients/typescript is generated: types from clients/openapi.json and
// clients/events.json, one method an operation. With --check, tells whether it is current.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const clients = new URL('../../clients/', import.meta.url);
const read = async (name) => JSON.parse(await readFile(new URL(name, clients), 'utf8'));
const head = '// Written by `npm run generate` in ui/. Do not edit.\n';

const description = await read('openapi.json');
const events = await read('events.json');
withoutWebhooks(description); // their types are in events.json
const { version } = await read('typescript/package.json');

// What has a default may be left out.
const types = async (document) => astToString(await openapiTS(document, { silent: true, defaultNonNullable: false }));
const eventTypes = { openapi: '3.1.0', info: { title: 'Events', version: '1' }, paths: {}, components: { schemas: events } };

const files = {
  'schema.ts': head + (await types(description)),
  'events.ts': head + (await types(eventTypes)),
  'release.ts': `${head}/** The version of the API that this release was made for. */\nexport const apiVersion = '${description.info.version}';\n/** What requests call themselves. */\nexport const release = 'counterpart-js/${version}';\n`,
  'resources.ts': head + resources(description),
};

let stale = false;
for (const [name, text] of Object.entries(files)) {
  const target = new URL(`typescript/src/${name}`, clients);
  if (!process.argv.includes('--check')) {
    await writeFile(target, text);
  } else if ((await readFile(target, 'utf8').catch(() => '')) !== text) {
    console.error(`clients/typescript/src/${name} is not what api/ says. Run: npm run generate`);
    stale = true;
  }
}
if (stale) process.exit(1);

/** A description without what is sent to webhooks. */
function withoutWebhooks({ webhooks, components }) {
  for (const [event, { post }] of Object.entries(webhooks)) {
    const name = post.operationId.slice('receive'.length);
    delete webhooks[event];
    for (const kind of ['Message', 'Data']) delete components.schemas[name + kind];
  }
}

/** What is written by hand, in its place among the rest. */
function edges() {
  return {
    events: [
      '/** The log from a cursor on, until there is no more. */ pages: (after?: string, options: EventOptions = {}) => this.eventPages(after, options),',
      '/** The log from a cursor on, for ever; it looks again every so many milliseconds. */ follow: (after: string | undefined, every: number, options: EventOptions = {}) => this.followEvents(after, every, options),',
    ],
  };
}

/** The methods by resource, as x-method names them. */
function resources({ paths }) {
  const [alone, groups] = [[], new Map()];
  for (const [path, item] of Object.entries(paths)) {
    for (const [verb, operation] of Object.entries(item)) {
      const [group, method] = operation['x-method']?.split('.') ?? [];
      if (group === undefined) continue;
      const call = { path, verb: verb.toUpperCase(), operation };
      if (method === undefined) alone.push(...methodsOf(group, call).map((text) => `  ${text.replace(`${group}: (`, `readonly ${group} = (`).replace(/,$/, ';')}`));
      else groups.set(group, [...(groups.get(group) ?? []), ...methodsOf(method, call)]);
    }
  }
  for (const [group, more] of Object.entries(edges())) groups.get(group)?.push(...more);
  const members = [...groups].map(([group, methods]) => `  readonly ${group} = {\n    ${methods.join('\n    ')}\n  };`);
  return `import type { Call, EventOptions, EventPage, Options } from './call.ts';
import type { Body, Item, Query, Result } from './types.ts';

/** Resources has a method for every operation of the Business API. */
export abstract class Resources {
  abstract do<T>(method: string, path: string, call?: Call): Promise<T>;
  protected abstract all<T extends { id: string }>(path: string, query: object, options: Options): AsyncGenerator<T>;
  protected abstract eventPages(after: string | undefined, options: EventOptions): AsyncGenerator<EventPage>;
  protected abstract followEvents(after: string | undefined, every: number, options: EventOptions): AsyncGenerator<EventPage>;

${[...alone, ...members].join('\n')}
}
`;
}

/** A method, or for a list two: all of it, and a page of it. */
function methodsOf(name, { path, verb, operation }) {
  const id = `'${operation.operationId}'`;
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
  const place = ids.length ? `\`${path.replaceAll(/\{(\w+)\}/g, '/${encodeURIComponent($1)}').replaceAll('//', '/')}\`` : `'${path}'`;
  const takesQuery = (operation.parameters ?? []).some((parameter) => resolved(parameter).in === 'query');
  const takes = [
    ...ids.map((parameter) => `${parameter}: string`),
    ...(operation.requestBody ? [operation.requestBody.required ? `body: Body<${id}>` : `body?: Body<${id}>`] : []),
    ...(takesQuery ? [`query: Query<${id}> = {}`] : []),
    'options: Options = {}',
  ].join(', ');
  const call = `{ ...options${takesQuery ? ', query' : ''}${operation.requestBody ? ', body' : ''} }`;
  const about = (text) => `/** ${text}${/[.!?]$/.test(text) ? '' : '.'} */ `;
  const one = `(${takes}) => this.do<Result<${id}>>('${verb}', ${place}, ${call}),`;
  if (name !== 'list') return [`${about(operation.summary)}${name}: ${one}`];
  return [
    `${about(`${operation.summary}: all of them, a page at a time`)}list: (${takes}) => this.all<Item<${id}>>(${place}, query, options),`,
    `${about(`${operation.summary}: one page`)}page: ${one}`,
  ];
}

function resolved(value) {
  return value.$ref ? value.$ref.split('/').slice(1).reduce((at, key) => at[key.replaceAll('~1', '/')], description) : value;
}
