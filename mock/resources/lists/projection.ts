/** Records with only the properties that a query selects. */
import { memoizeByObject } from '../../../contract/memoize.ts';
import { toggles } from '../../../contract/resources/queries/infer-query.ts';
import type { SourceOperation } from '../../../contract/resources/source.ts';
import type { OperationPlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';
import { pickFields, textOf } from '../fields.ts';

/** Parameters that name the properties to return. Why not `expand`: what it names is added to the others. */
const selecting = /^(?:opt_)?(?:fields?|select|field_?mask)$/i;

/** The parameters that leave out a property, and the one that names those to return. */
const selectorsIn = memoizeByObject(({ parameters }: SourceOperation) => {
  const inQuery = parameters.filter(({ in: place }) => place === 'query');
  return {
    switches: inQuery.filter(({ text }) => toggles(text)).map(({ name }) => name),
    parameter: inQuery.find(({ name }) => selecting.test(name))?.name,
  };
});

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
  const { switches, parameter } = selectorsIn(source);
  const omitted = switches.filter((name) => String(query[name]) === 'false');
  const isKept = (name: string): boolean => !omitted.includes(name) || shown?.required.has(name) === true;
  if (omitted.length > 0) return Object.fromEntries(Object.entries(value).filter(([name]) => isKept(name)));
  const sent = parameter === undefined ? undefined : query[parameter];
  if (sent === undefined || sent === null) return value;
  const selection = [sent].flat().flatMap((each) => textOf(each).split(','));
  const schema = shown ?? resource.schema;
  if (selection.length === 0 || !selection.every((name) => schema?.properties.has(name) === true))
    return value;
  const names = new Set([...selection, ...(schema?.required ?? []), resource.key ?? 'id', 'type']);
  return pickFields(value, (name) => names.has(name));
}
