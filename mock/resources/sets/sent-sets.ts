/** Lists of keys in the request of a record that has a set below it: `{ "songs": [7, 9] }` for `/albums/{id}/songs`. */
import { readPath, templateOf } from '../../../contract/resources/path-shape.ts';
import { bareName, isPlural, isSameName } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { ResourceCall } from '../call.ts';
import { isFields } from '../fields.ts';
import { ownParameter } from '../links/references.ts';
import { findTarget } from '../locate.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';
import { addEntry, removeAll } from './value-sets.ts';

/** The entries of a set that a request names. Shape: `call` is one of an operation of the set. */
interface SentSet {
  readonly call: ResourceCall;
  readonly keys: readonly string[];
}

/** Finds the lists in a request that records do not have, and that sets below them are named like. */
export async function sentSets(call: ResourceCall, sent: RecordFields): Promise<readonly SentSet[]> {
  const { plan, plans } = call;
  const { resource, schema } = plan.resource;
  if (resource.itemPath === null) return [];
  const item = templateOf(resource.itemPath);
  const lists = Object.entries(sent).filter(
    ([name, value]) => Array.isArray(value) && isPlural(name) && schema?.properties.has(name) !== true,
  );
  const result: SentSet[] = [];
  for (const set of lists.length === 0 ? [] : plans.resources) {
    const segment = readPath(set.path).name;
    if (set.kind !== 'set' || templateOf(set.path) !== `${item}/${segment}`) continue;
    const [, list] =
      lists.find(([name]) => [name, bareName(name)].some((each) => isSameName(each, segment))) ?? [];
    const keys = Array.isArray(list) ? (list as readonly JsonValue[]).flatMap(keyOf) : null;
    const [operation] = plans.operationsOf(set);
    const ofSet = keys === null || operation === undefined ? null : await plans.of(operation.source.id);
    if (keys !== null && ofSet !== null)
      result.push({ call: { ...call, plan: ofSet, request: { ...call.request, body: keys } }, keys });
  }
  return result;
}

function keyOf(entry: JsonValue): readonly string[] {
  const key = isFields(entry) ? entry['id'] : entry;
  return typeof key === 'string' || typeof key === 'number' ? [String(key)] : [];
}

/** Replaces the entries of the sets below a record with those that a request names. */
export function fillSets(
  tx: Transaction,
  { plan }: ResourceCall,
  sets: readonly SentSet[],
  record: ResourceRecord,
): void {
  const parameter = ownParameter(plan.resource);
  if (parameter === null) return;
  const parents = { ...record.parents, [parameter]: record.key };
  for (const { call, keys } of sets) {
    removeAll(tx, call, parents);
    for (const key of new Set(keys))
      if (findTarget(tx, call.plan.resource, { key, parents }) === undefined)
        addEntry(tx, call, { key, parents });
  }
}
