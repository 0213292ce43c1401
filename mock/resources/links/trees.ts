/** Records of one resource in a tree: folders in folders, comments that answer comments. */
import { describeSame } from '../../../contract/resources/schema-likeness.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { OperationSpec } from '../../../templates/runtime/operation-spec.ts';
import type { RequestValues } from '../../../templates/runtime/server/read-request.ts';
import { OperationError } from '../../http/declared-error.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { View } from '../../kernel/store/view.ts';
import { isFields, pickFields, textOf } from '../fields.ts';
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

/** The properties of a record about its place in a tree. Shape: `flag` and `list` are `null` for none. */
interface TreeProperties {
  /** The switch that shows whether others are below it. */
  readonly flag: string | null;
  /** The list of those below it. */
  readonly list: string | null;
  /** The property that names the one above. */
  readonly parent: string;
}

function treeIn(plan: Pick<ResourcePlan, 'schema'>): TreeProperties | null {
  const all = [...(plan.schema?.properties ?? [])];
  const [flag = null] =
    all.find(
      ([name, { types }]) => types?.has('boolean') === true && /^has(?:child|sub)/.test(flatten(name)),
    ) ?? [];
  const [parent, schema] = all.find(([name]) => /^(?:parent|father)(?:\w*id)?$/.test(flatten(name))) ?? [];
  // Why only by a key: what has the whole record above would list itself.
  const list = schema?.properties.size === 0 ? childrenIn(plan) : null;
  return parent === undefined || (flag === null && list === null) ? null : { flag, list, parent };
}

/** Shows in the records above a changed one what is below them. Shape: `after` is empty for a deletion. */
export function updateAbove(
  tx: Transaction,
  plan: ResourcePlan,
  before: RecordFields,
  after: RecordFields,
): void {
  const tree = treeIn(plan);
  if (tree === null || plan.key === null) return;
  const { flag, list } = tree;
  const parentOf = (value: RecordFields): string => {
    const parent = value[tree.parent];
    return textOf((isFields(parent) ? parent[plan.key ?? ''] : parent) ?? '');
  };
  const { name } = plan.resource;
  const below = (key: string): readonly ResourceRecord[] =>
    listRecords(tx, name).filter(({ value }) => parentOf(value) === key);
  const visited = new Set<string>();
  for (const start of [parentOf(before), parentOf(after)])
    for (let key = start; key !== '' && !visited.has(key);) {
      visited.add(key);
      const [record] = findRecords(tx, name, key);
      if (record === undefined) break;
      const children = below(key);
      const value = {
        ...record.value,
        ...(flag !== null && { [flag]: children.length > 0 }),
        ...(list !== null && { [list]: children.map((child) => child.value) }),
      };
      tx.put(records, { ...record, value });
      key = list === null ? '' : parentOf(value);
    }
}

/** Returns a record that a world begins with as one that is below no other and above none. */
export function withoutTree(plan: ResourcePlan, value: RecordFields): RecordFields {
  const tree = treeIn(plan);
  const list = childrenIn(plan);
  const property = plan.schema?.properties.get(tree?.parent ?? '');
  const isKept = property === undefined || plan.schema?.required.has(tree?.parent ?? '') === true;
  const rest = pickFields(value, (name) => isKept || property.isNullable || name !== tree?.parent);
  return {
    ...rest,
    ...(!isKept && property.isNullable && tree !== null && { [tree.parent]: null }),
    ...(list !== null && Array.isArray(value[list]) && { [list]: [] }),
  };
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
