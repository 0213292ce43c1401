/** Extracts from checked traffic what a mock can play back: the records in responses, and the events of streams. */
import { roleOf, type Role } from '../../contract/resources/graph.ts';
import type { Contract } from '../../contract/contract.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import { hideSecrets, withoutSecrets } from '../../templates/runtime/json/secret-values.ts';
import { valueAt } from '../../templates/runtime/json/pointer.ts';
import { isFields, parseJson, keyText } from '../model/json-fields.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Recorded } from './job.ts';
import { decodePercent } from '../../templates/runtime/json/value.ts';

/** The roles whose responses contain complete records. */
const showing: ReadonlySet<Role> = new Set([
  ...(['list', 'search', 'read', 'create', 'copy', 'update', 'replace', 'upsert', 'action'] as const),
  ...(['singleton-read', 'singleton-update', 'singleton-replace'] as const),
]);

/** Returns the records that a response shows, and the key of one that it deleted. */
export function recordsIn(
  { resources }: Contract,
  { id }: ContractOperation,
  { request, response }: Exchange,
): readonly Recorded[] {
  const role = roleOf(resources, id);
  const resource = resources.resources.find(({ name }) => name === role?.resource);
  if (response === null || response.status >= 300 || role === null || resource === undefined) return [];
  const key = resource.key?.value.property ?? null;
  const { name } = resource;
  if (role.role.value === 'delete') {
    const [path = ''] = request.path.split('?', 1);
    const deleted = decodePercent(path.slice(path.lastIndexOf('/') + 1));
    return [{ kind: 'record', resource: name, key: deleted, value: null }];
  }
  if (!showing.has(role.role.value) || role.envelope === null || response.body.kind !== 'json') return [];
  const shown = valueAt(response.body.value, role.envelope.value);
  const isOnly = resource.kind === 'singleton';
  const all: readonly unknown[] = Array.isArray(shown) ? shown : [shown];
  return all.flatMap((each): Recorded[] => {
    const value: unknown = role.inItem === undefined ? each : valueAt(each, role.inItem);
    const text = isOnly ? '' : keyText(key === null ? undefined : valueAt(value, key));
    if (!isFields(value) || text === null) return [];
    return [{ kind: 'record', resource: name, key: text, value: withoutSecrets(value) }];
  });
}

/** Returns the event of a frame; `null` if its data is not JSON. */
export function eventIn({ id }: ContractOperation, exchange: number, data: string): Recorded | null {
  const value = parseJson(data);
  return value === undefined ? null : { kind: 'event', operation: id, exchange, value: hideSecrets(value) };
}
