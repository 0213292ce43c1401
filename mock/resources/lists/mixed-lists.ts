/** Lists of records of several kinds: what is in a folder, be it a file or a folder. */
import { propertyNamed } from '../../../contract/resources/schema-likeness.ts';
import { memoizeByObject } from '../../../contract/memoize.ts';
import { recordName } from '../../../contract/resources/words.ts';
import type { ResourceCall } from '../call.ts';
import type { OperationPlan, ResourcePlan, ResourcePlans } from '../plan/plan.ts';
import { isBelow, type LocatedRecord } from '../locate.ts';
import { listRecords, type ResourceRecord } from '../record.ts';

/** Returns the resources whose records a list shows by their kinds; empty for a list of one kind. */
export const kindsListed = memoizeByObject(async (plan: OperationPlan, plans: ResourcePlans) => {
  const { schema, resource } = plan.resource;
  const alternatives = schema?.alternatives ?? [];
  // Why no set: it has entries of its own, whatever they may be.
  if (resource.itemPath !== null || resource.kind === 'set' || alternatives.length < 2) return [];
  const kinds = new Set(alternatives.flatMap(({ name }) => (name === null ? [] : [recordName(name)])));
  const namesakes = plans.resources.filter(
    (each) => each.itemPath !== null && kinds.has(recordName(each.schema ?? '')),
  );
  const all = await Promise.all(namesakes.map(({ name }) => plans.resource(name)));
  return all.filter((each) => each !== null);
});

/** Lists the records of several kinds below a path, oldest first. */
export function listKinds(
  { context }: ResourceCall,
  kinds: readonly ResourcePlan[],
  parents: LocatedRecord['parents'],
): readonly ResourceRecord[] {
  return context.world.query((view) =>
    kinds
      .flatMap((kind) =>
        listRecords(view, kind.resource.name).filter((record) =>
          isBelow({ ...kind, keyParameter: parentParameter(kind, parents) }, record, parents),
        ),
      )
      .toSorted((one, other) => one.createdAt - other.createdAt),
  );
}

/** Returns the parameter of the record that the listed ones name as their parent. */
function parentParameter(
  { schema, keyParameter }: ResourcePlan,
  parents: LocatedRecord['parents'],
): string | null {
  const names = Object.keys(parents);
  if (propertyNamed('parent', schema) === null) return keyParameter;
  return names.find((name) => propertyNamed(name, schema) === null) ?? keyParameter;
}
