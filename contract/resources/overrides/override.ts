/** Overrides of what a description implies: the entries of a file about resources and operations. */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Role } from '../graph.ts';
import { templateOf } from '../path-shape.ts';
import type { SourceOperation } from '../source.ts';

/** The content of `backlot.resources.yaml`. */
export interface ResourceOverrides {
  /** By the name of a resource; one that does not exist needs a `path`, a `set` or a `singleton`. */
  readonly resources?: Readonly<Record<string, ResourceOverride>>;
  /** By `METHOD /path` or operation id. */
  readonly operations?: Readonly<Record<string, OperationOverride>>;
  /** Unique properties, by the name of a resource. */
  readonly unique?: Readonly<Record<string, readonly string[]>>;
  /** State machines by `resource.property`: transitions by state and operation. */
  readonly machines?: Readonly<Record<string, StateTable>>;
  /** Initial records, or their number, by the name of a resource. */
  readonly records?: Readonly<Record<string, number | readonly JsonValue[]>>;
}

/** The overrides of a resource. */
export interface ResourceOverride {
  /** The path of its collection; that of a record is the path with one more parameter. */
  readonly path?: string;
  /** The path of a set of members. */
  readonly set?: string;
  /** The path of one record. */
  readonly singleton?: string;
  /** The property that identifies a record. */
  readonly key?: string;
  /** Item paths of its parents, by their names. */
  readonly parent?: Readonly<Record<string, string>>;
}

/** The override of an operation: it responds with samples, or behaves as given. */
export type OperationOverride = 'sample' | OperationBehavior;

/** What an operation does. */
export interface OperationBehavior {
  readonly role?: Role;
  /** The name of its resource. */
  readonly of?: string;
  /** Values of properties that listed records have. */
  readonly where?: Readonly<Record<string, JsonValue>>;
  /** Values of properties after the operation. */
  readonly set?: Readonly<Record<string, JsonValue>>;
  /** States in which it is allowed; any when absent. */
  readonly from?: readonly string[];
  /** The status in other states. */
  readonly else?: number;
  /** Whether the records exist that its body refers to; absent for what the description implies. */
  readonly references?: boolean;
}

/** States, with the next state for each operation in them. */
export type StateTable = Readonly<Record<string, Readonly<Record<string, StateChange>>>>;

/** The next state, or the next state after an ISO 8601 duration. */
export type StateChange = string | { readonly to: string; readonly after?: string };

/** A problem of overrides. Shape: `path` are the keys that lead to it. */
export interface OverrideProblem {
  readonly path: readonly string[];
  readonly message: string;
  /** Whether the entry only has no effect: the description has nothing of a similar name. */
  readonly isUnused?: boolean;
}

/** The keys of overrides. */
export const overrideKeys = ['resources', 'operations', 'unique', 'machines', 'records'] as const;

/** Joins overrides; of two entries with the same name the second one applies. */
export function joinOverrides(one: ResourceOverrides, other: ResourceOverrides): ResourceOverrides {
  return Object.fromEntries(
    overrideKeys.flatMap((key) =>
      one[key] === undefined && other[key] === undefined ? [] : [[key, { ...one[key], ...other[key] }]],
    ),
  );
}

/** Returns overrides without the entries at some paths, and without objects that are empty then. */
export function withoutEntries(
  overrides: ResourceOverrides,
  paths: readonly (readonly string[])[],
): ResourceOverrides {
  if (paths.length === 0) return overrides;
  const left = without(overrides as Entries, new Set(paths.map((path) => JSON.stringify(path))), []);
  return (left ?? {}) as ResourceOverrides;
}

type Entries = Readonly<Record<string, JsonValue>>;

function without(value: JsonValue, paths: ReadonlySet<string>, at: readonly string[]): JsonValue | undefined {
  if (paths.has(JSON.stringify(at))) return undefined;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, each]): [string, JsonValue][] => {
    const left = without(each, paths, [...at, name]);
    return left === undefined ? [] : [[name, left]];
  });
  if (entries.length === 0 && Object.keys(value).length > 0) return undefined;
  return Array.isArray(value) ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}

/** Creates a function that finds the operation that a file names by `METHOD /path` or its id. */
export function operationFinder(
  operations: readonly SourceOperation[],
): (name: string) => SourceOperation | null {
  const byId = new Map(operations.map((each) => [each.id, each]));
  const byPath = new Map(operations.map((each) => [`${each.method} ${templateOf(each.path)}`, each]));
  return (name) => {
    const [, method = '', path = ''] = /^([A-Za-z]+)\s+(\/.*)$/.exec(name) ?? [];
    const match = path === '' ? byId.get(name) : byPath.get(`${method.toUpperCase()} ${templateOf(path)}`);
    return match ?? null;
  };
}

/** Returns the overridden behaviors of operations, by their ids. */
export function behaviorsById(
  operations: readonly SourceOperation[],
  { operations: written = {} }: ResourceOverrides,
): ReadonlyMap<string, OperationBehavior> {
  const find = operationFinder(operations);
  return new Map(
    Object.entries(written).flatMap(([name, behavior]): [string, OperationBehavior][] => {
      const operation = behavior === 'sample' ? null : find(name);
      return operation === null || behavior === 'sample' ? [] : [[operation.id, behavior]];
    }),
  );
}

/** Returns whether two paths differ only in the names of their parameters. */
export function isSamePath(one: string, other: string): boolean {
  return templateOf(one) === templateOf(other);
}
