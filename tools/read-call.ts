/**
 * Reads the words behind a script's name, in one way for all scripts: `--help` prints how it is called and ends the process
 * with 0, a wrong call says what is wrong and ends it with 2.
 */
import { existsSync } from 'node:fs';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';

/** Reads a call whose words are paths or the like. */
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
    return refuseCall(usage, error instanceof Error ? error.message : String(error));
  }
}

/** Refuses paths that lead nowhere. */
export function requirePaths(usage: string, paths: readonly string[]): void {
  const missing = paths.find((path) => !existsSync(path));
  if (missing !== undefined) refuseCall(usage, `There is no ${missing}.`);
}

/** Says what is wrong with a call. */
export function refuseCall(usage: string, problem: string): never {
  process.stderr.write(`${problem}\n\n${usage}`);
  return process.exit(2);
}
