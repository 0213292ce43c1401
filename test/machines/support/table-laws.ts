/**
 * Laws that a machine's table must obey, checked on the table alone. Each returns the violations, none if all is well.
 */
import { rulesFor, type Machine, type Rule } from '../../../mock/kernel/machine/machine.ts';
import type { Trigger } from '../../../mock/kernel/machine/trigger.ts';

type AnyRule<R, State extends string, T extends Trigger> = Rule<R, State, T>;

/** Returns the states of a machine, in the order of its table. */
export function statesOf<R, State extends string, T extends Trigger>(
  machine: Machine<R, State, T>,
): readonly State[] {
  return Object.keys(machine.table) as State[];
}

/** Returns the rules of a state with the triggers they belong to. */
export function rulesOf<R, State extends string, T extends Trigger>(
  machine: Machine<R, State, T>,
  state: State,
): readonly { readonly type: T['type']; readonly rule: AnyRule<R, State, T> }[] {
  const table: Readonly<Record<string, object>> = machine.table;
  const types = Object.keys(table[state] ?? {}) as T['type'][];
  return types.flatMap((type) => rulesFor(machine, state, type).map((rule) => ({ type, rule })));
}

/** Finds states that the machine refers to but its table lacks. */
export function unknownStates<R, State extends string, T extends Trigger>(
  machine: Machine<R, State, T>,
): readonly string[] {
  const states = statesOf(machine);
  const named = [
    machine.initial,
    ...machine.final,
    ...states.flatMap((state) => rulesOf(machine, state).map(({ rule }) => rule.to)),
  ];
  return [...new Set(named.filter((state) => !states.includes(state)))];
}

/** Finds states that are unreachable from the initial one. */
export function unreachableStates<R, State extends string, T extends Trigger>(
  machine: Machine<R, State, T>,
): readonly string[] {
  const reached = reachableFrom(machine, machine.initial);
  return statesOf(machine).filter((state) => !reached.has(state));
}

/** Finds final states with outgoing transitions. */
export function openFinals<R, State extends string, T extends Trigger>(
  machine: Machine<R, State, T>,
): readonly string[] {
  return machine.final.filter((state) => rulesOf(machine, state).length > 0);
}

/** Finds non-final states without a path to a final one; without final states, those without outgoing transitions. */
export function deadEnds<R, State extends string, T extends Trigger>(
  machine: Machine<R, State, T>,
): readonly string[] {
  const { final } = machine;
  const leadsOn = (state: State): boolean =>
    final.length === 0
      ? rulesOf(machine, state).length > 0
      : final.some((end) => reachableFrom(machine, state).has(end));
  return statesOf(machine).filter((state) => !final.includes(state) && !leadsOn(state));
}

/** Finds rules that can never apply, because one without a guard precedes them. */
export function shadowedRules<R, State extends string, T extends Trigger>(
  machine: Machine<R, State, T>,
): readonly string[] {
  return statesOf(machine).flatMap((state) => {
    const types = new Set(rulesOf(machine, state).map(({ type }) => type));
    return [...types]
      .filter((type) =>
        rulesFor(machine, state, type)
          .slice(0, -1)
          .some(({ guard }) => guard === undefined),
      )
      .map((type) => `${state} × ${type}`);
  });
}

function reachableFrom<R, State extends string, T extends Trigger>(
  machine: Machine<R, State, T>,
  from: State,
): ReadonlySet<State> {
  const reached = new Set([from]);
  for (const state of reached) for (const { rule } of rulesOf(machine, state)) reached.add(rule.to);
  return reached;
}
