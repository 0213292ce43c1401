/**
 * Completes and validates a user's driver: what it omits comes from the configuration, and an ability that does not
 * return what the checks need is reported in an error.
 */
import { guess } from '../../generator/source/yaml-value.ts';
import type { CustomDriver, CustomSession, Driver, DriverAbilities, DriverSession } from './driver.ts';
import type { TestEnvironment } from '../model/test-environment.ts';

/** Thrown if a driver is unusable, or returns something unusable; the message explains why. */
export class DriverError extends Error {
  override readonly name = 'DriverError';
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns whether a value has the type of a property: its type, or `?` for null or absent. */
const types = {
  text: (value: unknown) => typeof value === 'string',
  'text?': (value: unknown) => typeof value === 'string' || value == null,
  number: (value: unknown) => typeof value === 'number' && Number.isFinite(value),
} as const;

type TypeName = keyof typeof types;

/** The result of an ability: a type, or properties with types; `null` for a result that is not used. */
export type AbilityResult = TypeName | Readonly<Record<string, TypeName>> | null;

/** The results of abilities, by name. */
export type AbilityResults = Readonly<Record<string, AbilityResult>>;

/** The abilities that the checks of any API use. */
export const generalAbilities: Readonly<Record<keyof DriverAbilities, AbilityResult>> = {
  advance: null,
  now: 'number',
};

/** What completes a driver. Shape: `configured` is the environment of the configuration. */
export interface DriverDefaults {
  readonly configured: TestEnvironment;
  readonly abilities: AbilityResults;
}

/**
 * Completes a driver. Shape: `file` is the name if it has none.
 *
 * Errors: throws DriverError; `setUp` and the abilities reject with it.
 */
export function completeDriver(driver: CustomDriver, defaults: DriverDefaults, file: string): Driver {
  if (typeof (driver as CustomDriver | null)?.setUp !== 'function')
    throw new DriverError('createDriver returns no driver with a setUp().');
  const { name = file, isIsolating = false } = driver;
  return {
    name,
    isIsolating,
    setUp: async () => completeSession(await driver.setUp(), defaults),
  };
}

const sessionNames = ['environment', 'abilities', 'prepareBodies', 'tearDown'];

function completeSession(
  returned: CustomSession,
  { configured, abilities: results }: DriverDefaults,
): DriverSession {
  if (typeof returned !== 'object' || (returned as CustomSession | null) === null)
    throw new DriverError(`setUp() of the driver returned ${describe(returned)} instead of { abilities }.`);
  const { session, notices } = replaceOldNames(returned);
  // Why: an instance of a class may have additional properties.
  if (Object.getPrototypeOf(session) === Object.prototype)
    assertNames(session, sessionNames, 'setUp() of the driver returned');
  assertNames(session.environment ?? {}, Object.keys(configured), 'The environment of the driver has');
  const environment = { ...configured, ...session.environment };
  const prepareBodies = session.prepareBodies?.bind(session);
  const runs = Object.entries(environment.runs).map(
    ([kind, run]) => [kind, { headers: {}, body: {}, ...run }] as const,
  );
  return {
    environment: { ...environment, runs: Object.fromEntries(runs) },
    abilities: completeAbilities(session.abilities ?? {}, results),
    ...(prepareBodies !== undefined && { prepareBodies }),
    notices,
    tearDown: async () => session.tearDown?.(),
  };
}

/** Names that earlier versions used, and those that replace them. */
const renamed: ReadonlyMap<string, string> = new Map([['surroundings', 'environment']]);

/** Replaces old names of properties, with a notice for each. */
function replaceOldNames(returned: CustomSession): {
  readonly session: CustomSession;
  readonly notices: readonly string[];
} {
  const old = Object.keys(returned).filter((name) => renamed.has(name));
  if (old.length === 0) return { session: returned, notices: [] };
  const entries = Object.entries(returned).map(
    ([name, value]) => [renamed.get(name) ?? name, value as unknown] as const,
  );
  return {
    session: Object.fromEntries(entries),
    notices: old.map(
      (name) =>
        `The driver returns \`${name}\`, the old name of \`${renamed.get(name) ?? name}\`. Rename it.`,
    ),
  };
}

/** Errors: throws DriverError for an unknown property, with the most similar name. */
function assertNames(value: object, names: readonly string[], whose: string): void {
  const unknown = Object.keys(value).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const hint = guess(unknown, names) || ` Known are ${names.join(', ')}.`;
  throw new DriverError(`${whose} an unknown property ${unknown}.${hint}`);
}

function completeAbilities(abilities: object, results: AbilityResults): DriverAbilities {
  const names = Object.keys(results);
  const unknown = Object.keys(abilities).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new DriverError(`The driver has an unknown ability ${unknown}.${guess(unknown, names)}`);
  const wrong = Object.entries(abilities).find(([, ability]) => !isFunction(ability));
  if (wrong !== undefined)
    throw new DriverError(`The ability ${wrong[0]} of the driver is ${describe(wrong[1])}, no function.`);
  const entries = Object.entries(results).flatMap(([name, result]) => {
    const method = (abilities as Readonly<Record<string, unknown>>)[name];
    const ability = (method as ((...args: readonly unknown[]) => unknown) | undefined)?.bind(abilities);
    if (ability === undefined) return [];
    const call = async (...args: readonly unknown[]) => completeResult(name, result, await ability(...args));
    return [[name, call] as const];
  });
  return Object.fromEntries(entries);
}

function isFunction(ability: unknown): boolean {
  return ability === undefined || typeof ability === 'function';
}

/** Returns a result with `null` for properties that may be absent. */
function completeResult(name: string, expected: AbilityResult, result: unknown): unknown {
  if (expected === null) return result;
  if (typeof expected === 'string') {
    if (types[expected](result)) return result ?? null;
    throw wrongResult(name, describe(result), expected === 'number' ? 'a number' : 'a string');
  }
  const fields: Fields = typeof result === 'object' && result !== null ? (result as Fields) : {};
  const wrong = Object.entries(expected).find(([property, type]) => !types[type](fields[property]));
  if (wrong === undefined)
    return Object.fromEntries([
      ...Object.keys(expected).map((property) => [property, null] as const),
      ...Object.entries(fields).filter(([, value]) => value !== undefined),
    ]);
  const isObject = typeof result === 'object' && result !== null;
  const actual = isObject ? `${describe(fields[wrong[0]])} as ${wrong[0]}` : describe(result);
  throw wrongResult(name, actual, `{ ${Object.keys(expected).join(', ')} }`);
}

function wrongResult(name: string, actual: string, expected: string): DriverError {
  return new DriverError(`${name}() of the driver returned ${actual} instead of ${expected}.`);
}

function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `${typeof value === 'object' ? 'an' : 'a'} ${typeof value}`;
}
