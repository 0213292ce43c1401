/**
 * Reads the arguments of the project's own scripts: `--help` prints the usage and exits with 0, invalid arguments print
 * an error and exit with 2.
 */
import { existsSync } from 'node:fs';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { messageOf } from '../templates/runtime/json/value.ts';

/** Reads options and positional arguments. */
export function readCall<const Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  try {
    const call = parseArgs({
      allowPositionals: true,
      options: { ...options, help: { type: 'boolean', short: 'h' } },
    });
    if ((call.values as { readonly help?: boolean }).help !== true) return call;
    process.stdout.write(usage);
    return process.exit(0);
  } catch (error) {
    return exitWithUsage(usage, messageOf(error));
  }
}

/** Rejects paths that do not exist. */
export function requirePaths(usage: string, paths: readonly string[]): void {
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) exitWithUsage(usage, `${missing} does not exist.`);
}

/** Prints an error and the usage, and exits. */
export function exitWithUsage(usage: string, problem: string): never {
  process.stderr.write(`${problem}\n\n${usage}`);
  return process.exit(2);
}
