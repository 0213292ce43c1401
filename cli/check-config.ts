/**
 * Finds the settings of a call: what the command line says, else the file, else what holds anyway.
 */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config } from '../conformance/config/config.ts';
import { isSelectedCheck, isSelectedSubject } from '../conformance/config/is-selected.ts';
import { fillConfig, readConfig, type ConfigFile } from '../conformance/config/read-config.ts';
import { allOperations } from '../conformance/schema-location/operations.ts';
import { closestWord } from '../generated/runtime/closest-word.ts';
import type { ListedCheck } from '../conformance/engine/run-report.ts';
import type { CheckCall } from './check-call.ts';
import { unknownCheck } from './check-list.ts';

/** Settings, or why there are none, a line each. */
export type FoundConfig =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Taken where it is there and no other is named. */
const usualFile = 'conformance.yaml';

/** Finds the settings of a call. */
export function findConfig(
  { configFile, settings }: Pick<CheckCall, 'configFile' | 'settings'>,
  env: NodeJS.ProcessEnv,
): FoundConfig {
  const path = configFile ?? usualFile;
  const text = readText(path);
  if (text === null) {
    if (configFile !== null) return { ok: false, problems: [`There is no file ${configFile}.`] };
    return { ok: true, config: fillConfig(placeDriver(settings, '.')) };
  }
  const read = readConfig(text, env);
  if (!read.ok)
    return {
      ok: false,
      problems: read.problems.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`),
    };
  const file = fillConfig(placeDriver(read.file, dirname(path)));
  return { ok: true, config: fillConfig(placeDriver(settings, '.'), file) };
}

/** Says what of the wanted checks and subjects there is not; `null` when all of them are there. */
export function findUnknown(
  { only, subjects }: Pick<Config, 'only' | 'subjects'>,
  checks: readonly ListedCheck[],
  suites: readonly string[],
): string | null {
  const check = only.find((name) => !checks.some(({ id }) => isSelectedCheck({ only: [name] }, id)));
  if (check !== undefined) return unknownCheck(check, checks);
  const known = [...allOperations.map(({ id }) => id), ...suites.map((name) => `pack:${name}`)];
  const subject = subjects.find(
    (name) => !known.some((each) => isSelectedSubject({ subjects: [name] }, each)),
  );
  if (subject === undefined) return null;
  const close = closestWord(subject, [...known, ...suites]);
  return `There is no operation or pack ${subject}.${close === null ? '' : ` Did you mean ${close}?`}`;
}

/** A driver is named from where it is written. */
function placeDriver(file: ConfigFile, folder: string): ConfigFile {
  const { driver } = file;
  return driver == null || driver === 'none' || driver === 'auto'
    ? file
    : { ...file, driver: resolve(folder, driver) };
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
