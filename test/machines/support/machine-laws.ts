/**
 * The laws as tests. `testMachineLaws({ machine, record, trigger })` is all that a machine needs.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StoredRecord } from '../../../mock/kernel/store/schema.ts';
import type { Machine } from '../../../mock/kernel/machine/machine.ts';
import type { Trigger } from '../../../mock/kernel/machine/trigger.ts';
import {
  deadEnds,
  openFinals,
  rulesOf,
  shadowedRules,
  statesOf,
  unknownStates,
  unreachableStates,
} from './table-laws.ts';
import { walkMachine } from './walk.ts';
import type { WalkStep } from './walk.ts';

/**
 * Is a machine and what to try it with.
 *
 * Shape: `record` makes records in the initial state; `trigger` makes every trigger, with all payloads that guards tell apart, but
 * those that only timers send: they come from the timers that the walk has started.
 */
export interface MachineCase<R extends StoredRecord, State extends string, T extends Trigger> {
  readonly machine: Machine<R, State, T>;
  readonly record: fc.Arbitrary<R>;
  readonly trigger: fc.Arbitrary<T>;
  readonly walks?: number;
  readonly steps?: number;
}

/** Registers the laws for a machine. */
export function testMachineLaws<R extends StoredRecord, State extends string, T extends Trigger>({
  machine,
  record,
  trigger,
  walks = 300,
  steps = 25,
}: MachineCase<R, State, T>): void {
  const step: fc.Arbitrary<WalkStep<T>> = fc.oneof(
    { weight: 4, arbitrary: trigger.map((one) => ({ trigger: one })) },
    { weight: 1, arbitrary: fc.nat(9).map((timer) => ({ timer })) },
  );
  const walk = fc.tuple(record, fc.array(step, { minLength: 1, maxLength: steps, size: 'max' }));

  describe(`machine ${machine.id}`, () => {
    test('names only states that its table has', () => expect(unknownStates(machine)).toEqual([]));
    test('reaches every state', () => expect(unreachableStates(machine)).toEqual([]));
    test('stays in its final states', () => expect(openFinals(machine)).toEqual([]));
    test('can come to an end from every state', () => expect(deadEnds(machine)).toEqual([]));
    test('has no rule that another always precedes', () => expect(shadowedRules(machine)).toEqual([]));

    test('is pure, ends its timers and writes to no ended topic, wherever a walk leads', () => {
      fc.assert(
        fc.property(walk, ([first, row]) => {
          expect(walkMachine(machine, first, row).violation).toBeNull();
        }),
        { numRuns: walks },
      );
    });

    test('can take every rule of its table', () => {
      const samples = fc.sample(walk, { numRuns: walks, seed: 1 });
      const taken = new Set(samples.flatMap(([first, row]) => walkMachine(machine, first, row).taken));
      const rules = statesOf(machine).flatMap((state) =>
        rulesOf(machine, state).map(({ type, rule }) => `${state} × ${type} → ${rule.to}`),
      );
      expect(rules.filter((rule) => !taken.has(rule))).toEqual([]);
    });
  });
}
