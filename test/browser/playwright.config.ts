// The browser tests: people at real browsers, before two real nodes of the
// service (house/start.ts). `make browser` runs them; with the test servers up,
// `npx playwright test` in this folder does too.
import { defineConfig, type ReporterDescription } from '@playwright/test';

const reporters: ReporterDescription[] = [['list']];
if (process.env.PLAYWRIGHT_JSON_OUTPUT_FILE) {
  reporters.push(['json']);
}

export default defineConfig({
  testDir: 'journeys',
  globalSetup: './house/start.ts',
  reporter: reporters,
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  retries: 0, // a test that passes now and then has found something
  // Patience costs nothing where things go well; a machine may have little time for us.
  timeout: 300_000,
  expect: { timeout: 40_000 },
  use: {
    browserName: 'chromium',
    actionTimeout: 40_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
