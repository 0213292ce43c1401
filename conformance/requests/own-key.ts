/** The key of a record in bodies: an update with a different one would rename the record. */
import type { ContractOperation } from '../../contract/operations.ts';
import { roleOf } from '../../contract/resources/graph.ts';
import { pointerStep, splitPointer, valueAt } from '../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import type { Texts } from './request-form.ts';
import { putAt } from './values.ts';

/**
 * Returns the property names that lead to the key in a record; `null` if it has none, or if only the service writes
 * it.
 */
export function keyPath({ id, contract }: ContractOperation): readonly string[] | null {
  const { resources } = contract;
  const name = roleOf(resources, id)?.resource;
  const resource = resources.resources.find((each) => each.name === name);
  const pointer = resource?.key?.value.property;
  return pointer == null || resource?.oneWay.includes(pointer) === true ? null : splitPointer(pointer);
}

/** Returns the body of an update with the key from the path, if it has one. */
export function withOwnKey<Body extends JsonValue | undefined>(
  operation: ContractOperation,
  path: Texts,
  body: Body,
): Body | JsonValue {
  const role = roleOf(operation.contract.resources, operation.id);
  const names = keyPath(operation);
  const parameter = Object.keys(path).at(-1);
  const isUpdate = role !== null && /^(?:update|replace|upsert)$/.test(role.role.value);
  if (!isUpdate || names === null || parameter === undefined || body === undefined) return body;
  const place = [...splitPointer(role.requestEnvelope?.value ?? ''), ...names];
  const value = valueAt(body, place.map(pointerStep).join(''));
  const text = path[parameter] ?? '';
  const key = typeof value === 'number' ? Number(text) : text;
  return value === undefined ? body : putAt(body, place.join('.'), key);
}
