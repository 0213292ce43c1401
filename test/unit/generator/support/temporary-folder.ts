/**
 * A folder on disk that is removed after the test.
 */
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a folder with files, and removes it when the test ends. */
export async function temporaryFolder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'backlot-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  return folder;
}
