/** Whether `dist/` is newer than everything that it is built from. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** What goes into `dist/`. */
const sources = [
  'chat',
  'cli',
  'conformance',
  'generated',
  'generator',
  'mock',
  'package.json',
  'tsconfig.build.json',
];

/** Returns whether a build would change nothing. */
export function isBuilt(project: string): boolean {
  try {
    const built = statSync(join(project, 'dist/cli/main.js')).mtimeMs;
    return sources.every((source) => newest(join(project, source)) <= built);
  } catch {
    return false;
  }
}

function newest(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return readdirSync(path, { withFileTypes: true }).reduce(
    (latest, entry) => Math.max(latest, newest(join(path, entry.name))),
    stats.mtimeMs,
  );
}
