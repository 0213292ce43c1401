/** Responses that only confirm what was done, such as `{ deleted: true }` and `{ is_member: false }`. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { OperationPlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';

/** Returns the switches that an operation confirms its work with; `null` if it shows anything else. */
export function confirmed({
  shown,
  resource,
  source,
}: Pick<OperationPlan, 'shown' | 'resource' | 'source'>): RecordFields | null {
  const properties = [...(shown?.properties ?? [])];
  const { schema } = resource;
  const isRead = source.method === 'GET' || source.method === 'HEAD';
  if (isRead || resource.resource.kind === 'singleton' || !hasOnlySwitches(shown)) return null;
  const isOfRecord = !hasOnlySwitches(schema) && properties.some(([name]) => schema?.properties.has(name));
  if (isOfRecord) return null;
  return Object.fromEntries(properties.map(([name]) => [name, isOn(name, source.method)]));
}

function hasOnlySwitches(schema: SourceSchema | null): boolean {
  const all = [...(schema?.properties.values() ?? [])];
  return all.length > 0 && all.every(({ types }) => types?.size === 1 && types.has('boolean'));
}

/** Returns whether a switch is on after a change: one that confirms the change, and one that a DELETE does not undo. */
function isOn(name: string, method: string): boolean {
  const flat = flatten(name);
  if (/^(?:pending|has_?error|failed)/.test(flat)) return false;
  return method !== 'DELETE' || /^(?:deleted|removed|success|successful|ok|done|acknowledged)$/.test(flat);
}
