// The first load: the entry's scripts, and what they import before anything is shown.
// Lazily loaded screens come on top when they are opened. Exits with 1 beyond the budget.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const budget = 250 * 1024;
const dist = new URL('../dist/', import.meta.url);
const read = (name) => readFileSync(new URL(name, dist));

const index = read('index.html').toString();
const queue = [...index.matchAll(/(?:src|href)="\/console\/(assets\/[^"]+\.js)"/g)].map((m) => m[1]);
const seen = new Set();
let total = 0;
while (queue.length > 0) {
  const name = queue.pop();
  if (seen.has(name)) continue;
  seen.add(name);
  const body = read(name);
  total += gzipSync(body, { level: 9 }).length;
  for (const m of body.toString().matchAll(/(?:^|[;}\n])\s*(?:import|export)\b[^'"();]*?from\s*["']\.\/([^"']+\.js)["']|(?:^|[;}\n])import\s*["']\.\/([^"']+\.js)["']/g)) {
    queue.push(`assets/${m[1] ?? m[2]}`);
  }
}
if (seen.size === 0) throw new Error('index.html loads no script');
console.log(`first load: ${(total / 1024).toFixed(1)} KB of JavaScript in ${seen.size} files, gzipped; the budget is ${budget / 1024} KB`);
if (total > budget) process.exit(1);
