// Makes of what astro built what the server embeds:
//
//   - style attributes become attributes that a stylesheet knows, because the
//     server's policy allows no style within pages;
//   - the hashes of the scripts within pages are noted in site.json, because the
//     policy allows these and no others;
//   - text is left compressed, so that the binary stays small.
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url);
const names = (await readdir(dist, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`);

const scripts = new Set();
const styles = new Map(); // a style's number, by what it says
const number = (style) => {
  if (!styles.has(style)) styles.set(style, styles.size);
  return styles.get(style);
};
const unescape = (text) => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

const pages = new Map();
for (const name of names.filter((name) => name.endsWith('.html'))) {
  let page = await readFile(name, 'utf8');
  page = page.replace(/<[a-z][^<>]* style="[^"]*"[^<>]*>/g, (tag) =>
    tag.replace(/ style="([^"]*)"/, (_, style) => ` data-s="${number(unescape(style))}"`));
  for (const [, attributes, script] of page.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/ src=| type="application\//.test(attributes) || script === '') continue;
    scripts.add(`sha256-${createHash('sha256').update(script).digest('base64')}`);
  }
  if (/<style[ >]/.test(page)) throw new Error(`${name} has a style element`);
  pages.set(name, page);
}
const sheet = [...styles].map(([style, at]) => `[data-s="${at}"]{${style}}`).join('\n');
const sheetName = `_astro/styles.${createHash('sha256').update(sheet).digest('hex').slice(0, 8)}.css`;
await writeFile(new URL(`${sheetName}.gz`, dist), gzipSync(sheet, { level: 9 }));
for (const [name, page] of pages) {
  await writeFile(`${name}.gz`, gzipSync(page.replace('</head>', `<link rel="stylesheet" href="/docs/${sheetName}"></head>`), { level: 9 }));
  await rm(name);
}
for (const name of names.filter((name) => /\.(js|css|svg|xml|txt|md|json)$/.test(name))) {
  let text = await readFile(name);
  // The colours of code are told by these attributes, too.
  if (name.endsWith('.css')) text = text.toString().replaceAll(/\[style\^=["']?--["']?\]/g, '[data-s]');
  await writeFile(`${name}.gz`, gzipSync(text, { level: 9 }));
  await rm(name);
}
await writeFile(new URL('site.json', dist), JSON.stringify({ scripts: [...scripts].sort() }));
await writeFile(new URL('.keep', dist), '');
