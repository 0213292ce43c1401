/** The record that an action was applied to, in the record of the action: `resources: [{ id, type }]`. */
import { propertyNamed, RELATIONSHIPS } from '../../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { singularName } from '../../../contract/resources/words.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';
import { isFields, withPart } from '../fields.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';

/**
 * Returns the property that names the record that something was done to, with its key and its kind; empty without one.
 */
export function subjectOf(
  schema: SourceSchema | null,
  sample: RecordFields,
  { key, resource }: ResourcePlan,
  record: ResourceRecord,
): RecordFields {
  const type = singularName(resource.name.split('/').at(-1) ?? '');
  const related = propertyNamed(type, schema?.properties.get(RELATIONSHIPS) ?? null);
  if (related !== null) {
    const shown = { [RELATIONSHIPS]: sample[RELATIONSHIPS] ?? {} };
    return withPart(shown, `/${RELATIONSHIPS}${pointerStep(related)}/data/id`, record.key) as RecordFields;
  }
  for (const [name, property] of schema?.properties ?? []) {
    const { properties } = property.items ?? property;
    const kinds = properties.get('type');
    if (!/^(?:resources?|targets?|subjects?|entit(?:y|ies)|objects?)$/i.test(name)) continue;
    if (!properties.has('id') || kinds === undefined) continue;
    if (kinds.values !== null && !kinds.values.includes(type)) continue;
    const [shown] = [sample[name] ?? null].flat();
    const id = key === null ? record.key : (record.value[key] ?? record.key);
    const subject = { ...(isFields(shown) ? shown : {}), id, type };
    return { [name]: property.items === null ? subject : [subject] };
  }
  return {};
}
