/** Deleted records that a service still lists, or restores. They are kept under another name of their resource. */
import { readPath } from '../../../contract/resources/path-shape.ts';
import { propertyNamed } from '../../../contract/resources/schema-likeness.ts';
import type { SourceOperation, SourceSchema } from '../../../contract/resources/source.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import type { ResourceCall } from '../call.ts';
import { findTarget, targetOf } from '../locate.ts';
import type { OperationPlan, ResourcePlan } from '../plan/plan.ts';
import { records, type RecordFields, type ResourceRecord } from '../record.ts';

const deleted = /^(?:is)?(?:deleted|archived|trashed|removed)(?:status|flag)?$/;

/** Returns a record whose switches for a deletion, such as `archived`, have a value. */
export function withDeletion(schema: SourceSchema | null, value: RecordFields, isOn: boolean): RecordFields {
  const switches = [...(schema?.properties ?? [])].flatMap(([name, { types }]): [string, JsonValue][] =>
    deleted.test(flatten(name)) && types?.has('boolean') === true ? [[name, isOn]] : [],
  );
  return { ...value, ...Object.fromEntries(switches) };
}

/** Returns whether an operation restores deleted records. */
function restores({ path }: Pick<SourceOperation, 'path'>): boolean {
  const { name, verb } = readPath(path);
  return /^(?:un(?:trash|archive|delete|remove)|restore|recover)$/.test(flatten(verb ?? name));
}

/**
 * Returns the parameter of an operation that asks for what is deleted, and that no record has as a property; also the one
 * of a property such as `deletedStatus`, which only the service writes.
 */
function switchIn(
  { parameters }: SourceOperation,
  { schema, writable }: Pick<ResourcePlan, 'schema' | 'writable'>,
): string | null {
  const own = parameters.find(
    ({ name, in: place, schema: { types } }) =>
      place === 'query' && deleted.test(flatten(name)) && types?.has('boolean') === true,
  );
  if (own === undefined) return null;
  const property = propertyNamed(own.name, schema);
  const isShown =
    property !== null && (!/delete|trash|remove/i.test(property) || writable.has(flatten(property)));
  return isShown ? null : own.name;
}

/** Keeps a deleted record where another operation shows or restores it. */
export function keepDeleted(tx: Transaction, { plan, plans }: ResourceCall, record: ResourceRecord): void {
  const { resource, schema } = plan.resource;
  const isKept = plans
    .operationsOf(resource)
    .some(({ source }) => restores(source) || switchIn(source, plan.resource) !== null);
  if (!isKept) return;
  const value = withDeletion(schema, record.value, true);
  tx.put(records, { ...record, value, resource: nameOfDeleted(resource.name) });
}

/** Returns the plan of an operation for the records that its request asks for: the deleted ones, or the others. */
export function planOfAsked(plan: OperationPlan, query: Readonly<Record<string, unknown>>): OperationPlan {
  const { resource } = plan;
  const name = switchIn(plan.source, resource);
  if (plan.source.method !== 'GET' || name === null || query[name] !== true) return plan;
  const own = { ...resource.resource, name: nameOfDeleted(resource.resource.name) };
  return { ...plan, resource: { ...resource, resource: own } };
}

/** Restores the deleted record that the path of an operation identifies. */
export async function restoreDeleted({ plan, request, context }: ResourceCall): Promise<void> {
  if (!restores(plan.source)) return;
  const { resource } = plan;
  const asDeleted = {
    ...resource,
    resource: { ...resource.resource, name: nameOfDeleted(resource.resource.name) },
  };
  await context.world.run((tx) => {
    const target = targetOf(plan, request);
    const record = findTarget(tx, asDeleted, target);
    if (record === undefined || findTarget(tx, resource, target) !== undefined) return;
    const value = withDeletion(resource.schema, record.value, false);
    tx.put(records, { ...record, value, resource: resource.resource.name });
  });
}

function nameOfDeleted(resource: string): string {
  return `${resource} (deleted)`;
}
