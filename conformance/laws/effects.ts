/** Laws of effects: an action and a replacement have the effect that their responses show. */
import { isDeepStrictEqual } from 'node:util';
import { operationsOf, type ContractOperation } from '../../contract/operations.ts';
import { LIKELY, rolesOf } from '../../contract/resources/graph.ts';
import { valueAt } from '../../templates/runtime/json/pointer.ts';
import { toText } from '../../templates/runtime/json/value.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import { isFields, type JsonFields } from '../model/json-fields.ts';
import { containsText } from '../model/search-value.ts';
import { warning, type CheckTools } from '../play/play-check.ts';
import { referencesOf } from '../requests/records/references.ts';
import { listLost } from './compare-values.ts';
import { defineLaw, printValue, type Law } from './law.ts';
import { declaredDifferences, returnedLocation } from './record-schema.ts';
import { ordinaryValues, writableProperties } from './record-changes.ts';
import { recordIn } from '../requests/records/record-body.ts';
import { createBelow } from './reach.ts';
import {
  actionsOn,
  operationsBelow,
  type ResourceOperation,
  type ResourceOperations,
} from './resource-operations.ts';
import { isSuccess, type CreatedRecord, type ResourceResponse } from './resource-requests.ts';
import { ResourceSession } from './resource-session.ts';

export const effectLaws: readonly Law[] = [
  defineLaw({
    id: 'LAW26',
    title: 'An action has the effect that its response shows.',
    description:
      'Calls each action on its own record, after a 409 again after each other action or the deletion, and compares the response with the record and the effect that its text states. Moves a record to another parent with the records below it.',
    rationale: 'A button would seem to work without effect.',
    needs: ['create', 'read'],
    play: act,
  }),
  defineLaw({
    id: 'LAW21',
    title: 'A replaced record equals what was sent.',
    description:
      'Replaces a record that has other values with PUT, and singletons below it such as settings, and compares what is read with what was sent. An omitted property may not keep its former value if it has a default or there is also a PATCH.',
    rationale: 'A client that saves a whole record would lose changes, or keep what the user has removed.',
    needs: ['create'],
    play: replace,
  }),
];

async function act(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const actions = actionsOn(resource.operations);
  let played = 0;
  for (const { operation, role } of actions) {
    if (referencesOf(operation).some(({ isOther }) => isOther)) {
      if (await move(resource, tools, { operation, role })) played += 1;
      continue;
    }
    const record = await resource.create();
    const others = actions.filter((each) => each.operation !== operation).map((each) => each.operation);
    const { response, before } = await callInState(resource, record, operation, others);
    const shown = valueAt(response.body, role.envelope?.value ?? '');
    if (!isSuccess(response) || !isFields(shown) || resource.keyOf(shown) !== record.key) continue;
    played += 1;
    const read = await resource.readExisting(record);
    const location = returnedLocation(resource.operation('read'));
    for (const path of declaredDifferences(location, shown, read, { isStrict: true })) {
      const message = `${path} in the response of ${operation.id} is not what is read afterwards.`;
      // Why: 202 means that the action is not done yet, and another value may have changed since.
      const isLost = response.status !== 202 && isDeepStrictEqual(before[path], read[path]);
      tools.report(
        isLost && path in read ? { message, at: `body.${path}` } : warning(message, `body.${path}`),
      );
    }
    const { sets = [], clears = [], values = {}, again } = role.effect ?? {};
    for (const name of sets)
      tools.note(read[name] != null, warning(`After ${operation.id}, ${name} is not set.`, `body.${name}`));
    for (const name of clears) {
      const message = `After ${operation.id}, ${name} is ${printValue(read[name])} instead of null.`;
      tools.note(read[name] == null, warning(message, `body.${name}`));
    }
    for (const [name, value] of Object.entries(values)) {
      const message = `After ${operation.id}, ${name} is ${printValue(read[name])} instead of ${printValue(value)}.`;
      const isSet = response.status === 202 || isDeepStrictEqual(read[name], value);
      tools.note(isSet, warning(message, `body.${name}`));
    }
    // Why not with states: another law calls it in each of them.
    const isOfStates = role.conflicts !== undefined;
    if (again === undefined || isOfStates || operation.body !== null || response.status === 202) continue;
    const { status } = await resource.callOperation(operation, record.path);
    const message = `${operation.id} of the same record again returned ${status} instead of ${again}.`;
    tools.note(!isSuccess({ status }), warning(message, 'status'));
  }
  if (played === 0) tools.skip('No action returns the record.');
}

/** Moves a record to another parent, and looks for it and the records below it. Shape: whether it was moved. */
async function move(
  resource: ResourceSession,
  tools: CheckTools,
  { operation, role }: ResourceOperation,
): Promise<boolean> {
  const record = await resource.create();
  const below = await createBelow(resource, record);
  const form = resource.base(operation, resource.pathFor(operation, record.path));
  const response = await resource.send(form);
  const shown = valueAt(response.body, role.envelope?.value ?? '');
  const key = isFields(shown) ? resource.keyOf(shown) : null;
  if (!isSuccess(response) || response.status === 202 || key === null) return false;
  const sent = recordIn(form, role.requestEnvelope?.value ?? '');
  const parents = referencesOf(operation).flatMap(({ property, parameter, isOther }) =>
    isOther && sent[property] !== undefined
      ? [[parameter, toText(sent[property] as JsonValue)] as const]
      : [],
  );
  const path = { ...record.path, ...Object.fromEntries(parents), [resource.keyParameter]: key };
  const reader = resource.operation('read').operation.id;
  const found = await resource.read({ path });
  const message = `After ${operation.id}, ${reader} at the new path returned ${found.status}.`;
  tools.note(isSuccess(found), warning(message, 'status'));
  const isMoved = /^(?:move|transfer|relocate)/i.test(operation.path.split('/').at(-1) ?? '');
  const old = isMoved ? await resource.read(record) : null;
  const stays = `After ${operation.id}, ${reader} at the old path returned ${old?.status}.`;
  tools.note(old === null || !isSuccess(old), warning(stays, 'status'));
  for (const { session, child } of isMoved && isSuccess(found) ? below : []) {
    if (session.operations.byNeed.list === undefined) continue;
    const lack = `After ${operation.id}, ${session.operation('list').operation.id} lacks a record.`;
    const list = await session.list({}, path);
    tools.note(!isSuccess(list) || containsText(list.body, child.key), warning(lack, 'body'));
  }
  return true;
}

/** The response of an action, and the record before it. Shape: `before` is empty for a deleted record. */
interface Acted {
  readonly response: ResourceResponse;
  readonly before: JsonFields;
}

/** Calls an action; after a 409 again after each other action, and finally after the deletion of the record. */
async function callInState(
  resource: ResourceSession,
  record: CreatedRecord,
  operation: ContractOperation,
  others: readonly ContractOperation[],
): Promise<Acted> {
  const call = async (): Promise<Acted> => {
    const before = await resource.readExisting(record);
    return { before, response: await resource.callOperation(operation, record.path) };
  };
  let acted = await call();
  for (const other of others) {
    if (acted.response.status !== 409) return acted;
    const { status } = await resource.callOperation(other, record.path);
    if (status < 300) acted = await call();
  }
  const canDelete = resource.operations.byNeed.delete !== undefined && isUndoing.test(operation.path);
  if (acted.response.status !== 409 || !canDelete || !isSuccess(await resource.delete(record))) return acted;
  return { before: {}, response: await resource.callOperation(operation, record.path) };
}

/** Actions that reverse a deletion. */
export const isUndoing = /\/(?:restore|undelete|recover|unarchive|un-?trash)$/i;

async function replace(resource: ResourceSession, tools: CheckTools): Promise<void> {
  const rejected: string[] = [];
  const replacements = [...ownReplacement(resource), ...singletonsBelow(resource)];
  for (const each of replacements) {
    const session = new ResourceSession(each, tools, resource.context);
    const isReplaced = await replaceOnce(session, tools, resource);
    if (!isReplaced) rejected.push(session.operation('update').operation.id);
  }
  if (replacements.length === 0) tools.skip('No operation replaces a record.');
  if (rejected.length === replacements.length)
    tools.skip(`${rejected.join(' and ')} accepted no replacement.`);
}

/** Returns the operations of a resource with its replacement as the update; empty without one. */
function ownReplacement({ operations }: ResourceSession): readonly ResourceOperations[] {
  const { contract, resource, byNeed } = operations;
  const role = contract.resources.operations.find(
    (each) =>
      each.resource === resource.name && each.role.value === 'replace' && each.role.confidence >= LIKELY,
  );
  const operation = role === undefined ? null : operationsOf(contract).byId(role.id);
  return role === undefined || operation === null || byNeed.read === undefined
    ? []
    : [{ ...operations, byNeed: { ...byNeed, update: { operation, role } } }];
}

/** Returns the operations of the singletons below a record that can be replaced and read. */
function singletonsBelow({ operations }: ResourceSession): readonly ResourceOperations[] {
  const { contract } = operations;
  const readers = operationsBelow(operations, 'singleton-read');
  return operationsBelow(operations, 'singleton-replace').flatMap((update) => {
    const { resource: name } = update.role;
    const own = contract.resources.resources.find((each) => each.name === name);
    const read = readers.find(({ role }) => role.resource === name);
    return own === undefined || read === undefined
      ? []
      : [{ contract, resource: own, byNeed: { read, update } }];
  });
}

/** Replaces a record that has other values, and compares it. Shape: whether the replacement was accepted. */
async function replaceOnce(
  session: ResourceSession,
  tools: CheckTools,
  owner: ResourceSession,
): Promise<boolean> {
  const { operation } = session.operation('update');
  const all = writableProperties(session, 'update').flatMap(({ name, shape }) => {
    const [before, after] = ordinaryValues(shape);
    return after === undefined ? [] : [{ name, before, after }];
  });
  const record = await createToReplace(
    session,
    owner,
    Object.fromEntries(all.map(({ name, before }) => [name, before])),
  );
  if (record === null) return false;
  const values = all.filter(({ name, after }) => !Array.isArray(after) || Object.hasOwn(record.sent, name));
  const changed = Object.fromEntries(values.map(({ name, after }) => [name, after]));
  const sent = { ...session.acceptedBy('update', record.sent), ...changed };
  const replaced = await session.update(record, sent);
  if (!isSuccess(replaced)) return false;
  const read = await session.readExisting(record);
  const location = returnedLocation(session.operation('read'));
  for (const { name, after } of values)
    tools.note(
      listLost({ [name]: after }, read, location, []).length === 0,
      `After ${operation.id}, ${name} is ${printValue(read[name])} instead of ${printValue(after)}.`,
      `body.${name}`,
    );
  await leaveOut(session, tools, { record, values });
  return true;
}

/** Creates a record with these values, or replaces a singleton. Shape: `null` if they are rejected. */
async function createToReplace(
  session: ResourceSession,
  owner: ResourceSession,
  values: JsonFields,
): Promise<CreatedRecord | null> {
  if (session.operations.byNeed.create !== undefined)
    return (await session.tryCreateWith(values)).record ?? session.create();
  const { operation, role } = session.operation('update');
  const parent = await owner.create();
  const base = session.base(operation, session.pathFor(operation, parent.path));
  const sent = { ...recordIn(base, role.requestEnvelope?.value ?? ''), ...values };
  const record = { ...parent, sent, created: sent };
  return isSuccess(await session.update(record, sent)) ? record : null;
}

interface ReplacedRecord {
  readonly record: CreatedRecord;
  readonly values: readonly { readonly name: string; readonly after: unknown }[];
}

/**
 * Replaces a record without its optional properties: they must get their defaults, and others must not keep their
 * values.
 */
async function leaveOut(
  session: ResourceSession,
  tools: CheckTools,
  { record, values }: ReplacedRecord,
): Promise<void> {
  const { operation } = session.operation('update');
  const whole = { ...record, sent: {} };
  const required = Object.fromEntries(
    Object.entries(record.sent).filter(([name]) => session.isRequired('update', name)),
  );
  const before = await session.readExisting(record);
  if (!isSuccess(await session.update(whole, required))) return;
  const read = await session.readExisting(record);
  const { contract, resource: own } = session.operations;
  const { defaults = {} } = own;
  const hasPatch = rolesOf(contract.resources, own.name).some(({ role }) => role.value === 'update');
  const kept = values.filter(
    ({ name }) =>
      !Object.hasOwn(required, name) &&
      isDeepStrictEqual(read[name], before[name]) &&
      // Why: a service may choose such a value itself.
      !isPlain(before[name]) &&
      !isDeepStrictEqual(before[name], defaults[name]),
  );
  for (const { name } of kept) {
    const message = `${operation.id} without ${name} keeps its former value.`;
    // Why a warning without a default: a few services change only what is sent.
    if (Object.hasOwn(defaults, name)) tools.report(message, `body.${name}`);
    else tools.note(!hasPatch, warning(message, `body.${name}`));
  }
}

function isPlain(value: unknown): boolean {
  return value === false || value === 0 || value === '' || value === null || value === undefined;
}
