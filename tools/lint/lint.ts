/**
 * Runs the linter, a few folders at a time. Why: it keeps the types of all files that it has seen, and those of the
 * whole project together need more memory than Node gives it.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const eslint = join(createRequire(import.meta.url).resolve('eslint/package.json'), '../bin/eslint.js');

/** All linted files; each row is linted in a separate process. */
const groups: readonly (readonly string[])[] = [
  ['test', 'conformance', 'chat', 'console'],
  ['generator', 'mock', 'cli', 'tools', 'templates', '*.ts', '*.js', '.dependency-cruiser.js'],
];

/** Units: megabytes. */
const HEAP = 6_144;

/** Processes at the same time. */
const AT_ONCE = 2;

/** Folders without code to lint. */
const others = ['dist', 'docs', 'generated', 'node_modules', 'spec'];

const known = new Set([...groups.flat(), ...others]);
const forgotten = readdirSync('.', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !known.has(entry.name))
  .filter(({ name }) => readdirSync(name).some((file) => /\.[jt]s$/.test(file)));
if (forgotten.length > 0) {
  process.stderr.write(
    `Not linted: ${forgotten.map(({ name }) => name).join(', ')}. Name them in tools/lint/lint.ts.\n`,
  );
  process.exitCode = 1;
}

const waiting = [...groups];
await Promise.all(Array.from({ length: AT_ONCE }, lintGroups));

async function lintGroups(): Promise<void> {
  for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
    const code = await lint(group);
    if (code !== 0) process.exitCode = 1;
  }
}

function lint(paths: readonly string[]): Promise<number | null> {
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP}`, eslint, ...paths], {
    stdio: 'inherit',
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}
