// Draws the diagrams of docs/diagrams: name.mmd becomes name.svg and name.dark.svg,
// which are committed, each with the hash of its source. It needs Chromium, and
// Mermaid in node_modules/.mermaid, which scripts/website draw puts there.
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const { chromium } = createRequire(new URL('../../test/browser/', import.meta.url))('playwright-core');
const library = await readFile(new URL('../node_modules/.mermaid/node_modules/mermaid/dist/mermaid.min.js', import.meta.url), 'utf8');
const folder = new URL('../../docs/diagrams/', import.meta.url);

// The tokens of internal/web/html/static/tokens.css; a picture cannot read them.
const looks = {
  '': { paper: '#FBFAF7', surface: '#FFFFFF', wash: '#F3F1EB', ink: '#1B1F24', muted: '#565F6B', line: '#8A8F96', accent: '#0B6E5F' },
  '.dark': { paper: '#121517', surface: '#1A1E21', wash: '#22272B', ink: '#ECEAE4', muted: '#A3ABB3', line: '#6F7780', accent: '#4FC3AE' },
};

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage();
await page.setContent('<!doctype html><body></body>');
await page.addScriptTag({ content: library });
for (const file of (await readdir(folder)).filter((name) => name.endsWith('.mmd'))) {
  const source = await readFile(new URL(file, folder), 'utf8');
  const hash = createHash('sha256').update(source).digest('hex');
  for (const [suffix, look] of Object.entries(looks)) {
    const svg = await page.evaluate(async ({ source, look, id }) => {
      globalThis.mermaid.initialize({
        startOnLoad: false,
        theme: 'base',
        fontFamily: 'system-ui, sans-serif',
        themeCSS: `.messageText, .loopText { paint-order: stroke; stroke: ${look.paper} !important; stroke-width: 5px; } .actor-line { stroke-width: 1px; }`,
        deterministicIds: true, securityLevel: 'strict',
        // Labels are text of the picture: what is HTML in it, not every reader shows.
        htmlLabels: false,
        flowchart: { htmlLabels: false, useMaxWidth: false, curve: 'basis', nodeSpacing: 28, rankSpacing: 64 },
        sequence: { mirrorActors: false, useMaxWidth: false, boxMargin: 8, messageMargin: 32, diagramMarginX: 16, diagramMarginY: 16, width: 140, wrap: true },
        themeVariables: {
          background: look.paper, primaryColor: look.surface, primaryBorderColor: look.accent, edgeLabelBackground: look.paper, clusterBkg: look.wash, clusterBorder: look.line, titleColor: look.ink, primaryTextColor: look.ink, lineColor: look.muted, textColor: look.ink,
          actorBkg: look.surface, actorBorder: look.accent, actorTextColor: look.ink, actorLineColor: look.line,
          signalColor: look.muted, signalTextColor: look.ink, labelBoxBkgColor: look.wash, labelBoxBorderColor: look.line, labelTextColor: look.ink,
          loopTextColor: look.ink, noteBkgColor: look.wash, noteTextColor: look.ink, noteBorderColor: look.line,
        },
      });
      return (await globalThis.mermaid.render(id, source)).svg;
    }, { source, look, id: `d${hash.slice(0, 8)}${suffix.slice(1)}` });
    await writeFile(new URL(file.replace('.mmd', `${suffix}.svg`), folder), `<!-- ${file} sha256:${hash} -->\n${svg.replace('<svg ', `<svg style="background:${look.paper}" `)}\n`);
  }
}
await browser.close();
