/** Rejects operations that their descriptions exclude in the current state of a record. */
import type { StatedConflict } from '../../../contract/resources/graph.ts';
import { schemaAt } from '../../../contract/resources/records/schema-parts.ts';
import {
  conflictOf,
  finalIn,
  namedIn,
  onlyStates,
  stateOf,
} from '../../../contract/resources/records/state-conflict.ts';
import { flatten } from '../../../contract/resources/words.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { HandlerResponse } from '../../../templates/runtime/server/service.ts';
import { OperationError } from '../../http/declared-error.ts';
import { sentFields, type ResourceCall } from '../call.ts';
import { textOf } from '../fields.ts';
import { findTarget } from '../locate.ts';
import type { OperationPlan, ResourcePlan } from '../plan/plan.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';

/** Rejects another state than one that descriptions call final. Errors: throws an OperationError. */
export function assertNotFinal(call: ResourceCall, { value }: Pick<ResourceRecord, 'value'>): void {
  const { schema } = call.plan.resource;
  const place = stateOf(schema);
  const [current, sent] = [value, sentFields(call)].map((each) => valueAt(each, place?.pointer ?? '/'));
  if (place === null || typeof current !== 'string' || typeof sent !== 'string' || sent === current) return;
  const texts = [schema, call.plan.written].map((each) => schemaAt(each, place.pointer)?.text ?? '');
  if (texts.some((text) => finalIn(text, place).includes(current)))
    throw new OperationError(409, `The state ${current} is final`);
}

/** Rejects an operation in the states of its record that its texts exclude. Errors: throws an OperationError. */
export function assertState(call: ResourceCall, { value }: Pick<ResourceRecord, 'value'>): void {
  const { role, resource } = call.plan;
  assertNoConflict(call, resource, { value }, role.conflicts ?? []);
}

/** Rejects a new record below one whose state its 409 excludes. Errors: throws an OperationError. */
function assertParentState(call: ResourceCall, parent: ResourcePlan, record: ResourceRecord): void {
  const conflict = conflictOf(call.plan.source, parent.schema);
  const stated = conflict === null ? [] : [{ ...conflict, values: conflict.states }];
  assertNoConflict(call, parent, record, stated);
}

function assertNoConflict(
  { plan: { source }, request }: ResourceCall,
  { schema }: Pick<ResourcePlan, 'schema'>,
  { value }: Pick<ResourceRecord, 'value'>,
  stated: readonly Omit<StatedConflict, 'isSure'>[],
): void {
  if (!source.responses.some(({ status }) => status === 409)) return;
  const force = source.parameters.find(({ in: place, name }) => place === 'query' && /^force/i.test(name));
  if (force !== undefined && String(request.query[force.name]) === 'true') return;
  const place = force === undefined ? null : stateOf(schema);
  const unforced =
    place === null
      ? []
      : [{ pointer: place.pointer, values: namedIn(force?.text ?? '', place), isNegated: false }];
  for (const { pointer, values, isNegated } of [...stated, ...unforced]) {
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

/** Rejects an action in other states than those that its text limits it to. Errors: throws an OperationError. */
function assertOnlyFrom({ source, resource }: OperationPlan, { value }: ResourceRecord): void {
  const only = onlyStates(source, resource.schema);
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
    if (parent !== null && record !== undefined) assertParentState(call, parent, record);
    return create(call);
  };
}
