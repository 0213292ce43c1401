/**
 * A compiled schema as the rest of the code sees it: a verdict at once, reasons on demand.
 * Owns the split between the fast module that decides and the slow one that explains.
 */
import type { Problem, SchemaError } from './problem.ts';
import { problemsFrom } from './problem.ts';

/** A compiled validator: says yes or no and leaves its first error on itself. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly SchemaError[] | null;
}

/** A schema that values are checked against. */
export interface SchemaCheck {
  readonly name: string;
  /** Where the schema is written, such as `spec/schemas/Agent.yaml#/`. */
  readonly pointer: string;
  /** Returns whether the value fits; needs no `this`. */
  readonly check: (value: unknown) => boolean;
  /** Names the first thing that is wrong, or answers `null` when the value fits. */
  firstProblem(value: unknown, prefix?: string): Problem | null;
  /**
   * Names everything that is wrong.
   *
   * Shape: empty when the value fits; at most twenty entries. The module that knows more than the first problem is
   * loaded when it is first needed.
   */
  explain(value: unknown, prefix?: string): Promise<readonly Problem[]>;
}

/** A check that narrows the type of what it accepts. */
export interface Check<T> extends SchemaCheck {
  readonly check: (value: unknown) => value is T;
}

/** Finds every error of a value against the schema of that name. */
export type ErrorFinder = (name: string, value: unknown) => readonly SchemaError[];

/** Wraps a compiled validator; `loadFinder` brings the module that finds every error. */
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
      const findErrors = await loadFinder();
      return problemsFrom(findErrors(name, value), prefix, value);
    },
  };
}
