// Leaves each file of dist/assets compressed beside itself, so that the server
// compresses nothing while somebody waits.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const folder = new URL('../dist/assets/', import.meta.url);
for (const name of await readdir(folder)) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const body = await readFile(new URL(name, folder));
  const br = brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length } });
  await writeFile(new URL(`${name}.br`, folder), br);
  await writeFile(new URL(`${name}.gz`, folder), gzipSync(body, { level: 9 }));
}
