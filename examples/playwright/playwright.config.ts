import { defineConfig } from '@playwright/test';

// An installed Chromium; without it, the one that Playwright has downloaded.
const executablePath = process.env['CHROMIUM'];

// Every test has its own world, so all of them can run in parallel.
export default defineConfig({
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 2,
  reporter: 'line',
  ...(executablePath && { use: { launchOptions: { executablePath, args: ['--no-sandbox'] } } }),
});
