/** Writes the files that tools make. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

/**
 * Writes files that differ. With the argument `--check` it writes nothing, reports them with the command that writes them,
 * and sets the exit code 1.
 *
 * Shape: contents by path, relative to the working directory.
 */
export async function writeFiles(
  files: ReadonlyMap<string, string>,
  command = 'npm run generate',
): Promise<void> {
  const isCheck = process.argv.includes('--check');
  const stale: string[] = [];
  for (const [file, text] of files) {
    const target = path.resolve(file);
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

/**
 * Returns a page with a new part, formatted.
 *
 * Shape: `page` is a path below the working directory, `part` is Markdown and ends with a line break. Errors: rejects if the page has
 * no place for the part.
 */
export async function replacePart(page: string, text: string, name: string, part: string): Promise<string> {
  const [begin, end] = [`<!-- written: ${name} -->`, '<!-- /written -->'];
  const start = text.indexOf(begin);
  const stop = text.indexOf(end, start);
  if (start < 0 || stop < 0) throw new Error(`${page} has no place for ${name}.`);
  const fresh = `${text.slice(0, start)}${begin}\n\n${part}\n${text.slice(stop)}`;
  const file = path.resolve(page);
  return format(fresh, { ...(await resolveConfig(file)), filepath: file });
}
