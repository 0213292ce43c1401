/** Reads and validates `conformance.yaml`. */
import { levels } from '../model/check.ts';
import type { Contract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import type { ClientSession, RunTemplate, TestEnvironment } from '../model/test-environment.ts';
import type { StreamCaps } from '../http/record-stream.ts';
import { defaultConfig, type Config, type IgnoredRule } from './config.ts';
import {
  checkName,
  checkOperation,
  checkParameter,
  checkProfile,
  isProfile,
  kinds,
  misspelt,
} from './config-names.ts';
import {
  openReading,
  readFlag,
  readJson,
  readList,
  readMap,
  readProperties,
  readOneOf,
  readOrNull,
  readText,
  readWhole,
  readWord,
  noteAt,
  type ConfigProblem,
  type Read,
} from '../../generator/source/yaml-value.ts';
import { msPerDay } from '../../templates/runtime/conversion/durations.ts';

/** The contents of a configuration file. Shape: settings that the file does not contain are absent. */
export interface ConfigFile
  extends
    Partial<
      Pick<
        Config,
        'level' | 'seed' | 'cases' | 'only' | 'subjects' | 'ignore' | 'driver' | 'controlToken' | 'names'
      >
    >,
    Partial<Config['environment']> {
  readonly strict?: boolean;
  readonly budget?: Partial<Config['budget']>;
  readonly stream?: Partial<StreamCaps>;
}

/** A configuration, or all its problems. */
export type ReadConfig =
  | { readonly ok: true; readonly file: ConfigFile }
  | { readonly ok: false; readonly problems: readonly ConfigProblem[] };

/** Reads the text of a configuration for a contract. `env` has the values of `${NAME}`. */
export function readConfig(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
  contract: Contract,
): ReadConfig {
  const reading = openReading(text, env);
  const { contents } = reading.document;
  // Why: a file with only comments is a valid, empty configuration.
  const file =
    contents === null || reading.problems.length > 0 ? {} : readFileFor(contract)(contents, '', reading);
  if (reading.problems.length === 0) return { ok: true, file: file ?? {} };
  return { ok: false, problems: reading.problems.toSorted(byPlace) };
}

/** Fills in missing settings; maps `strict` and the test environment to their properties in Config. */
export function fillConfig(file: ConfigFile, base: Config = defaultConfig): Config {
  const { strict, budget, stream, driver, ...settings } = file;
  const { environment = [], own = [] } = Object.groupBy(Object.entries(settings), ([name]) =>
    name in base.environment ? 'environment' : 'own',
  );
  return {
    ...base,
    ...(Object.fromEntries(own) as Partial<Config>),
    ...(driver === undefined ? {} : { driver: driver === 'none' ? null : driver }),
    isStrict: strict ?? base.isStrict,
    budget: { ...base.budget, ...budget },
    stream: { ...base.stream, ...stream },
    environment: withOther({
      ...base.environment,
      ...(Object.fromEntries(environment) as Partial<TestEnvironment>),
      credentials: { ...base.environment.credentials, ...settings.credentials },
    }),
  };
}

/**
 * Returns a test environment in which the credential of another account has both of its names, and in which a profile
 * with a credential for each security scheme uses one of them for all.
 */
function withOther(environment: Config['environment']): Config['environment'] {
  const general = Object.entries(environment.credentials).flatMap(([name, value]) =>
    name.includes('_') && isProfile(name) ? [[name.split('_', 1)[0], value] as const] : [],
  );
  const credentials: Config['environment']['credentials'] = {
    ...(Object.fromEntries(general) as Config['environment']['credentials']),
    ...environment.credentials,
  };
  const { other, otherOrganization = other } = credentials;
  return otherOrganization === undefined
    ? { ...environment, credentials }
    : { ...environment, credentials: { ...credentials, otherOrganization } };
}

function byPlace(one: ConfigProblem, other: ConfigProblem): number {
  return one.line - other.line || one.column - other.column;
}

/** Reads a string and replaces `${NAME}` with an environment variable. */
const readSecret: Read<string> = (node, path, reading) => {
  const text = readText(node, path, reading);
  if (text === undefined) return undefined;
  const missing = new Set<string>();
  const value = text.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => {
    const variable = Object.hasOwn(reading.env, name) ? reading.env[name] : undefined;
    if (variable === undefined || variable === '') missing.add(name);
    return variable ?? '';
  });
  for (const name of missing) noteAt(reading, node, problemOf(name, path, reading.env[name] === ''));
  if (missing.size === 0 && value === '') {
    noteAt(reading, node, `${path} is empty. Set a value or remove it.`);
    return undefined;
  }
  if (/[\r\n]/.test(value)) {
    noteAt(reading, node, `${path} has a line break in it.`);
    return undefined;
  }
  return missing.size === 0 ? value : undefined;
};

function problemOf(name: string, path: string, isEmpty: boolean): string {
  if (!/^[A-Za-z_]\w*$/.test(name))
    return `${path} takes its value from \${${name}}, which is not a valid variable name.`;
  const state = isEmpty ? 'is empty' : 'is not set';
  return `${path} takes its value from ${name}, which ${state} in the environment. Set it or remove ${path}.`;
}

const ms = readWhole(1, msPerDay);

const readSession = readOrNull<ClientSession>(
  complete(
    readProperties<ClientSession>({ sessionId: readSecret, origin: readOrNull(readText) }, ['sessionId']),
    ({ sessionId, origin = null }) => (sessionId === undefined ? undefined : { sessionId, origin }),
  ),
);

const readRunTemplate: Read<RunTemplate> = complete(
  readProperties<RunTemplate>(
    { agentId: readWord, message: readText, headers: readMap(() => readWord), body: readMap(() => readJson) },
    ['agentId', 'message'],
  ),
  ({ agentId, message, headers = {}, body = {} }) =>
    agentId === undefined || message === undefined ? undefined : { agentId, message, headers, body },
);

const readIgnoredRule: Read<IgnoredRule> = complete(
  readProperties<IgnoredRule>({ check: readText, subject: readText, at: readText, reason: readText }, [
    'check',
    'reason',
  ]),
  ({ check, subject = null, at = null, reason }) =>
    check === undefined || reason === undefined ? undefined : { check, subject, at, reason },
);

/** Creates the reader of a file, which may refer to parts of the contract. */
function readFileFor(contract: Contract): Read<ConfigFile> {
  const operations = operationsOf(contract);
  return readProperties<Required<ConfigFile>>({
    level: readOneOf(levels),
    seed: readWhole(0),
    cases: readWhole(0, 10_000),
    strict: readFlag,
    only: readList(readWord),
    subjects: readList(readWord),
    ignore: readList(readIgnoredRule),
    driver: readOrNull(readText),
    controlToken: readOrNull(readSecret),
    names: readMap(
      () => readWord,
      (name, path) => checkName(contract, name, path),
    ),
    budget: readProperties<Config['budget']>({
      requests: readWhole(1),
      perSecond: readPerSecond,
      seconds: readWhole(1, 86_400),
    }),
    stream: readProperties<StreamCaps>({
      firstByteMs: ms,
      idleMs: ms,
      totalMs: ms,
      events: readWhole(1),
      bytes: readWhole(1),
    }),
    credentials: readMap(() => readSecret, checkProfile),
    clientSession: readSession,
    otherClientSession: readSession,
    otherAgent: readOrNull(readWord),
    parameters: readMap(
      (operation) =>
        readMap(
          () => readWord,
          (name, path) => checkParameter(operations, operation, { name, path }),
        ),
      (name) => (name === 'any' ? null : checkOperation(operations, name, 'parameters')),
    ),
    spareIds: readMap(
      () => readList(readWord),
      (name) => checkOperation(operations, name, 'spareIds'),
    ),
    bodies: readMap(
      () => readJson,
      (name) => checkOperation(operations, name, 'bodies'),
    ),
    runs: readMap(
      () => readRunTemplate,
      (name) => misspelt(name, kinds, 'runs'),
    ),
  });
}

function readPerSecond(
  ...[node, path, reading]: Parameters<Read<unknown>>
): number | null | 'auto' | undefined {
  const value = readJson(node, path, reading);
  if (value === null || value === 'auto') return value;
  return readWhole(1, 100_000)(node, path, reading);
}

/** Reads a value and converts it. */
function complete<Part, Whole>(read: Read<Part>, finish: (part: Part) => Whole | undefined): Read<Whole> {
  return (node, path, reading) => {
    const part = read(node, path, reading);
    return part === undefined ? undefined : finish(part);
  };
}
