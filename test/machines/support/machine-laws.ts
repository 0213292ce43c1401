/** The laws as tests. A machine needs only `testMachineLaws({ machine, record, trigger })`. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StoredRecord } from '../../../mock/kernel/store/collection.ts';
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
import { walkMachine, type WalkStep } from './walk.ts';

/**
 * A machine and the inputs to test it with.
 *
 * Shape: `record` creates records in the initial state; `trigger` creates every trigger, with all payloads that guards distinguish, but
 * not those that only timers send: they come from the timers that the walk has started.
 */
export interface MachineCase<R extends StoredRecord, State extends string, T extends Trigger> {
  readonly machine: Machine<R, State, T>;
  readonly record: fc.Arbitrary<R>;
  readonly trigger: fc.Arbitrary<T>;
  readonly walks?: number;
  readonly steps?: number;
}

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
    test('refers only to states in its table', () => expect(unknownStates(machine)).toEqual([]));
    test('reaches every state', () => expect(unreachableStates(machine)).toEqual([]));
    test('stays in its final states', () => expect(openFinals(machine)).toEqual([]));
    test('can reach an end from every state', () => expect(deadEnds(machine)).toEqual([]));
    test('has no rule that is always shadowed by another', () => expect(shadowedRules(machine)).toEqual([]));

    test('is pure, stops its timers and writes to no ended topic, on any walk', () => {
      fc.assert(
        fc.property(walk, ([first, row]) => {
          expect(walkMachine(machine, first, row).violation).toBeNull();
        }),
        { numRuns: walks },
      );
    });

    test('can apply every rule of its table', () => {
      const samples = fc.sample(walk, { numRuns: walks, seed: 1 });
      const taken = new Set(samples.flatMap(([first, row]) => walkMachine(machine, first, row).taken));
      const rules = statesOf(machine).flatMap((state) =>
        rulesOf(machine, state).map(({ type, rule }) => `${state} × ${type} → ${rule.to}`),
      );
      expect(rules.filter((rule) => !taken.has(rule))).toEqual([]);
    });
  });
}
