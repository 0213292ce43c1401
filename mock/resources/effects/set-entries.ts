/** The entries of sets that are records of another resource: what is starred is a repository. */
import { recordName } from '../../../contract/resources/words.ts';
import type { ResourceCall } from '../call.ts';
import { findTarget } from '../locate.ts';
import type { ResourceRecord } from '../record.ts';

/**
 * Returns a function from an entry to the record that it stands for.
 *
 * Shape: an entry without such a record stands for itself.
 */
export async function entryRecords({
  plan,
  plans,
  context,
}: ResourceCall): Promise<(entry: ResourceRecord) => ResourceRecord> {
  const { resource } = plan.resource;
  const shown = plan.shown?.name ?? null;
  const isShown = (schema: string | null): boolean =>
    schema !== null && shown !== null && recordName(schema) === recordName(shown);
  const other = plans.resources.find(
    (each) =>
      resource.kind === 'set' && each.kind !== 'set' && each.itemPath !== null && isShown(each.schema),
  );
  const target = other === undefined ? null : await plans.resource(other.name);
  if (target === null) return (entry) => entry;
  const { view } = context.world;
  return (entry) => findTarget(view, target, entry) ?? entry;
}
