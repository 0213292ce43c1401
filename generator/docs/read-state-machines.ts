/** Reads the state machines that a description declares: `x-state-machine` on a property. */
import { propertiesOf, valuesOf } from '../schema/keywords.ts';
import type { ContractModel, JsonObject } from '../model/contract-model.ts';
import { arrayAt, isObject, textAt, textsAt } from '../json/json.ts';

/** The states of a property and the transitions between them. */
export interface StateMachine {
  readonly schema: string;
  readonly property: string;
  readonly initial: string;
  readonly states: readonly string[];
  readonly transitions: readonly Transition[];
}

/** One transition. Shape: `from` lists every state that it starts from. */
export interface Transition {
  readonly from: readonly string[];
  readonly to: string;
  readonly on: string;
}

/** Finds the state machines of a contract, in the order of its schemas. */
export function findStateMachines({ schemas }: ContractModel): readonly StateMachine[] {
  return schemas.flatMap(({ name, schema }) =>
    isObject(schema)
      ? propertiesOf(schema).flatMap(([property, written]) =>
          isObject(written) && isObject(written['x-state-machine'])
            ? [readMachine(name, property, written, written['x-state-machine'])]
            : [],
        )
      : [],
  );
}

function readMachine(
  schema: string,
  property: string,
  written: JsonObject,
  machine: JsonObject,
): StateMachine {
  const transitions = arrayAt(machine, 'transitions').flatMap((each): Transition[] => {
    if (!isObject(each)) return [];
    const single = textAt(each, 'from');
    const from = single === null ? textsAt(each, 'from') : [single];
    const to = textAt(each, 'to');
    return to === null || from.length === 0 ? [] : [{ from, to, on: textAt(each, 'on') ?? '' }];
  });
  const initial = textAt(machine, 'initial') ?? transitions[0]?.from[0] ?? '';
  const named = transitions.flatMap(({ from, to }) => [...from, to]);
  const states = [
    ...new Set([
      initial,
      ...named,
      ...(valuesOf(written) ?? []).filter((value) => typeof value === 'string'),
    ]),
  ].filter((state) => state !== '');
  return { schema, property, initial, states, transitions };
}
