/** Members of a set, seen from both sides: `POST /teams/{id}/players` adds a team to `GET /players/{id}/teams`. */
import { lastParameter, parentName, readBelow, readPath } from '../../../contract/resources/path-shape.ts';
import { flatten, isSameName } from '../../../contract/resources/words.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { ResourceCall } from '../call.ts';
import { schemaFields } from '../fields.ts';
import type { OperationPlan, ResourcePlans } from '../plan/plan.ts';
import { findRecords, type RecordFields, type ResourceRecord } from '../record.ts';

/** The set with the members of records that a list shows for one member. Shape: `parameter` has the key of a record in it. */
interface EntrySet {
  readonly name: string;
  readonly parameter: string;
  /** The key of the member. */
  readonly entry: string;
}

/** Returns the set whose members are what a list is below; `null` for another list. */
export function entrySet(
  { plan, plans }: { readonly plan: OperationPlan; readonly plans: ResourcePlans },
  parents: Readonly<Record<string, string>>,
): EntrySet | null {
  const { resource } = plan.resource;
  const { path } = plan.spec;
  const { parameter } = readBelow(path);
  const above = plan.above.get(parameter);
  const entry = parents[parentName(path, parameter)];
  const { itemPath } = resource;
  if (above === undefined || entry === undefined || itemPath === null || itemPath.startsWith(path))
    return null;
  const last = above.split('/').at(-1) ?? '';
  const set = plans.resources.find(
    (each) =>
      each.kind === 'set' &&
      isSameName(readPath(each.path).name, last) &&
      each.path.slice(0, each.path.lastIndexOf('/')) === itemPath,
  );
  if (set === undefined) return null;
  return { name: set.name, parameter: parentName(set.path, lastParameter(itemPath) ?? ''), entry };
}

/**
 * Returns a function that returns whether a record has the member that a list is below; `null` for another list. Shape:
 * what the world began with also has, if nothing else is known of it.
 */
export function membershipTest(
  call: ResourceCall,
  parents: Readonly<Record<string, string>>,
): ((record: ResourceRecord, isBelow: boolean) => boolean) | null {
  const set = entrySet(call, parents);
  if (set === null) return null;
  const entries = findRecords(call.context.world.view, set.name, set.entry);
  const keys = new Set(entries.map((each) => each.parents[set.parameter]));
  return (record, isBelow) => keys.has(record.key) || (isBelow && record.isInitial === true);
}

/** Returns the switches of a member that show that it is one, such as `isMember`. */
export function entrySwitches(schema: SourceSchema | null): RecordFields {
  return schemaFields(schema, (name, { types }) =>
    types?.has('boolean') === true && isOfEntry.test(flatten(name)) ? true : undefined,
  );
}

const isOfEntry = /^(?:is)?(?:member|assigned|granted|attached|enrolled)$/;
