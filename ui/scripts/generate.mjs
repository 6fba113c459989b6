// Writes src/api/schema.d.ts from the API's description; with --check, tells whether it is current.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const source = new URL('../../api/openapi.yaml', import.meta.url);
const target = new URL('../src/api/schema.d.ts', import.meta.url);
const head = '// Written by `npm run generate` from api/openapi.yaml. Do not edit.\n';

const text = head + astToString(await openapiTS(source, { silent: true }));
if (process.argv.includes('--check')) {
  if ((await readFile(target, 'utf8').catch(() => '')) !== text) {
    console.error('src/api/schema.d.ts is not what api/ says. Run: npm run generate');
    process.exit(1);
  }
} else {
  await writeFile(target, text);
}
