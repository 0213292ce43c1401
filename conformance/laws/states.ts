/** The law of states: an operation is rejected in the states in which its description excludes it. */
import { isDeepStrictEqual } from 'node:util';
import { valueAt } from '../../templates/runtime/json/pointer.ts';
import type { JsonFields } from '../model/json-fields.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import { defineLaw, printValue, type Law } from './law.ts';
import { ordinaryValues, writableProperties } from './record-changes.ts';
import { changeClosed, createExcluded } from './relations/closed-records.ts';
import { actionsOn, type ResourceOperation } from './resource-operations.ts';
import { isSuccess, type CreatedRecord, type ResourceResponse } from './resource-requests.ts';
import type { ResourceSession } from './resource-session.ts';

export const stateLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW47',
    title: 'An operation is rejected in the states that its description excludes.',
    description:
      'Brings a record from state to state with its actions, and calls in each state the actions and the update that return 409 there according to their descriptions. Creates a record below one in a state that excludes this according to a description, and changes the records in a state in which they are read-only.',
    rationale: 'A record would be changed after it was closed, or skip a step.',
    needs: ['create', 'read'],
    play: callInEachState,
  }),
];

/** The maximum number of states of a record. */
const MAX_STATES = 6;

async function callInEachState(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const actions = actionsOn(resource.operations);
  const { update } = resource.operations.byNeed;
  const targets = [...actions, ...(update === undefined ? [] : [update])].filter(
    ({ role }) => role.conflicts !== undefined,
  );
  const excluded = (await createExcluded(resource, tools)) + (await changeClosed(resource, tools));
  if (targets.length === 0 && excluded === 0)
    return tools.skip('No description names the states in which an operation is rejected.');
  if (targets.length === 0) return;
  const record = await resource.create();
  const used = new Set<ResourceOperation>();
  let compared = 0;
  for (let count = 0; count < MAX_STATES; count++) {
    const read = await resource.readExisting(record);
    for (const target of targets.filter((each) => conflictIn(each, read) !== null)) {
      const response = await call(resource, record, target);
      if (response === null) continue;
      compared += 1;
      const conflict = conflictIn(target, read);
      const state = `${conflict?.pointer.slice(1) ?? ''} is ${printValue(valueAt(read, conflict?.pointer ?? ''))}`;
      const message = `${target.operation.id} returned ${response.status} instead of 409 although ${state}.`;
      if (!isSuccess(response)) continue;
      tools.report(conflict?.isSure === true ? { message, at: 'status' } : warning(message, 'status'));
      return;
    }
    const next = actions.filter((each) => !used.has(each) && conflictIn(each, read) === null);
    let isMoved = false;
    for (const action of next) {
      used.add(action);
      isMoved = isSuccess(await resource.callOperation(action.operation, record.path));
      if (isMoved) break;
    }
    if (!isMoved) break;
  }
  if (compared + excluded === 0) tools.skip('No state was reached in which an operation returns 409.');
}

/** Returns the conflict of an operation with the state of a record; `null` for none. */
function conflictIn({ role: { conflicts = [] } }: ResourceOperation, read: JsonFields) {
  return (
    conflicts.find(({ pointer, values, isNegated }) => {
      const actual = valueAt(read, pointer);
      return actual !== undefined && values.some((each) => isDeepStrictEqual(each, actual)) !== isNegated;
    }) ?? null
  );
}

/** Calls an action, or an update of one property; `null` if no property can be changed. */
async function call(
  resource: ResourceSession,
  record: CreatedRecord,
  { operation }: ResourceOperation,
): Promise<ResourceResponse | null> {
  if (operation !== resource.operations.byNeed.update?.operation)
    return resource.callOperation(operation, record.path);
  const changes = writableProperties(resource, 'update').flatMap(({ name, shape }) => {
    const value = ordinaryValues(shape).find((each) => each !== record.created[name]);
    return value === undefined ? [] : [{ [name]: value }];
  });
  return changes[0] === undefined ? null : resource.update(record, changes[0]);
}
