/** Walks a value along its description in the contract. */
import type { Contract } from '../contract.ts';
import { chooseCases } from './choose-case.ts';
import { childLocation, alternativesOf, rootLocation, type SchemaLocation } from './schema-location.ts';
import { propertyOf } from '../../templates/runtime/json/value.ts';

/**
 * Receives a place of a value; returns whether to continue below it.
 *
 * Shape: for a union, `location` is the variant of the value. `path` has the names from the root and is only valid
 * during the call.
 */
export type OnValue = (location: SchemaLocation, value: unknown, path: readonly string[]) => boolean;

const MAX_DEPTH = 100;

/** Visits every place of a value that the contract describes, objects before their properties; skips all others. */
export function walkValue(root: SchemaLocation, value: unknown, onValue: OnValue): void {
  walk(root, value, onValue, []);
}

function walk(location: SchemaLocation, value: unknown, onValue: OnValue, path: string[]): void {
  if (location.shape.kind === 'union') {
    for (const each of chooseCases(location, value)) walk(each, value, onValue, path);
    return;
  }
  if (!onValue(location, value, path) || path.length > MAX_DEPTH) return;
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
 * One step of a path.
 *
 * Shape: several places if the value may be of several variants; `isItem` is true for a step into a list.
 */
export interface PathStep {
  readonly locations: readonly SchemaLocation[];
  readonly isItem: boolean;
}

/**
 * Follows a path as far as the contract describes it.
 *
 * Shape: `path` is dotted and empty for the whole value; `value` is the whole value, if known, and selects the variants
 * of unions; `outer` as for `rootLocation`. `steps` start at the root and are empty for an unknown check; `isWhole` is
 * false if the contract does not describe the path to its end.
 */
export function followPath(
  contract: Contract,
  check: string,
  path: string,
  value?: unknown,
  outer: readonly string[] = [],
): { readonly steps: readonly PathStep[]; readonly isWhole: boolean } {
  const root = rootLocation(contract, check, outer);
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

/** Returns a place and, for a union, the variants of the value; all variants if the value does not select any. */
function open(location: SchemaLocation, value: unknown): readonly SchemaLocation[] {
  if (location.shape.kind !== 'union') return [location];
  const chosen = value === undefined ? [] : chooseCases(location, value);
  const cases = chosen.length > 0 ? chosen : alternativesOf(location);
  return [location, ...cases.flatMap((each) => (each === location ? [] : open(each, value)))];
}
