/** What a record of an action says it was done to: `resources: [{ id, type }]`. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { singularName } from '../../../contract/resources/words.ts';
import { isFields } from '../fields.ts';
import type { ResourcePlan } from '../plan.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';

/** Returns the property that names the record that something was done to, with its key and its kind; empty without one. */
export function subjectOf(
  schema: SourceSchema | null,
  sample: RecordFields,
  { key, resource }: ResourcePlan,
  record: ResourceRecord,
): RecordFields {
  for (const [name, property] of schema?.properties ?? []) {
    const { properties } = property.items ?? property;
    const kinds = properties.get('type');
    if (!/^(?:resources?|targets?|subjects?|entit(?:y|ies)|objects?)$/i.test(name)) continue;
    if (!properties.has('id') || kinds === undefined) continue;
    const type = singularName(resource.name.split('/').at(-1) ?? '');
    if (kinds.values !== null && !kinds.values.includes(type)) continue;
    const [shown] = [sample[name] ?? null].flat();
    const id = key === null ? record.key : (record.value[key] ?? record.key);
    const subject = { ...(isFields(shown) ? shown : {}), id, type };
    return { [name]: property.items === null ? subject : [subject] };
  }
  return {};
}
