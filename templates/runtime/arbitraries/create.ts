/**
 * Arbitraries for every check of a contract: valid values, and values with one fault.
 * Loaded by tests only; needs fast-check.
 */
import { constant, constantFrom, type Arbitrary } from 'fast-check';
import type { JsonValue } from '../operation-spec.ts';
import type { Shape } from '../shape.ts';
import { createBuilder } from './build.ts';
import { findFaults, typesOf, wrongTypeFor, type Fault } from './faults.ts';

/** Values that a check accepts, and values that it rejects. */
export interface Arbitraries<Value> {
  readonly valid: Arbitrary<Value>;
  /** Values with one fault; `null` if every value is accepted. */
  readonly invalid: Arbitrary<Fault> | null;
}

/** Arbitraries by check name. */
export type ArbitrariesOf<Samples> = { readonly [Name in keyof Samples]: Arbitraries<Samples[Name]> };

/** Shapes of the checks, and of the named schemas that they refer to. */
export interface ArbitrarySource {
  readonly checks: Readonly<Record<string, Shape>>;
  readonly schemas: Readonly<Record<string, Shape>>;
}

/** Creates the arbitraries of a contract; a shape that can't be generated has only its sample as a value. */
export function createArbitraries<Samples extends object>(
  source: ArbitrarySource,
  samples: Samples,
): ArbitrariesOf<Samples> {
  const byName = new Map(Object.entries(source.schemas));
  const shapeOf = (name: string): Shape => byName.get(name) ?? { kind: 'any' };
  const build = createBuilder(shapeOf);
  const entries = Object.entries(samples).map(([name, sample]: [string, JsonValue]) => {
    const shape = source.checks[name] ?? { kind: 'any' };
    const valid = build(shape) ?? constant(sample);
    return [name, { valid, invalid: faultyValues(shape, valid, shapeOf) }] as const;
  });
  return Object.fromEntries<unknown>(entries) as ArbitrariesOf<Samples>;
}

function faultyValues(
  shape: Shape,
  valid: Arbitrary<JsonValue>,
  shapeOf: (name: string) => Shape,
): Arbitrary<Fault> | null {
  const wrong = wrongTypeFor(typesOf(shape, shapeOf));
  if (wrong === undefined) return null;
  return valid.chain((value) =>
    constantFrom(
      { path: '', problem: 'has the wrong type', value: wrong },
      ...findFaults(shape, value, shapeOf),
    ),
  );
}
