/** Walks through a value along what the contract describes of it. */
import { chooseCases } from './choose-case.ts';
import { childLocation, alternativesOf, rootLocation, type SchemaLocation } from './schema-location.ts';

/**
 * Receives a place of a value; returns whether to continue below it.
 *
 * Shape: where the contract has a union, `spot` is the alternative that the value means. `path` holds the names from the
 * whole value down and is only valid during the call.
 */
export type OnValue = (location: SchemaLocation, value: unknown, path: readonly string[]) => boolean;

/** Deeper values are not read. */
const DEEPEST = 100;

/** Visits every place of a value that the contract describes, objects before their members; others are passed over. */
export function walkValue(root: SchemaLocation, value: unknown, onValue: OnValue): void {
  walk(root, value, onValue, []);
}

function walk(location: SchemaLocation, value: unknown, onValue: OnValue, path: string[]): void {
  if (location.shape.kind === 'union') {
    for (const each of chooseCases(location, value)) walk(each, value, onValue, path);
    return;
  }
  if (!onValue(location, value, path) || path.length > DEEPEST) return;
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value) ? location.shape.kind !== 'list' : location.shape.kind !== 'record') return;
  for (const [name, inner] of Object.entries(value)) {
    const below = childLocation(location, name);
    if (below === null) continue;
    path.push(name);
    walk(below, inner, onValue, path);
    path.pop();
  }
}

/**
 * One step on the way.
 *
 * Shape: several places where the value may be of several forms; `isItem` says that the step went into a list or a map.
 */
export interface PathStep {
  readonly locations: readonly SchemaLocation[];
  readonly isItem: boolean;
}

/**
 * Follows a path as far as the contract describes it.
 *
 * Shape: `path` is dotted and empty for the whole value; `value` is the whole value where it is there, and tells which
 * alternatives of unions are meant; `outer` as for `rootSpot`. From the whole value down, empty for a check that nobody
 * knows; `isWhole` is false when the contract does not describe the path to its end.
 */
export function followPath(
  check: string,
  path: string,
  value?: unknown,
  outer: readonly string[] = [],
): { readonly steps: readonly PathStep[]; readonly isWhole: boolean } {
  const root = rootLocation(check, outer);
  if (root === null) return { steps: [], isWhole: false };
  let at = value;
  let locations = open(root, at);
  const steps: PathStep[] = [{ locations, isItem: false }];
  for (const name of path === '' ? [] : path.split('.')) {
    const isItem = locations.some(({ shape }) => shape.kind === 'list');
    at = propertyOf(at, name);
    locations = locations.flatMap((location) => {
      const below = childLocation(location, name);
      return below === null ? [] : open(below, at);
    });
    if (locations.length === 0) return { steps, isWhole: false };
    steps.push({ locations, isItem });
  }
  return { steps, isWhole: true };
}

/** A place and, where it is a union, the alternatives that are meant; all of them where that can't be told. */
function open(location: SchemaLocation, value: unknown): readonly SchemaLocation[] {
  if (location.shape.kind !== 'union') return [location];
  const chosen = value === undefined ? [] : chooseCases(location, value);
  const cases = chosen.length > 0 ? chosen : alternativesOf(location);
  return [location, ...cases.flatMap((each) => (each === location ? [] : open(each, value)))];
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
