import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type ProxyOptions } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The demo's hosts (make demo), or another node's.
const appHost = process.env.COUNTERPART_APP_URL ?? 'http://localhost:8081';
const apiHost = process.env.COUNTERPART_API_URL ?? 'http://localhost:8080';

// The node trusts one origin, its own app host, and this is not it.
const asTheAppHost = (target: string, rewrite?: (path: string) => string): ProxyOptions => ({
  target,
  rewrite,
  cookieDomainRewrite: '',
  configure: (proxy) =>
    proxy.on('proxyReq', (request) => {
      request.setHeader('Origin', appHost);
      request.removeHeader('Sec-Fetch-Site');
    }),
});

// What the node writes into the page's head (internal/web/html/built.go), for the dev server.
const facts: Plugin = {
  name: 'facts-for-development',
  apply: 'serve',
  configureServer: (server) => {
    // The dev server knows the page under its base alone; the node serves it for these too.
    server.middlewares.use((request, _response, next) => {
      if (/^\/(console|operator)([/?]|$)/.test(request.url ?? '') && request.headers.accept?.includes('text/html')) request.url = '/console/index.html';
      next();
    });
  },
  transformIndexHtml: () =>
    Object.entries({ api: '/-api', service: 'Counterpart', form: '', name: 'Counterpart' }).map(([name, content]) => ({
      tag: 'meta',
      attrs: { name: `counterpart-${name}`, content },
      injectTo: 'head' as const,
    })),
};

export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwindcss(), facts],
  resolve: {
    alias: {
      '#': here('./src'),
      // Radix locks scrolling with it, and it writes <style> elements, which our policy refuses.
      'react-remove-scroll': here('./src/parts/scroll-lock.tsx'),
    },
  },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0, // the policy allows no data: addresses
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
  server: {
    port: 5173,
    fs: { allow: [here('.'), here('../internal/web/html/static')] },
    proxy: {
      '/-api': asTheAppHost(apiHost, (path) => path.slice('/-api'.length)),
      '^/(?!console|operator|@|src|node_modules|-api)': asTheAppHost(appHost),
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: ['src/test/setup.ts'],
    maxWorkers: '100%', // a machine of two cores would use one
    restoreMocks: true,
    testTimeout: 60_000, // a busy machine is no failure
    server: { deps: { inline: [/radix-ui/, /cmdk/] } }, // so that they get our scroll lock
    env: { TZ: 'UTC' },
  },
} as Parameters<typeof defineConfig>[0]);
