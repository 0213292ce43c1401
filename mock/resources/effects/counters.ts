/** The counters of records: a comment on an issue raises its `comments`, or its `comment_count`. */
import type { Resource } from '../../../contract/resources/graph.ts';
import { flatten, singularName } from '../../../contract/resources/words.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { findTarget } from '../locate.ts';
import type { ResourcePlan, ResourcePlans } from '../plan.ts';
import { records } from '../record.ts';

type Texts = Readonly<Record<string, string>>;

/** A property that counts the records of a resource below one record. */
export interface RecordCounter {
  readonly plan: ResourcePlan;
  readonly parameter: string;
  readonly property: string;
}

/** Finds what counts the records of a resource that are below these parents. */
export async function countersOf(
  plans: ResourcePlans,
  resource: Resource,
  parents: Texts,
): Promise<readonly RecordCounter[]> {
  const counters: RecordCounter[] = [];
  for (const parameter of Object.keys(parents)) {
    const owner = plans.resources.find(({ key }) => key?.value.parameters.at(-1) === parameter);
    const plan = owner === undefined ? null : await plans.resource(owner.name);
    const property = plan === null ? null : counterIn(plan, resource.name.split('/').at(-1) ?? '');
    if (plan !== null && property !== null) counters.push({ plan, parameter, property });
  }
  return counters;
}

function counterIn({ schema }: ResourcePlan, counted: string): string | null {
  const [many, one] = [flatten(counted), singularName(counted)];
  const names = new Set([
    many,
    ...[many, one].flatMap((name) => [`${name}count`, `num${name}`, `total${name}`]),
  ]);
  const match = [...(schema?.properties ?? [])].find(
    ([name, { types }]) => types?.has('integer') === true && names.has(flatten(name)),
  );
  return match?.[0] ?? null;
}

/** Adds to the counters of a record that was created, with 1, or deleted, with -1. */
export function count(tx: Transaction, counters: readonly RecordCounter[], parents: Texts, by: 1 | -1): void {
  for (const { plan, parameter, property } of counters) {
    const { [parameter]: key = '', ...others } = parents;
    const record = findTarget(tx, plan, { key, parents: others });
    const before = record?.value[property];
    if (record === undefined) continue;
    const after = Math.max(0, (typeof before === 'number' ? before : 0) + by);
    tx.put(records, { ...record, value: { ...record.value, [property]: after } });
  }
}
