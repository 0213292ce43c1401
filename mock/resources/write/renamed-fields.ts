/** Properties that a request has under another name than the record: `boatName` for the `name` of a boat. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten, singularName, wordsOf } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { OperationPlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';

/** Returns what was sent under the names of a record that only one property of a request can be about. */
export function renamedFields(
  { resource, written }: Pick<OperationPlan, 'resource' | 'written'>,
  sent: RecordFields,
): RecordFields {
  const { schema } = resource;
  if (schema === null || written === null) return {};
  const record = new Set([...schema.properties.keys()].map(flatten));
  const request = new Set([...written.properties.keys()].map(flatten));
  const free = [...schema.properties].filter(([name]) => !request.has(flatten(name)));
  const of = singularName(resource.resource.name.split('/').at(-1) ?? '');
  const entries = Object.entries(sent).flatMap(([name, value]): [string, JsonValue][] => {
    if (record.has(flatten(name)) || !request.has(flatten(name))) return [];
    const named = free.filter(([each, property]) => isSameKind(property, value) && isOther(each, name, of));
    const others = [...addresses(free, { name, written }), ...onlyEmail(name, { schema, written, of })];
    const [only, second] = named.length > 0 ? named : others;
    return only === undefined || second !== undefined ? [] : [[only[0], value]];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns whether a property of a record has the name of a sent one without that of the record, with it, or with a word for
 * its form: `phone` and `phoneNumber`.
 */
function isOther(own: string, name: string, of: string): boolean {
  const [flat, other] = [flatten(own), flatten(name)];
  const [short, long] = flat.length < other.length ? [flat, other] : [other, flat];
  const isForm = long.startsWith(short) && /^(?:address|number)$/.test(long.slice(short.length));
  return `${of}${flat}` === other || `${of}${other}` === flat || flat === `${other}code` || isForm;
}

/** Returns whether a property has one type, which is that of a value. */
function isSameKind({ types, values }: SourceSchema, value: JsonValue): boolean {
  const kinds = typeof value === 'number' ? ['integer', 'number'] : [typeof value];
  return kinds.some((kind) => types?.has(kind) === true) && (values?.includes(value) ?? true);
}

/** Returns the properties with addresses if a name is that of the only address in a request. */
function addresses(
  free: readonly (readonly [string, SourceSchema])[],
  { name, written }: { readonly name: string; readonly written: SourceSchema },
): readonly (readonly [string, SourceSchema])[] {
  const others = [...written.properties.keys()].filter((each) => each !== name && isAddress(each));
  if (!isAddress(name) || others.length > 0) return [];
  // Why not a bare `uri`: that is the address of the record itself.
  return free.filter(
    ([each, { types }]) => isAddress(each) && wordsOf(each).length > 1 && types?.has('string') === true,
  );
}

function isAddress(name: string): boolean {
  return /^ur[il]$/.test(wordsOf(name).at(-1) ?? '');
}

/** What a request and a record have. Shape: `of` is the name of the record. */
interface Renamed {
  readonly schema: SourceSchema;
  readonly written: SourceSchema;
  readonly of: string;
}

/**
 * Returns the property with an email address that only the record has, if a name is that of the one that only the request
 * has: `emailAddress` for `fromEmail`.
 */
function onlyEmail(
  name: string,
  { schema, written, of }: Renamed,
): readonly (readonly [string, SourceSchema])[] {
  const [ownEmails, sentEmails] = [emailsOnlyIn(schema, written, of), emailsOnlyIn(written, schema, of)];
  return sentEmails.length === 1 && sentEmails[0]?.[0] === name ? ownEmails : [];
}

/** Returns the properties with email addresses of a schema that another one has under no name. */
function emailsOnlyIn(
  { properties }: SourceSchema,
  other: SourceSchema,
  of: string,
): readonly (readonly [string, SourceSchema])[] {
  const names = [...other.properties.keys()];
  return [...properties].filter(
    ([name, { format }]) =>
      (format === 'email' || /email(?:address)?$/.test(flatten(name))) &&
      !names.some((each) => flatten(each) === flatten(name) || isOther(name, each, of)),
  );
}
