/**
 * Validates values with a compiled schema: a boolean immediately, the errors on demand.
 * Owns the split between the fast module that validates and the slow one that finds every error.
 */
import type { Problem, SchemaError } from './problem.ts';
import { problemsFrom } from './problem.ts';
import { invalidResult, standardProps } from './standard-schema.ts';
import type { StandardProps } from './standard-schema.ts';

/** A compiled validator: returns whether a value is valid, and stores its first error in `errors`. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** Validates values with one schema. */
export interface SchemaCheck {
  readonly name: string;
  /** Source location of the schema, such as `spec/schemas/Agent.yaml#/`. */
  readonly pointer: string;
  /** Returns whether the value is valid; does not use `this`. */
  readonly check: (value: unknown) => boolean;
  /** Returns the first problem; `null` if the value is valid. */
  firstProblem(value: unknown, prefix?: string): Problem | null;
  /**
   * Returns all problems.
   *
   * Shape: empty if the value is valid; at most twenty entries. The module that finds more than the first problem is
   * loaded on first use.
   */
  explain(value: unknown, prefix?: string): Promise<readonly Problem[]>;
  /** The checks of the members of a tagged union, by tag; absent for any other schema. */
  readonly cases?: ReadonlyMap<unknown, SchemaCheck>;
}

/** A check that narrows the type of valid values. It is a Standard Schema. */
export interface Check<T> extends SchemaCheck {
  readonly check: (value: unknown) => value is T;
  readonly '~standard': StandardProps<T>;
}

/** Finds every error of a value with the schema of that name. */
export type ErrorFinder = (name: string, value: unknown) => readonly SchemaError[];

/** The finders that have been loaded, by the function that loads them. */
const loaded = new WeakMap<() => Promise<ErrorFinder>, ErrorFinder>();

/** Loads an error finder, after which `~standard` of its checks validates synchronously. */
export async function preloadFinder(loadFinder: () => Promise<ErrorFinder>): Promise<ErrorFinder> {
  const findErrors = await loadFinder();
  loaded.set(loadFinder, findErrors);
  return findErrors;
}

/** Creates a check from a compiled validator; `loadFinder` loads the module that finds every error. */
export function schemaCheck<T>(
  name: string,
  pointer: string,
  validate: Validator,
  loadFinder: () => Promise<ErrorFinder>,
): Check<T> {
  return {
    name,
    pointer,
    check: validate as (value: unknown) => value is T,
    firstProblem(value, prefix = '') {
      if (validate(value)) return null;
      return problemsFrom(validate.errors ?? [], prefix, value)[0] ?? null;
    },
    async explain(value, prefix = '') {
      if (validate(value)) return [];
      const findErrors = await preloadFinder(loadFinder);
      return problemsFrom(findErrors(name, value), prefix, value);
    },
    '~standard': standardProps((value) => {
      if (validate(value)) return { value: value as T };
      const findErrors = loaded.get(loadFinder);
      if (findErrors !== undefined) return invalidResult(findErrors(name, value), value);
      return preloadFinder(loadFinder).then((find) => invalidResult(find(name, value), value));
    }),
  };
}
