/** Reads the settings of a call: command line, then configuration file, then defaults. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isSelectedCheck, isSelectedSubject, type Config } from '../conformance/config/config.ts';
import { fillConfig, readConfig, type ConfigFile } from '../conformance/config/read-config.ts';
import type { Contract } from '../contract/contract.ts';
import { operationsOf } from '../contract/operations.ts';
import { closestWord } from '../templates/runtime/closest-word.ts';
import { subjectOfGroup } from '../conformance/model/finding.ts';
import type { ListedCheck } from '../conformance/model/run-report.ts';
import { listChecks } from '../conformance/catalogue/catalogue.ts';
import type { CheckCall } from './check-call.ts';
import type { CheckedApi } from './checked-api.ts';
import { unknownCheck } from './output/check-list.ts';

/** Settings, or problems, one line each. */
export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The configuration that is used if it exists. */
export const defaultFile = 'conformance.yaml';

/** The parts of a call that settings come from. */
type SettingsCall = Pick<CheckCall, 'configFile' | 'settings'> & Partial<Pick<CheckCall, 'description'>>;

/** Reads the settings of a call, and looks up what they select in the API. */
export function readRunConfig(
  call: SettingsCall,
  env: NodeJS.ProcessEnv,
  { contract, plugin }: CheckedApi,
): ConfigResult {
  const result = findConfig(call, env, contract);
  if (!result.ok) return result;
  const groups = [...plugin.scenarios.map(({ name }) => name), ...Object.keys(plugin.formerGroups)];
  const unknown = findUnknown(result.config, listChecks(contract, plugin), { contract, groups });
  return unknown === null ? result : { ok: false, problems: [unknown] };
}

export function findConfig(
  { configFile, settings, description = null }: SettingsCall,
  env: NodeJS.ProcessEnv,
  contract: Contract,
): ConfigResult {
  const path = configFile ?? defaultFile;
  const text = readText(path);
  if (text === null) {
    if (configFile !== null) return { ok: false, problems: [`There is no file ${configFile}.`] };
    return { ok: true, config: withLevel(fillConfig(placeDriver(settings, '.')), description !== null) };
  }
  const read = readConfig(text, env, contract);
  if (!read.ok)
    return {
      ok: false,
      problems: read.problems.map(({ line, column, message }) => `${path}:${line}:${column}: ${message}`),
    };
  const file = fillConfig(placeDriver(read.file, dirname(path)));
  return { ok: true, config: withLevel(fillConfig(placeDriver(settings, '.'), file), description !== null) };
}

/** Chooses the level of a run for a description: with a credential, the run may delete what it creates. */
function withLevel(config: Config, isDescribed: boolean): Config {
  const { level, environment } = config;
  if (level !== null || !isDescribed) return config;
  return { ...config, level: environment.credentials['full'] === undefined ? 'stateless' : 'stateful' };
}

/** Returns a message about the first unknown check or subject; `null` if all exist. */
export function findUnknown(
  { only, subjects }: Pick<Config, 'only' | 'subjects'>,
  checks: readonly ListedCheck[],
  { contract, groups }: { readonly contract: Contract; readonly groups: readonly string[] },
): string | null {
  const check = only.find(
    (name) =>
      !checks.some(({ id, former = [] }) =>
        [id, ...former.map((each) => each.id)].some((each) => isSelectedCheck({ only: [name] }, each)),
      ),
  );
  if (check !== undefined) return unknownCheck(check, checks);
  const subjectNames = [
    ...operationsOf(contract).all.map(({ id }) => id),
    ...contract.resources.resources.map(({ path }) => path),
    ...groups.map((name) => subjectOfGroup(name)),
  ];
  const subject = subjects.find(
    (name) => !subjectNames.some((each) => isSelectedSubject({ subjects: [name] }, each)),
  );
  if (subject === undefined) return null;
  const close = closestWord(subject, [...subjectNames, ...groups]);
  return `There is no operation, resource or group of checks ${subject}. ${close === null ? 'Run backlot check --list for the groups.' : `Did you mean ${close}?`}`;
}

/** Resolves the path of a driver relative to the file that names it. */
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
