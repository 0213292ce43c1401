/**
 * The switches of records that have paths of their own: `PUT /issues/{number}/lock` sets `locked` of the issue, and
 * `POST /courses/{id}/archive` its `state`.
 */
import { readBelow } from '../../../contract/resources/path-shape.ts';
import { firstState } from '../../../contract/resources/records/shown-state.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { guessEffect, stemOf } from '../../../contract/resources/records/action-effect.ts';
import type { ResourceCall } from '../call.ts';
import { changeRecord } from '../write/store-record.ts';
import { findTarget, targetIn } from '../locate.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';

/** A switch of the record above a path. Shape: `property` is `null` for a state that `name` leads to. */
export interface RecordSwitch {
  readonly plan: ResourcePlan;
  readonly property: string | null;
  readonly name: string;
  readonly parameter: string;
}

/** Finds the switch that a path sets; `null` if the record above it has none. */
export async function switchOf({ plan, plans }: ResourceCall): Promise<RecordSwitch | null> {
  const { parameter, segment: name } = readBelow(plan.spec.path);
  const owner = plan.above.get(parameter);
  const above = owner === undefined ? null : await plans.resource(owner);
  if (above?.schema == null) return null;
  const stem = stemOf(flatten(name));
  const property = [...above.schema.properties].find(
    ([each, { types, values }]) =>
      types?.has('boolean') === true &&
      values === null &&
      stem.length > 2 &&
      flatten(each).replace(/^is/, '').startsWith(stem),
  )?.[0];
  if (property !== undefined) return { plan: above, property, name, parameter };
  const hasState = Object.keys(guessEffect(above.schema, [name], above.sample)).length > 0;
  return hasState ? { plan: above, property: null, name, parameter } : null;
}

/** Sets the switch of the record above a path, on or off, and returns the record; undefined if there is none. */
export function setSwitch(
  tx: Transaction,
  { plan: called, request }: ResourceCall,
  { plan, property, name, parameter }: RecordSwitch,
  isOn: boolean,
): ResourceRecord | undefined {
  const record = findTarget(tx, plan, targetIn(called, request, parameter));
  if (record === undefined || plan.schema === null) return record;
  const changes = property === null ? stateWith(plan.schema, record.value, name, isOn) : { [property]: isOn };
  return changeRecord(tx, plan, record, { ...record.value, ...changes });
}

/** Returns the state that a name leads to; off again, the one that records begin in. */
function stateWith(schema: SourceSchema, value: RecordFields, name: string, isOn: boolean): RecordFields {
  const on = guessEffect(schema, [name], value);
  if (isOn) return on;
  const off = Object.entries(on).flatMap(([each]) => {
    const first = firstState(schema.properties.get(each)?.values ?? []);
    return first === undefined ? [] : [[each, first] as const];
  });
  return Object.fromEntries(off);
}
