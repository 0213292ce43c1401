/** Records of one resource in a tree: folders in folders, comments that answer comments. */
import { describeSame } from '../../../contract/resources/schema-likeness.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import { OperationError } from '../../http/declared-error.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { View } from '../../kernel/store/view.ts';
import { isFields, textOf } from '../fields.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import { findRecords, listRecords, records, type RecordFields, type ResourceRecord } from '../record.ts';
import { ownParameter } from './references.ts';

/** Returns the property of a record that lists the records of its kind below it: `subgroups`; `null` for none. */
export function childrenIn({ schema }: Pick<ResourcePlan, 'schema'>): string | null {
  const list = [...(schema?.properties ?? [])].find(
    ([name, { items }]) =>
      /^(?:sub|child|nested)/i.test(name) && items !== null && describeSame(items, schema),
  );
  return list?.[0] ?? null;
}

/** Returns which records the list at a path shows: where records list what is below them, only those that are below none. */
export function inTree(plan: ResourcePlan, path: string): (record: ResourceRecord) => boolean {
  const parameter = path === plan.resource.path && childrenIn(plan) !== null ? ownParameter(plan) : null;
  return ({ parents }) => parameter === null || parents[parameter] === undefined;
}

/**
 * Lists the records below a record of the same resource, at any depth: those whose `parent` or `parent_id` it is, or that
 * were created below its path.
 */
export function branchOf(view: View, plan: ResourcePlan, record: ResourceRecord): readonly ResourceRecord[] {
  const { schema, resource, key } = plan;
  const name = [...(schema?.properties.keys() ?? [])].find((each) => /^parent(?:id)?$/.test(flatten(each)));
  const parameter = childrenIn(plan) === null ? null : ownParameter(plan);
  if ((name === undefined && parameter === null) || key === null) return [];
  const parentOf = ({ value, parents }: ResourceRecord): string => {
    const above = parameter === null ? undefined : parents[parameter];
    if (above !== undefined || name === undefined) return above ?? '';
    const parent = value[name];
    return textOf((isFields(parent) ? parent[key] : parent) ?? '');
  };
  const byParent = Map.groupBy(listRecords(view, resource.name), parentOf);
  const branch = new Set<ResourceRecord>();
  const queue = [record];
  for (let next = queue.pop(); next !== undefined; next = queue.pop())
    for (const child of byParent.get(next.key) ?? []) {
      if (branch.has(child) || child.id === record.id) continue;
      branch.add(child);
      queue.push(child);
    }
  return [...branch];
}

/** Returns the switch of a record that shows whether others are below it, and the property that names the one above. */
function treeIn({ schema }: ResourcePlan): { readonly flag: string; readonly parent: string } | null {
  const all = [...(schema?.properties ?? [])];
  const [flag] =
    all.find(
      ([name, { types }]) => types?.has('boolean') === true && /^has(?:child|sub)/.test(flatten(name)),
    ) ?? [];
  const [parent] =
    flag === undefined
      ? []
      : (all.find(([name]) => /^(?:parent|father)(?:\w*id)?$/.test(flatten(name))) ?? []);
  return flag === undefined || parent === undefined ? null : { flag, parent };
}

/** Shows in the records above a changed one whether others are below them. Shape: `after` is empty for a deletion. */
export function updateAbove(
  tx: Transaction,
  plan: ResourcePlan,
  before: RecordFields,
  after: RecordFields,
): void {
  const tree = treeIn(plan);
  if (tree === null || plan.key === null) return;
  const keyOf = (value: RecordFields): string => {
    const parent = value[tree.parent];
    return textOf((isFields(parent) ? parent[plan.key ?? ''] : parent) ?? '');
  };
  const [from, to] = [keyOf(before), keyOf(after)];
  if (from === to) return;
  const { name } = plan.resource;
  const show = (key: string, isOn: boolean): void => {
    const [record] = key === '' ? [] : findRecords(tx, name, key);
    if (record !== undefined && record.value[tree.flag] !== isOn)
      tx.put(records, { ...record, value: { ...record.value, [tree.flag]: isOn } });
  };
  show(to, true);
  if (from !== '')
    show(
      from,
      listRecords(tx, name).some(({ value }) => keyOf(value) === from),
    );
}

/**
 * Rejects the deletion of a record with others below it, where a parameter such as `recursive` asks for them too.
 *
 * Errors: throws an OperationError with the status that the operation declares for that.
 */
export function assertLeaf(
  { parameters, responses }: OperationSpec,
  { query }: Pick<RequestValues, 'query'>,
  branch: readonly ResourceRecord[],
): void {
  const parameter = parameters.find(
    ({ name, in: place }) => place === 'query' && /^(?:recursive|cascade|force)$/i.test(name),
  );
  const status = [409, 400, 422].find((each) => responses.some((response) => response.status === each));
  if (parameter === undefined || branch.length === 0 || status === undefined) return;
  if (query[parameter.name] === true) return;
  throw new OperationError(
    status,
    `The record is not empty: ${parameter.name}=true deletes what is below it`,
  );
}
