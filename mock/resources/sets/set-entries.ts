/** The entries of sets that are records of another resource: what is starred is a repository. */
import { parentName } from '../../../contract/resources/path-shape.ts';
import type { Resource } from '../../../contract/resources/graph.ts';
import { sharesHalf } from '../../../contract/resources/schema-likeness.ts';
import { isSameName, recordName } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { ResourceCall } from '../call.ts';
import { isFields, pickFields, textOf } from '../fields.ts';
import { findTarget } from '../locate.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { ResourceRecord } from '../record.ts';

/**
 * Returns a function from an entry to the record that it stands for.
 *
 * Shape: an entry without such a record stands for itself.
 */
export async function entryRecords(call: ResourceCall): Promise<(entry: ResourceRecord) => ResourceRecord> {
  const target = await shownResource(call);
  if (target === null) return (entry) => entry;
  const { view } = call.context.world;
  const { path, parents } = target.resource;
  const parameterNames = new Set(parents.map(({ parameter }) => parentName(path, parameter)));
  return (entry) => {
    // Why not all: what is liked by a user is below that user only if its own path is.
    const above = pickFields(entry.parents, (name) => parameterNames.has(name));
    const record = findTarget(view, target, { key: entry.key, parents: above });
    if (record === undefined) return entry;
    return isKind(call, target) ? record : { ...record, value: { ...entry.value, ...record.value } };
  };
}

/** Returns the entries of a list of keys as a response shows them: the records that they name, where it shows records. */
export async function shownEntries(
  call: ResourceCall,
  entries: readonly JsonValue[],
): Promise<readonly JsonValue[]> {
  const target = entries.some((each) => !isFields(each)) ? await shownResource(call) : null;
  if (target === null) return entries;
  const { view } = call.context.world;
  return entries.map((each) =>
    isFields(each) ? each : (findTarget(view, target, { key: textOf(each), parents: {} })?.value ?? each),
  );
}

/** Returns the resource whose records the entries of a set are shown as: by its schema, else by its name; `null` for none. */
async function shownResource({ plan, plans }: ResourceCall): Promise<ResourcePlan | null> {
  const { resource } = plan.resource;
  const shown = plan.shown?.name ?? null;
  const isOfSet = ({ kind, itemPath }: Resource): boolean =>
    resource.kind === 'set' && kind !== 'set' && itemPath !== null;
  const others = plans.resources.filter(isOfSet);
  const same = others.find(({ schema }) => isSameRecord(schema, shown));
  if (same !== undefined) return plans.resource(same.name);
  const namesake = others.find(({ name }) => isSameName(lastOf(name), lastOf(resource.path)));
  const target = namesake === undefined ? null : await plans.resource(namesake.name);
  return sharesHalf(plan.shown, target?.schema ?? null) ? target : null;
}

function isSameRecord(schema: string | null, shown: string | null): boolean {
  return schema !== null && shown !== null && recordName(schema) === recordName(shown);
}

/** Returns whether a list shows the whole of a record, and not only some of it with what its entries have. */
function isKind({ plan }: ResourceCall, { resource }: ResourcePlan): boolean {
  return isSameRecord(resource.schema, plan.shown?.name ?? null);
}

function lastOf(path: string): string {
  return path.split('/').at(-1) ?? '';
}
