/** Rejects operations that their descriptions exclude in the current state of a record. */
import { memoizeByObject } from '../../../contract/memoize.ts';
import type { StatedConflict } from '../../../contract/resources/graph.ts';
import { schemaAt } from '../../../contract/resources/records/schema-parts.ts';
import {
  conflictOf,
  finalIn,
  namedIn,
  onlyStates,
  stateOf,
} from '../../../contract/resources/records/state-conflict.ts';
import type { SourceOperation, SourceParameter, SourceSchema } from '../../../contract/resources/source.ts';
import { flatten } from '../../../contract/resources/words.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { OperationError } from '../../http/declared-error.ts';
import { sentFields, type ResourceCall } from '../call.ts';
import { textOf } from '../fields.ts';
import { findTarget } from '../locate.ts';
import type { OperationPlan, ResourcePlan } from '../plan/plan.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';

/** The place of a state, and the states that texts call final; `null` for none. */
const finalStates = memoizeByObject(({ resource: { schema }, written }: OperationPlan) => {
  const place = stateOf(schema);
  if (place === null) return null;
  const texts = [schema, written].map((each) => schemaAt(each, place.pointer)?.text ?? '');
  return { pointer: place.pointer, states: texts.flatMap((text) => finalIn(text, place)) };
});

/** Rejects another state than one that descriptions call final. Errors: throws an OperationError. */
export function assertNotFinal(call: ResourceCall, { value }: Pick<ResourceRecord, 'value'>): void {
  const final = finalStates(call.plan);
  if (final === null) return;
  const [current, sent] = [value, sentFields(call)].map((each) => valueAt(each, final.pointer));
  if (typeof current !== 'string' || typeof sent !== 'string' || sent === current) return;
  if (final.states.includes(current)) throw new OperationError(409, `The state ${current} is final`);
}

type Conflict = Omit<StatedConflict, 'isSure'>;

/** The states of a record that the texts of an operation exclude. */
const ownConflicts = memoizeByObject(({ source, role, resource }: OperationPlan) => [
  ...(role.conflicts ?? []),
  ...unforced(source, resource.schema),
]);

/** The states of the record above that the texts of an operation exclude. */
const conflictsAbove = memoizeByObject(({ source }: OperationPlan, { schema }: ResourcePlan) => {
  const conflict = conflictOf(source, schema);
  const stated: readonly Conflict[] = conflict === null ? [] : [{ ...conflict, values: conflict.states }];
  return [...stated, ...unforced(source, schema)];
});

/** Returns the states that a parameter such as `force` names: those in which an operation must be forced. */
function unforced(source: SourceOperation, schema: SourceSchema | null): readonly Conflict[] {
  const force = forceIn(source);
  const place = force === undefined ? null : stateOf(schema);
  if (force === undefined || place === null) return [];
  return [{ pointer: place.pointer, values: namedIn(force.text, place), isNegated: false }];
}

function forceIn({ parameters }: SourceOperation): SourceParameter | undefined {
  return parameters.find(({ in: place, name }) => place === 'query' && /^force/i.test(name));
}

/** Rejects an operation in the states of its record that its texts exclude. Errors: throws an OperationError. */
export function assertState(call: ResourceCall, record: Pick<ResourceRecord, 'value'>): void {
  assertNoConflict(call, record, ownConflicts(call.plan));
}

function assertNoConflict(
  { plan: { source }, request }: ResourceCall,
  { value }: Pick<ResourceRecord, 'value'>,
  conflicts: readonly Conflict[],
): void {
  if (conflicts.length === 0 || !source.responses.some(({ status }) => status === 409)) return;
  const force = forceIn(source);
  if (force !== undefined && String(request.query[force.name]) === 'true') return;
  for (const { pointer, values, isNegated } of conflicts) {
    const state = valueAt(value, pointer);
    if (state === undefined || state === null) continue;
    const isNamed = values.some((each) => flatten(textOf(each)) === flatten(textOf(state)));
    if (isNamed !== isNegated)
      throw new OperationError(409, `This is not possible while ${pointer.slice(1)} is ${textOf(state)}`);
  }
}

/**
 * Returns whether an action changes nothing, so that 304 is returned.
 *
 * Errors: throws an OperationError if its 409 says "already", or excludes the action in the state of the record.
 */
export function isUnchangedBy(call: ResourceCall, record: ResourceRecord, set: RecordFields): boolean {
  const { source, resource } = call.plan;
  const names = Object.keys(set);
  const isSame = names.length > 0 && names.every((name) => textOf(record.value[name]) === textOf(set[name]));
  const descriptionOf = (status: number): string | undefined =>
    source.responses.find((each) => each.status === status)?.text;
  if (isSame && descriptionOf(304) !== undefined) return true;
  if (isSame && /\balready\b/i.test(descriptionOf(409) ?? ''))
    throw new OperationError(409, `${resource.resource.name} ${record.key} is already in this state`);
  assertState(call, record);
  assertOnlyFrom(call.plan, record);
  return false;
}

const onlyStatesOf = memoizeByObject(({ source, resource }: OperationPlan) =>
  onlyStates(source, resource.schema),
);

/** Rejects an action in other states than those that its text limits it to. Errors: throws an OperationError. */
function assertOnlyFrom(plan: OperationPlan, { value }: ResourceRecord): void {
  const only = onlyStatesOf(plan);
  const state = only === null ? undefined : valueAt(value, only.pointer);
  if (only !== null && typeof state === 'string' && !only.states.includes(state))
    throw new OperationError(
      only.status,
      `This is only possible while the state is ${only.states.join(' or ')}`,
    );
}

/** Returns a handler that also rejects new records below one whose state excludes them. */
export function withParentState(
  create: (call: ResourceCall) => Promise<HandlerResponse>,
): (call: ResourceCall) => Promise<HandlerResponse> {
  return async (call) => {
    const { plan, plans, request, context } = call;
    const [parameter, name] = [...plan.above].at(-1) ?? [];
    const parent = name === undefined ? null : await plans.resource(name);
    const key = parameter === undefined ? '' : String(request.path[parameter]);
    const record = parent === null ? undefined : findTarget(context.world.view, parent, { key, parents: {} });
    if (parent !== null && record !== undefined) assertNoConflict(call, record, conflictsAbove(plan, parent));
    return create(call);
  };
}
