/** Records with only the properties that a query selects. */
import { toggles } from '../../../contract/resources/queries/infer-query.ts';
import type { OperationPlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';
import { pickFields, textOf } from '../fields.ts';

/** Parameters that name the properties to return. Why not `expand`: what it names is added to the others. */
const selecting = /^(?:opt_)?(?:fields?|select|field_?mask)$/i;

/**
 * Returns a record without the properties that parameters of their names leave out, such as `comments=false`; else what a
 * query selects of a record: its key, what its schema requires, and what the query names.
 *
 * Shape: the whole record if the query selects nothing, or names what no record has.
 */
export function selectedIn(
  { source, shown, resource }: OperationPlan,
  query: Readonly<Record<string, unknown>>,
  value: RecordFields,
): RecordFields {
  const omitted = source.parameters.flatMap(({ in: place, name, text }) =>
    place === 'query' && toggles(text) && String(query[name]) === 'false' ? [name] : [],
  );
  const isKept = (name: string): boolean => !omitted.includes(name) || shown?.required.has(name) === true;
  if (omitted.length > 0) return Object.fromEntries(Object.entries(value).filter(([name]) => isKept(name)));
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
