import { defineConfig } from '@playwright/test';

// An installed Chromium; without it, the one that Playwright has downloaded.
const executablePath = process.env['CHROMIUM'];

// Every test has a world of its own, so all of them can run at once.
export default defineConfig({
  testMatch: '*.spec.ts',
  fullyParallel: true,
  workers: 2,
  reporter: 'line',
  ...(executablePath && { use: { launchOptions: { executablePath, args: ['--no-sandbox'] } } }),
});
