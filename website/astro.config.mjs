import { readFileSync } from 'node:fs';
import starlight from '@astrojs/starlight';
import { defineConfig } from 'astro/config';

// Written by internal/tools/website, with the pages themselves.
const sidebar = JSON.parse(readFileSync(new URL('./src/generated/sidebar.json', import.meta.url), 'utf8'));

export default defineConfig({
  base: '/docs',
  trailingSlash: 'never',
  // The server's policy allows no style or script within pages, but for those few
  // scripts whose hashes scripts/pack.mjs notes.
  build: { inlineStylesheets: 'never' },
  vite: { build: { assetsInlineLimit: 0 }, server: { fs: { allow: ['..'] } } },
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  integrations: [
    starlight({
      title: 'Counterpart docs',
      favicon: '/mark.svg',
      customCss: ['../internal/web/html/static/tokens.css', './src/styles/site.css'],
      components: { PageTitle: './src/components/PageTitle.astro', Footer: './src/components/Footer.astro' },
      sidebar,
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
      credits: false,
      expressiveCode: {
        themes: ['github-dark', 'github-light'],
        // Lines wrap: what scrolls sideways is out of reach for some readers.
        defaultProps: { wrap: true, preserveIndent: false, overridesByLang: { 'sh,text,http': { frame: 'code' } } },
        styleOverrides: { borderRadius: '8px', frames: { shadowColor: 'transparent' } },
      },
    }),
  ],
});
