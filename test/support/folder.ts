/** Folders on disk that tests use. */
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const createFolder = () => mkdtempSync(path.join(tmpdir(), 'backlot-tests-'));
const removeFolder = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** Creates a folder for all tests of a file or a block, and removes it after the last test. */
export function useFolder(): string {
  const folder = createFolder();
  afterAll(() => removeFolder(folder));
  return folder;
}

/** Creates an empty folder, and removes it when the test ends. */
export function emptyFolder(): string {
  const folder = createFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** Creates a folder with files, and removes it when the test ends. */
export async function temporaryFolder(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const folder = emptyFolder();
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  return folder;
}
