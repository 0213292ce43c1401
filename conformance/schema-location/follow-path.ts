/** Follows a dotted path from a whole value down to the place that it names. */
import { chooseCases } from './choose-case.ts';
import { alternativesOf, rootLocation, childLocation, type SchemaLocation } from './schema-location.ts';

/**
 * One step on the way.
 *
 * Shape: several places where the value may be of several forms; `isItem` says that the step went into a list or a map.
 */
export interface Step {
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
): { readonly steps: readonly Step[]; readonly isWhole: boolean } {
  const root = rootLocation(check, outer);
  if (root === null) return { steps: [], isWhole: false };
  let at = value;
  let locations = open(root, at);
  const steps: Step[] = [{ locations, isItem: false }];
  for (const name of path === '' ? [] : path.split('.')) {
    const isItem = locations.some(({ shape }) => shape.kind === 'list');
    at = memberOf(at, name);
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
  const meant = value === undefined ? [] : chooseCases(location, value);
  const cases = meant.length > 0 ? meant : alternativesOf(location);
  return [location, ...cases.flatMap((each) => (each === location ? [] : open(each, value)))];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
