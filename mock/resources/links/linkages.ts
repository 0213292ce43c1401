/** The relationships of JSON:API records that requests name by keys: `owner` for a sent `ownerId`. */
import { referredKey, relationshipTo } from '../../../contract/resources/queries/filter-rules.ts';
import { RELATIONSHIPS } from '../../../contract/resources/schema-likeness.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { isFields, textOf } from '../fields.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';
import { asReference } from './references.ts';

/** Returns the relationships that sent keys are about. Shape: empty if there are none, or if relationships were sent. */
export function linkagesIn(
  { schema, sample }: Pick<ResourcePlan, 'schema' | 'sample'>,
  sent: RecordFields,
): RecordFields {
  const relationships = schema?.properties.get(RELATIONSHIPS) ?? null;
  if (relationships === null || sent[RELATIONSHIPS] !== undefined) return {};
  const entries = Object.entries(sent).flatMap(([name, value]): [string, JsonValue][] => {
    const named = referredKey(name) === null ? null : relationshipTo({ plain: name }, relationships);
    const data = relationships.properties.get(named ?? '')?.properties.get('data');
    if (named === null || data === undefined) return [];
    const shown = valueAt(sample, `/${RELATIONSHIPS}/${named}`);
    const [first] = isFields(shown) ? [shown['data'] ?? null].flat() : [];
    const linkages = ([value].flat() as readonly JsonValue[]).flatMap((key) =>
      isFields(key) ? [] : (asReference(data.items ?? data, first, textOf(key)) ?? []),
    );
    const linkage = data.items === null ? linkages[0] : linkages;
    return linkage === undefined ? [] : [[named, { ...(isFields(shown) ? shown : {}), data: linkage }]];
  });
  return entries.length === 0 ? {} : { [RELATIONSHIPS]: Object.fromEntries(entries) };
}
