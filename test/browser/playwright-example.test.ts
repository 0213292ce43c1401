/** The example with Playwright passes: its tests run in parallel, each in its own world. */
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { useFolder } from '../support/folder.ts';
import { installPackage } from '../support/installed-package.ts';
import { chromiumPath, hasBrowser } from './browser.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = useFolder();

describe.runIf(hasBrowser)('the example with Playwright', () => {
  it('passes', () => {
    cpSync(path.join(root, 'examples/playwright'), path.join(folder, 'playwright'), { recursive: true });
    cpSync(path.join(root, 'examples/tasks'), path.join(folder, 'tasks'), { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
    installPackage(folder, ['@playwright/test']);
    const program = path.join(root, 'node_modules/@playwright/test/cli.js');
    const { status, stdout } = spawnSync(process.execPath, [program, 'test'], {
      cwd: path.join(folder, 'playwright'),
      env: { ...process.env, CHROMIUM: chromiumPath ?? '' },
      encoding: 'utf8',
    });
    expect(stdout).toContain('3 passed');
    expect(status).toBe(0);
  });
});
