/** Records that differ in each property, so that filters and orders have something to distinguish. */
import { operationsOf } from '../../../contract/operations.ts';
import { wordsOf } from '../../../contract/resources/words.ts';
import { isFields, type JsonFields } from '../../model/json-fields.ts';
import { plainShape, propertiesAt, sentLocation } from '../record-schema.ts';
import { ordinaryValues, writableProperties } from '../record-changes.ts';
import { relate, relationsOf } from '../relations/relations.ts';
import { actionsOn } from '../resource-operations.ts';
import { isSuccess } from '../resource-requests.ts';
import type { ResourceSession } from '../resource-session.ts';

/**
 * Creates records that differ in each property, the first of them with related records and the caller's own key, and one
 * for each of two actions that need no body.
 */
export async function createContrast(resource: ResourceSession): Promise<void> {
  if (resource.operations.byNeed.create === undefined) return;
  const values = writableProperties(resource, 'create')
    .filter(({ name }) => !isKey.test(name))
    .map(({ name, shape }) => [name, ordinaryValues(shape)] as const);
  const keys = await resource.references();
  const own = await ownKeys(resource);
  for (const index of [0, 1]) {
    const plain = Object.fromEntries(
      values.flatMap(([name, all]) => (all[index] === undefined ? [] : [[name, all[index]]])),
    );
    const isFirst = index === 0;
    const sent = { ...plain, ...keys[index] };
    let { record } = await resource.tryCreateWith({ ...sent, ...(isFirst ? own : {}) });
    if (record === null && isFirst && Object.keys(own).length > 0)
      ({ record } = await resource.tryCreateWith(sent));
    record ??= (await resource.tryCreateWith(plain)).record;
    if (record === null || !isFirst) continue;
    for (const relation of relationsOf(resource)) await relate(relation, record);
  }
  for (const { operation } of actionsOn(resource.operations)
    .filter((each) => each.operation.body === null)
    .slice(0, MAX_ACTIONS)) {
    const { record } = await resource.tryCreate();
    if (record !== null) await resource.callOperation(operation, record.path);
  }
}

const MAX_ACTIONS = 2;

/** Names of properties with the key of another record. */
const isKey = /(?:(?<=[a-z\d])Id|_id)$/;

/** Names of properties with the key of a user. */
const isPerson = /^(?:assignee|assigned|owner|user|member|reviewer|responsible)$/;

/** Returns the key of the caller for each property of a new record that refers to a user; empty if it is unknown. */
async function ownKeys(resource: ResourceSession): Promise<JsonFields> {
  const sent = sentLocation(resource.operation('create'));
  const names = propertiesAt(sent).flatMap(({ name, shape }) => {
    const [last, before] = wordsOf(name)
      .filter((word) => word !== 'to')
      .toReversed();
    const isOfPerson = isPerson.test(last === 'id' ? (before ?? '') : (last ?? ''));
    const isText = sent !== null && plainShape(sent, shape).kind === 'string';
    return isOfPerson && isText ? [name] : [];
  });
  const key = names.length === 0 ? null : await callerOf(resource);
  return key === null ? {} : Object.fromEntries(names.map((name) => [name, key]));
}

/** Returns the key of the user that a credential belongs to, as `GET /me` shows it; `null` if no operation does. */
export async function callerOf(resource: ResourceSession, profile?: string): Promise<string | null> {
  const { contract } = resource.operations;
  for (const { role, id, envelope } of contract.resources.operations) {
    const operation = operationsOf(contract).byId(id);
    if (role.value !== 'singleton-read' || operation === null || !isOwn.test(operation.path)) continue;
    const response = await resource.callOperation(operation, {}, profile === undefined ? {} : { profile });
    const { body } = response;
    const inner = envelope?.value.split('/').at(-1) ?? '';
    const user = isFields(body) && isFields(body[inner]) ? body[inner] : body;
    const key = isFields(user) ? ['id', 'userId', 'user_id', 'uid'].map((name) => user[name]) : [];
    const found = key.find((each) => typeof each === 'string' || typeof each === 'number');
    if (isSuccess(response) && found !== undefined) return String(found);
  }
  return null;
}

/** Paths of the user that a credential belongs to. */
const isOwn = /\/(?:me|self|whoami|current[_-]?user|user)$/i;
