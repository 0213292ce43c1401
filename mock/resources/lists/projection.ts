/** Records with only the properties that a query selects. */
import type { OperationPlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';
import { pickFields, textOf } from '../fields.ts';

/** Parameters that name the properties to return. Why not `expand`: what it names is added to the others. */
const selecting = /^(?:opt_)?(?:fields?|select|field_?mask)$/i;

/**
 * Returns what a query selects of a record: its key, what its schema requires, and what the query names.
 *
 * Shape: the whole record if the query selects nothing, or names what no record has.
 */
export function selectedIn(
  { source, shown, resource }: OperationPlan,
  query: Readonly<Record<string, unknown>>,
  value: RecordFields,
): RecordFields {
  const parameter = source.parameters.find(
    ({ in: place, name }) => place === 'query' && selecting.test(name),
  );
  const sent = parameter === undefined ? undefined : query[parameter.name];
  if (sent === undefined || sent === null) return value;
  const selection = [sent].flat().flatMap((each) => textOf(each).split(','));
  const schema = shown ?? resource.schema;
  if (selection.length === 0 || !selection.every((name) => schema?.properties.has(name) === true))
    return value;
  const names = new Set([...selection, ...(schema?.required ?? []), resource.key ?? 'id', 'type']);
  return pickFields(value, (name) => names.has(name));
}
