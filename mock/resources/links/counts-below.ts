/** What exists once below a record, and has numbers of others: `GET /projects/{id}/task_counts` with `num_open_tasks`. */
import type { Resource } from '../../../contract/resources/graph.ts';
import type { ResourceCall } from '../call.ts';
import { isBelow, parentsOfClients, pathTexts } from '../locate.ts';
import { listRecords, type RecordFields } from '../record.ts';
import { isCounted } from './record-counts.ts';

type Counting = Pick<ResourceCall, 'plan' | 'plans'>;

/** Returns the resources whose records a path counts. Shape: empty for one that clients can write. */
export function resourcesCounted({ plan, plans }: Counting): readonly string[] {
  return countsOf({ plan, plans }).map(({ resource }) => resource);
}

function countsOf({ plan: { resource }, plans }: Counting): NonNullable<Resource['counts']> {
  const { kind, counts = [] } = resource.resource;
  const isRead = plans.operationsOf(resource.resource).every(({ source }) => source.method === 'GET');
  return kind === 'singleton' && isRead ? counts : [];
}

/** Returns the numbers of the records below a path. */
export async function countedBelow({ plan, plans, request, context }: ResourceCall): Promise<RecordFields> {
  const parents = pathTexts(plan, request);
  const { view } = context.world;
  const ofClients = parentsOfClients(view, plan, parents);
  const numbers: Record<string, number> = {};
  for (const count of countsOf({ plan, plans })) {
    const counted = await plans.resource(count.resource);
    if (counted === null) continue;
    const all = listRecords(view, count.resource).filter(({ value }) => isCounted(count, value));
    numbers[count.property] = all.filter((each) => isBelow(counted, each, parents, ofClients)).length;
  }
  return numbers;
}
