/** The states of records: their initial states, and the effects of actions, by overrides or by the name of the action. */
import type {
  OperationBehavior,
  StateChange,
  StateTable,
} from '../../../contract/resources/overrides/override.ts';
import { guessEffect } from '../../../contract/resources/records/action-effect.ts';
import { statedState } from '../../../contract/resources/records/text-state.ts';
import { guardProperty, stateValue } from '../../../contract/resources/records/state-values.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten, isVerb } from '../../../contract/resources/words.ts';
import { textOf } from '../fields.ts';
import type { RecordFields } from '../record.ts';
import { OperationError } from '../../http/declared-error.ts';
import type { TimedChange } from '../timers/timed-change.ts';

/** The override of an operation. */
export interface ActionRules {
  readonly behavior: OperationBehavior | null;
  /** The property with the state, and its table; `null` for none. */
  readonly machine: { readonly property: string; readonly table: StateTable } | null;
  /** The names of the action: its operation id, and the last word of its path. */
  readonly names: readonly string[];
}

/** Returns what an action does, also by its text. Errors: throws a `OperationError` in a state that does not allow it. */
export function effectOf(
  value: RecordFields,
  { behavior, machine, names }: ActionRules,
  schema: SourceSchema | null,
  text = '',
): { readonly set: RecordFields; readonly later: TimedChange | null } {
  if (machine !== null && mentions(machine.table, names)) {
    const change = nextState(value, machine, names);
    const { to, after = null } = typeof change === 'string' ? { to: change } : change;
    const set = { [machine.property]: stateValue(schema?.properties.get(machine.property), to) };
    return after === null ? { set, later: null } : { set: {}, later: { set, after } };
  }
  if (behavior !== null) assertAllowed(value, behavior, schema);
  const guess = schema === null ? {} : { ...guessEffect(schema, names, value), ...statedState(schema, text) };
  return { set: behavior?.set ?? guess, later: null };
}

function mentions(table: StateTable, names: readonly string[]): boolean {
  return Object.values(table).some((changes) => names.some((name) => Object.hasOwn(changes, name)));
}

function nextState(
  value: RecordFields,
  { property, table }: NonNullable<ActionRules['machine']>,
  names: readonly string[],
): StateChange {
  const state = textOf(value[property]);
  const change = names.map((name) => table[state]?.[name]).find((each) => each !== undefined);
  if (change === undefined)
    throw new OperationError(409, `${names.at(-1) ?? 'This'} is not possible while ${property} is ${state}`);
  return change;
}

function assertAllowed(
  value: RecordFields,
  { from, set = {}, else: status = 409 }: OperationBehavior,
  schema: SourceSchema | null,
): void {
  const property = from === undefined ? null : guardProperty(schema, set, from);
  if (from === undefined || property === null || from.includes(textOf(value[property]))) return;
  throw new OperationError(status, `This is only possible while ${property} is ${from.join(' or ')}`);
}

/** Returns the verb in a body, such as `{ action: 'deactivate' }`. Shape: empty without one. */
export function sentVerb(segment: string, sent: RecordFields): readonly string[] {
  const isCommand = /^(?:actions?|commands?|events?|transitions?)$/i.test(segment);
  const names = isCommand
    ? /^(?:action|command|event|operation|transition|type|name)$/
    : /^(?:action|command)$/;
  return Object.entries(sent)
    .filter(([name, value]) => names.test(flatten(name)) && typeof value === 'string' && isVerb(value))
    .map(([, value]) => textOf(value))
    .slice(0, 1);
}
