// Pictures of the console for the guide and the README: `make screenshots`.
import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

export default defineConfig({ ...tests, testDir: 'gallery', reporter: 'list' });
