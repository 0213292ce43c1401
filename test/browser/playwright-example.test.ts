/** The example with Playwright passes: its tests run at once, each in a world of its own. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useFolder } from '../support/folder.ts';
import { chromiumPath, hasBrowser } from './browser.ts';

const root = path.resolve(import.meta.dirname, '../..');
const output = useFolder();

describe.runIf(hasBrowser)('the example with Playwright', () => {
  it('passes', () => {
    const program = path.join(root, 'node_modules/@playwright/test/cli.js');
    const { status, stdout } = spawnSync(process.execPath, [program, 'test', '--output', output], {
      cwd: path.join(root, 'examples/playwright'),
      env: { ...process.env, CHROMIUM: chromiumPath ?? '' },
      encoding: 'utf8',
    });
    expect(stdout).toContain('3 passed');
    expect(status).toBe(0);
  });
});
