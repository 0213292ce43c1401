/**
 * Validates the values of a union by their tag: reads the tag, then validates with the one schema for it.
 * Uses a Map and not an object, so that an inherited name is never a tag.
 */
import { problemsFrom, type SchemaError } from './problem.ts';
import type { Check } from './schema-check.ts';
import { invalidResult, standardProps, type StandardResult } from './standard-schema.ts';
import { isObject } from './json/value.ts';

/** A union with a discriminator: a property whose value identifies the member. */
export interface TaggedUnion {
  readonly name: string;
  /** Source location of the union. */
  readonly pointer: string;
  /** The discriminator property. */
  readonly tag: string;
  readonly cases: ReadonlyMap<unknown, Check<unknown>>;
}

/**
 * Creates the check of a tagged union.
 *
 * Shape: a value with a missing or unknown tag has exactly one problem, at the tag.
 */
export function taggedCheck<T>(union: TaggedUnion): Check<T> {
  const { name, pointer, tag } = union;
  // Why: storing the functions saves the hot path a property access.
  const verdicts = new Map(Array.from(union.cases, ([value, variant]) => [value, variant.check] as const));
  return {
    name,
    pointer,
    cases: union.cases,
    check(value): value is T {
      if (!isObject(value) || !Object.hasOwn(value, tag)) return false;
      const verdict = verdicts.get(value[tag]);
      return verdict !== undefined && verdict(value);
    },
    firstProblem(value, prefix = '') {
      const variant = variantFor(union, value);
      if (variant !== undefined) return variant.firstProblem(value, prefix);
      return problemsFrom([tagError(union, value)], prefix, value)[0] ?? null;
    },
    async explain(value, prefix = '') {
      const variant = variantFor(union, value);
      return variant === undefined
        ? problemsFrom([tagError(union, value)], prefix, value)
        : variant.explain(value, prefix);
    },
    '~standard': standardProps((value) => {
      const variant = variantFor(union, value);
      if (variant === undefined) return invalidResult([tagError(union, value)], value);
      return variant['~standard'].validate(value) as StandardResult<T> | Promise<StandardResult<T>>;
    }),
  };
}

function variantFor({ tag, cases }: TaggedUnion, value: unknown): Check<unknown> | undefined {
  if (!isObject(value) || !Object.hasOwn(value, tag)) return undefined;
  return cases.get(value[tag]);
}

function tagError({ tag, cases }: TaggedUnion, value: unknown): SchemaError {
  if (!isObject(value)) return { instancePath: '', keyword: 'type', params: { type: 'object' } };
  return { instancePath: '', keyword: 'taggedUnion', params: { tag, allowedTags: [...cases.keys()] } };
}
