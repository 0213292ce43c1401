/** Follows a dotted path from a whole value down to the place that it names. */
import { chooseCases } from './choose-case.ts';
import { casesOf, rootSpot, spotBelow, type Spot } from './spots.ts';

/**
 * One step on the way.
 *
 * Shape: several places where the value may be of several forms; `isItem` says that the step went into a list or a map.
 */
export interface Step {
  readonly spots: readonly Spot[];
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
  const root = rootSpot(check, outer);
  if (root === null) return { steps: [], isWhole: false };
  let at = value;
  let spots = open(root, at);
  const steps: Step[] = [{ spots, isItem: false }];
  for (const name of path === '' ? [] : path.split('.')) {
    const isItem = spots.some(({ shape }) => shape.kind === 'list');
    at = memberOf(at, name);
    spots = spots.flatMap((spot) => {
      const below = spotBelow(spot, name);
      return below === null ? [] : open(below, at);
    });
    if (spots.length === 0) return { steps, isWhole: false };
    steps.push({ spots, isItem });
  }
  return { steps, isWhole: true };
}

/** A place and, where it is a union, the alternatives that are meant; all of them where that can't be told. */
function open(spot: Spot, value: unknown): readonly Spot[] {
  if (spot.shape.kind !== 'union') return [spot];
  const meant = value === undefined ? [] : chooseCases(spot, value);
  const cases = meant.length > 0 ? meant : casesOf(spot);
  return [spot, ...cases.flatMap((each) => (each === spot ? [] : open(each, value)))];
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
