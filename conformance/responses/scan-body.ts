/**
 * Traverses a body once and records what schema validation does not report: nullable properties that are missing,
 * undeclared properties, texts that are not timestamps. Creates no problems.
 */
import type { RecordShape, Shape } from '../../templates/runtime/shape.ts';
import type { Contract } from '../../contract/contract.ts';
import {
  rootLocation,
  childLocation,
  type SchemaLocation,
} from '../../contract/locations/schema-location.ts';
import { walkValue } from '../../contract/locations/value-path.ts';
import type { ResponseTraits } from './response-traits.ts';
import { readTimestamp, type TimeReading } from './timestamps.ts';
import { isObject } from '../../templates/runtime/json/value.ts';

/** A text where the contract has a timestamp. Shape: `path` as in problems: `body.data.0.createdAt`. */
export interface NotedTime {
  readonly path: string;
  readonly location: SchemaLocation;
  readonly text: string;
  readonly reading: TimeReading;
}

/** A property that the contract does not list. */
export interface UnknownProperty {
  readonly path: string;
  /** Where its object is described. */
  readonly place: string | null;
}

/**
 * The result of traversing a body.
 *
 * Shape: `times` has only incomplete or invalid timestamps; `unknownProperties` has one entry per name in each list.
 * The counts show whether there was anything to check.
 */
export interface BodyNotes {
  readonly hasNullable: boolean;
  /** Paths of required nullable properties that are missing. */
  readonly lackingNulls: readonly string[];
  readonly closedObjects: number;
  readonly unknownProperties: readonly UnknownProperty[];
  readonly timeCount: number;
  readonly times: readonly NotedTime[];
}

/** The cached properties of a place. */
interface Known {
  readonly nullable: readonly string[];
  readonly names: ReadonlySet<string> | null;
}

/** Maximum number of notes of each kind. */
const MAX = 20;

const cache = new WeakMap<SchemaLocation, Known>();

/** Traverses a body; `null` if the contract does not describe it. */
export function scanBody(
  contract: Contract,
  check: string,
  value: unknown,
  { outer, traits }: { readonly outer: readonly string[]; readonly traits: ResponseTraits },
): BodyNotes | null {
  const root = rootLocation(contract, check, outer);
  if (root === null) return null;
  const lackingNulls: string[] = [];
  const unknownProperties = new Map<string, UnknownProperty>();
  const times: NotedTime[] = [];
  const isResult = traits.eventsChecks.has(check);
  let hasNullable = false;
  let closedObjects = 0;
  let timeCount = 0;

  function noteObject(location: SchemaLocation, object: object, path: readonly string[]): void {
    const { nullable, names } = knownOf(location, traits.errorCheck);
    hasNullable ||= nullable.length > 0;
    for (const name of nullable)
      if (!Object.hasOwn(object, name) && lackingNulls.length < MAX) lackingNulls.push(spell(path, name));
    if (names === null) return;
    closedObjects += 1;
    for (const name of Object.keys(object)) {
      if (names.has(name) || unknownProperties.size >= MAX) continue;
      const spelling = spell(path, name);
      const place = location.pointers.at(-1) ?? null;
      const alike = spelling.replaceAll(/\.\d+(?=\.)/g, '.0');
      if (!unknownProperties.has(alike)) unknownProperties.set(alike, { path: spelling, place });
    }
  }

  function noteText(location: SchemaLocation, text: string, path: readonly string[]): void {
    const name = path.at(-1);
    const isNamed = name !== undefined && traits.timestampNames?.test(name) === true;
    if (!isNamed || location.shape.kind !== 'string') return;
    timeCount += 1;
    const reading = readTimestamp(text);
    if (reading !== 'complete' && times.length < MAX)
      times.push({ path: spell(path), location, text, reading });
  }

  walkValue(root, value, (location, inner, path) => {
    if (typeof inner === 'string') noteText(location, inner, path);
    else if (location.shape.kind === 'record' && isObject(inner) && !(isResult && isInEvents(path)))
      noteObject(location, inner, path);
    return true;
  });
  return {
    hasNullable,
    lackingNulls,
    closedObjects,
    unknownProperties: [...unknownProperties.values()],
    timeCount,
    times,
  };
}

function knownOf(location: SchemaLocation, errorCheck: string | null): Known {
  const before = cache.get(location);
  if (before !== undefined) return before;
  const { properties } = location.shape as RecordShape;
  const nullable = properties.filter(({ isRequired, shape }) => isRequired && hasNullCase(shape));
  const fresh = {
    nullable: nullable.map(({ name }) => name),
    names: isShown(location)
      ? new Set([...properties.map(({ name }) => name), ...inherited(location, errorCheck)])
      : null,
  };
  cache.set(location, fresh);
  return fresh;
}

/** Returns whether a path is in the events of a result, which the stream checks cover. */
function isInEvents([first, second]: readonly string[]): boolean {
  return first === 'events' && second !== undefined;
}

/** Why: every error may have the properties of the general one, even if its own schema does not repeat them. */
function inherited({ contract, subjects }: SchemaLocation, errorCheck: string | null): readonly string[] {
  const isError = errorCheck !== null && subjects.includes(errorCheck);
  const general = isError ? rootLocation(contract, errorCheck)?.shape : undefined;
  return general?.kind === 'record' ? general.properties.map(({ name }) => name) : [];
}

/**
 * Returns whether facts name all properties of an object. An object that the source does not show may have any
 * properties.
 */
function isShown(location: SchemaLocation): boolean {
  const { properties } = location.shape as RecordShape;
  if (properties.length === 0) return false;
  return properties.every(({ name }) => (childLocation(location, name)?.subjects.length ?? 0) > 0);
}

function hasNullCase(shape: Shape): boolean {
  return shape.kind === 'union'
    ? shape.cases.some(hasNullCase)
    : shape.kind === 'values' && shape.values.includes(null);
}

function spell(path: readonly string[], name?: string): string {
  return ['body', ...path, ...(name === undefined ? [] : [name])].join('.');
}
