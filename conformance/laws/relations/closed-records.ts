/** Creates and changes records in the states that exclude this according to the texts: "Archived projects are read-only". */
import { isClosedIn, isRejectedIn } from '../../../contract/statements/closed-states.ts';
import { excludesCreation } from '../../../contract/statements/records.ts';
import type { ContractOperation } from '../../../contract/operations.ts';
import { wordOfState } from '../../../contract/resources/records/action-effect.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonFields } from '../../model/json-fields.ts';
import type { CheckTools } from '../../play/play-check.ts';
import { sessionsBelow } from '../reach.ts';
import { ordinaryValues, writableProperties } from '../record-changes.ts';
import { actionsOn } from '../resource-operations.ts';
import { isSuccess, type CreatedRecord, type ResourceResponse } from '../resource-requests.ts';
import type { ResourceSession } from '../resource-session.ts';

/** How a record gets into a state. Shape: `action` is `null` for an update. */
interface Closing {
  readonly word: string;
  readonly label: string;
  readonly action: ContractOperation | null;
  readonly apply: (record: CreatedRecord) => Promise<ResourceResponse>;
}

/** Lists the ways into a state: actions, and updates of a flag or a state. */
function closingsOf(resource: ResourceSession): readonly Closing[] {
  const actions = actionsOn(resource.operations).flatMap(({ operation }): readonly Closing[] => {
    const word = wordOfState(operation.path.split('/').at(-1) ?? '');
    const apply = ({ path }: CreatedRecord) => resource.callOperation(operation, path);
    return [{ word, label: operation.id, action: operation, apply }];
  });
  const { update } = resource.operations.byNeed;
  if (update === undefined) return actions;
  const updates = writableProperties(resource, 'update').flatMap(({ name, shape }): readonly Closing[] => {
    const values = shape.kind === 'values' ? shape.values : [];
    const changes = values.flatMap((value): readonly (readonly [string, JsonFields])[] => {
      if (typeof value === 'string') return [[flatten(value), { [name]: value }]];
      return value === true ? [[flatten(name).replace(/^is/, ''), { [name]: true }]] : [];
    });
    return changes.map(([word, change]) => ({
      word,
      label: `${update.operation.id} of ${name}`,
      action: null,
      apply: (record) => resource.update(record, change),
    }));
  });
  return [...actions, ...updates];
}

/** Brings records into the states that exclude changes, and tries these. Shape: the number of states. */
export async function changeClosed(resource: ResourceSession, tools: CheckTools): Promise<number> {
  const { contract } = resource.operations;
  const kind = kindOf(resource);
  let count = 0;
  for (const { word, label, action, apply } of closingsOf(resource)) {
    const isClosed = (session: ResourceSession): boolean =>
      isClosedIn(contract, { kind, word }, kindOf(session), action);
    const below = sessionsBelow(resource);
    if (![resource, ...below].some(isClosed)) continue;
    const record = await resource.create();
    const children: { readonly session: ResourceSession; readonly child: CreatedRecord }[] = [];
    for (const session of below) {
      const isWorth = isClosed(session) || sessionsBelow(session).some(isClosed);
      const child = isWorth ? (await session.tryCreate({}, record.path)).record : null;
      if (child !== null) children.push({ session, child });
    }
    if (!isSuccess(await apply(record))) continue;
    count += 1;
    const note = ({ status, exchange }: ResourceResponse, { id }: ContractOperation): void => {
      const message = `After ${label}, ${id} returned ${status} although nothing can be changed.`;
      tools.noteOf(exchange, !isSuccess({ status }), message, 'status');
    };
    const create = async (session: ResourceSession, parent: CreatedRecord): Promise<void> =>
      note((await session.tryCreate({}, parent.path)).response, session.operation('create').operation);
    const change = async (session: ResourceSession, each: CreatedRecord): Promise<void> => {
      const response = await changeOne(session, each);
      if (response !== null) note(response, session.operation('update').operation);
    };
    if (isClosed(resource)) await change(resource, record);
    for (const { session, child } of children) {
      if (isClosed(session)) await create(session, record);
      if (isClosed(session)) await change(session, child);
      for (const inner of sessionsBelow(session).filter(isClosed)) await create(inner, child);
    }
  }
  return count;
}

/** Creates records below records in the states that exclude this. Shape: the number of creations. */
export async function createExcluded(resource: ResourceSession, tools: CheckTools): Promise<number> {
  const kind = kindOf(resource);
  let count = 0;
  for (const { word, label, action, apply } of closingsOf(resource))
    for (const session of sessionsBelow(resource)) {
      const creation = session.operation('create').operation;
      const isExcluded =
        (action !== null && excludesCreation(action, kindOf(session))) ||
        isRejectedIn(creation, { kind, word });
      if (!isExcluded) continue;
      const record = await resource.create();
      if (!isSuccess(await apply(record))) continue;
      count += 1;
      const { response } = await session.tryCreate({}, record.path);
      const message = `After ${label}, ${creation.id} returned ${response.status} although no record can be created.`;
      tools.noteOf(response.exchange, !isSuccess(response), message, 'status');
    }
  return count;
}

function kindOf({ operations }: ResourceSession): string {
  return operations.resource.name.split('/').at(-1) ?? '';
}

/** Updates one property of a record; `null` if none can be changed. */
async function changeOne(session: ResourceSession, record: CreatedRecord): Promise<ResourceResponse | null> {
  if (session.operations.byNeed.update === undefined) return null;
  const [change] = writableProperties(session, 'update').flatMap(({ name, shape }) => {
    const value = ordinaryValues(shape).find((each) => each !== record.created[name]);
    return value === undefined ? [] : [{ [name]: value }];
  });
  return change === undefined ? null : session.update(record, change);
}
