/** A folder on disk for all tests of a block. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates the folder now, and removes it after the last test. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-tests-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
