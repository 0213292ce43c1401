/** Writes the files that tools make. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const project = path.join(import.meta.dirname, '..');

/**
 * Writes files that differ. With the argument `--check` it writes nothing, reports them with the command that writes them,
 * and sets the exit code 1.
 *
 * Shape: contents by path, relative to the project.
 */
export async function writeFiles(
  files: ReadonlyMap<string, string>,
  command = 'npm run generate',
): Promise<void> {
  const isCheck = process.argv.includes('--check');
  const stale: string[] = [];
  for (const [file, text] of files) {
    const target = path.join(project, file);
    if ((await readFile(target, 'utf8').catch(() => null)) === text) continue;
    stale.push(file);
    if (isCheck) continue;
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, text);
  }
  if (stale.length === 0) return;
  if (!isCheck) {
    process.stdout.write(`Wrote ${stale.join(', ')}.\n`);
    return;
  }
  process.stderr.write(`${stale.join(', ')} out of date. Run \`${command}\`.\n`);
  process.exitCode = 1;
}
