/**
 * Which permissions imply others, according to the catalogue of the contract only: similar names imply nothing. The
 * exception is `*`, which implies every permission.
 */

/** One permission of the catalogue. */
export interface ScopeEntry {
  readonly name: string;
  readonly implies: readonly string[];
}

/** Decides whether granted permissions are enough. */
export interface ScopeLattice {
  /** Returns whether every needed permission is granted, directly or by implication. */
  covers(granted: readonly string[], needed: readonly string[]): boolean;
}

const EVERYTHING = '*';

/**
 * Builds the lattice of a catalogue.
 *
 * Shape: an implied name may be missing from the catalogue, and entries may imply each other in a cycle.
 * Source: `x-scope-catalog` at the root of spec/openapi.yaml.
 */
export function createScopeLattice(catalog: readonly ScopeEntry[]): ScopeLattice {
  const implied = new Map(catalog.map(({ name, implies }) => [name, implies]));
  const sets = new WeakMap<readonly string[], ReadonlySet<string>>();
  const reachOf = (granted: readonly string[]): ReadonlySet<string> => {
    const before = sets.get(granted);
    if (before !== undefined) return before;
    const reach = follow(implied, granted);
    sets.set(granted, reach);
    return reach;
  };
  return {
    covers(granted, needed) {
      const reach = reachOf(granted);
      return reach.has(EVERYTHING) || needed.every((scope) => reach.has(scope));
    },
  };
}

/** Collects the granted permissions and all that they imply. */
function follow(
  implied: ReadonlyMap<string, readonly string[]>,
  granted: readonly string[],
): ReadonlySet<string> {
  const reach = new Set<string>();
  const open = [...granted];
  for (let scope = open.pop(); scope !== undefined; scope = open.pop()) {
    if (reach.has(scope)) continue;
    reach.add(scope);
    open.push(...(implied.get(scope) ?? []));
  }
  return reach;
}
