/** Fits stored records to a description that has changed: completes them, and keeps what they were before. */
import { LIKELY, type ResourceGraph, type Role } from '../../../contract/resources/graph.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { withPart } from '../fields.ts';
import type { OperationPlan, ResourcePlans } from '../plan/plan.ts';
import { plausibleSample } from '../plausible/plausible-record.ts';
import { isMadeUp, type RecordFields, type ResourceRecord } from '../record.ts';
import { completeFields } from '../values/complete.ts';
import { shownIn } from '../values/shown.ts';

/** What records are fitted to. Shape: `seed` is that of their world. */
export interface FitParts {
  readonly plans: ResourcePlans;
  readonly graph: ResourceGraph;
  readonly seed: number;
}

const showing: readonly Role[] = ['read', 'create', 'replace', 'update', 'singleton-read'];

/** Units: how often the invalid values of a record are replaced; each time a check reports up to twenty. */
const ROUNDS = 3;

/**
 * Returns a record as the description has it: as it is, as it was before an earlier change of the description, or with
 * plausible values in the place of those that are missing or invalid. Shape: `null` if no such record is valid.
 */
export async function fitRecord(parts: FitParts, record: ResourceRecord): Promise<ResourceRecord | null> {
  const { graph, plans } = parts;
  if (!graph.resources.some(({ name }) => name === record.resource)) return null;
  const role = showing
    .map((wanted) =>
      graph.operations.find(
        (each) =>
          each.resource === record.resource &&
          each.role.value === wanted &&
          each.role.confidence >= LIKELY &&
          each.envelope !== null,
      ),
    )
    .find((each) => each !== undefined);
  const plan = role === undefined ? null : await plans.of(role.id);
  if (plan === null) return record;
  const { original, ...current } = record;
  const earlier = original?.version === record.version ? original.value : record.value;
  if (fits(plan, earlier)) return original === undefined ? record : { ...current, value: earlier };
  if (fits(plan, record.value)) return record;
  const value = await complete(plan, { ...record, value: earlier }, parts.seed);
  return value === null ? null : { ...current, value, original: { value: earlier, version: record.version } };
}

function bodyOf(plan: OperationPlan, value: RecordFields): JsonValue {
  return withPart(plan.sample?.body, plan.envelope ?? '', shownIn(plan, value));
}

function fits(plan: OperationPlan, value: RecordFields): boolean {
  return plan.success?.check?.check(bodyOf(plan, value)) ?? true;
}

/** Replaces what is invalid in a record; `null` if that is its key, or cannot be replaced. */
async function complete(
  plan: OperationPlan,
  record: ResourceRecord,
  seed: number,
): Promise<RecordFields | null> {
  const { resource } = plan;
  const { schema } = resource;
  if (schema === null) return null;
  const { number: index, createdAt: now } = record;
  const sample = plausibleSample(resource, { index, seed, now, isNew: false, sent: record.value });
  const isKept = (name: string): boolean => !isMadeUp(record) || schema.properties.has(name);
  const entries = Object.entries(record.value).filter(([name]) => isKept(name));
  let value = completeFields(schema, Object.fromEntries(entries), sample);
  for (let round = 0; round < ROUNDS && !fits(plan, value); round++) {
    const invalid = await invalidIn(plan, value);
    if (invalid.some((name) => name === resource.key)) return null;
    const rest = Object.entries(value).filter(([name]) => !invalid.includes(name));
    const other = Object.entries(sample).filter(([name]) => invalid.includes(name));
    value = completeFields(schema, Object.fromEntries([...rest, ...other]), sample);
  }
  return fits(plan, value) ? value : null;
}

/** Lists the properties of a record with invalid values, by their names. */
async function invalidIn(plan: OperationPlan, value: RecordFields): Promise<readonly string[]> {
  const problems = (await plan.success?.check?.explain(bodyOf(plan, value))) ?? [];
  const holder = (plan.envelope ?? '').split('/').slice(1);
  const steps = problems.map(({ path }) => path.split('.').slice(holder.length));
  return Object.keys(value).filter((name) => steps.some(([first]) => first === name));
}
