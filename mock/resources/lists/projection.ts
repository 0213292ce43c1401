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
const selectorsIn = memoizeByObject(({ parameters, text: described }: SourceOperation) => {
  const inQuery = parameters.filter(({ in: place }) => place === 'query');
  return {
    excluded: excludedBy(described),
    switches: inQuery
      .filter(({ text }) => toggles(text))
      .map(({ name, text }) => ({ name, properties: [name, ...quotedIn(text)] })),
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
  const { excluded, switches, parameter } = selectorsIn(source);
  const off = switches.filter(({ name }) => String(query[name]) === 'false');
  const omitted = [...excluded, ...off.flatMap(({ properties }) => properties)];
  const isKept = (name: string): boolean => !omitted.includes(name) || shown?.required.has(name) === true;
  if (omitted.some((name) => name in value)) return pickFields(value, isKept);
  const sent = parameter === undefined ? undefined : query[parameter];
  if (sent === undefined || sent === null) return value;
  const selection = [sent].flat().flatMap((each) => textOf(each).split(','));
  const schema = shown ?? resource.schema;
  if (selection.length === 0 || !selection.every((name) => schema?.properties.has(name) === true))
    return value;
  const names = new Set([...selection, ...(schema?.required ?? []), resource.key ?? 'id', 'type']);
  return pickFields(value, (name) => names.has(name));
}

/** Returns the names that a text has in quotation marks: `notes` and `tags` of "whether to include the “notes” and “tags” fields". */
function quotedIn(text: string): readonly string[] {
  return Array.from(text.matchAll(/["'`“”‘’](\w{1,60})["'`“”‘’]/g), ([, name = '']) => name);
}

/** Returns the names of what a summary says that records are shown without: "List all keys, except the secret". */
function excludedBy(text: string): readonly string[] {
  const [summary = ''] = text.split('\n', 1);
  if (!/^(?:gets?|lists?|returns?|retrieves?|shows?|fetch(?:es)?)\b/i.test(summary)) return [];
  const [, name] =
    /\b(?:except|excluding|omitting|but not)(?: for)? (?:(?:the|its|their|any|actual) ){0,2}[`"'“]?(\w{1,60})/i.exec(
      summary,
    ) ?? [];
  return name === undefined ? [] : [name];
}
