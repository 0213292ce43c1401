/** Fits what was sent to the properties of a record. */
import { propertySpelled } from '../../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { RecordFields } from '../record.ts';
import { bareName, isPlural, isSameName, wordsOf } from '../../../contract/resources/words.ts';
import { isSentBy } from '../../../contract/resources/records/schema-parts.ts';
import { isFields } from '../fields.ts';
import { fitValue, isTextOnly } from './fit-value.ts';

/**
 * Returns the sent properties that a record has, under the names and in the form that it has them.
 *
 * Shape: without a schema, all of them. What responses call read-only may still be sent where `written`, the schema of
 * the body, says so; `all` for what a user gives.
 */
export function fitFields(
  schema: SourceSchema | null,
  sent: RecordFields,
  sample: RecordFields,
  written: SourceSchema | 'all' | null = null,
): RecordFields {
  if (schema === null || schema.properties.size === 0) return sent;
  const isSendable = (name: string): boolean =>
    written === 'all' || (written !== null && isSentBy(written, name));
  const entries = Object.entries(withDotted(schema, sent, sample)).flatMap(
    ([name, value]): [string, JsonValue][] => {
      const ownName = nameIn(schema, name);
      const property = ownName === null ? undefined : schema.properties.get(ownName);
      if (ownName === null && isFurther(schema, written, name)) return [[name, value]];
      if (ownName === null || property === undefined || (property.isReadOnly && !isSendable(name))) return [];
      const fitted =
        isFields(value) && isTextOnly(property) ? namedBy(value) : fitValue(property, value, sample[ownName]);
      return fitted === undefined ? [] : [[ownName, fitted]];
    },
  );
  return Object.fromEntries(entries);
}

/** Returns the text of an object that a record has only as a text: the address of a recipient; undefined for none. */
function namedBy(value: RecordFields): JsonValue | undefined {
  const names = ['address', 'number', 'email', 'id', 'key', 'name'];
  return names.map((name) => value[name]).find((each) => typeof each === 'string');
}

/** Returns whether a record has a property that its schema does not name: it is open, and the schema of the body names it neither. */
function isFurther({ isOpen }: SourceSchema, written: SourceSchema | 'all' | null, name: string): boolean {
  return isOpen && written !== null && (written === 'all' || !written.properties.has(name));
}

function nameIn(schema: SourceSchema, name: string): string | null {
  return propertySpelled(name, schema) ?? listOf(schema, name) ?? referredIn(schema, name);
}

/** Returns the list that a name is the singular of: `permissions` for the repeated `Permission` of a form. */
function listOf({ properties }: SourceSchema, name: string): string | null {
  if (isPlural(name)) return null;
  const lists = [...properties].filter(([, { types }]) => types?.has('array') === true);
  return lists.find(([each]) => isPlural(each) && isSameName(each, name))?.[0] ?? null;
}

/** Units: levels of objects that a name with dots is about. */
const MAX_LEVELS = 5;

/** Returns sent properties with the objects that names with dots are about: `Target.Url` is the `url` of `target`. */
function withDotted(schema: SourceSchema, sent: RecordFields, sample: RecordFields): RecordFields {
  const { properties } = schema;
  const flat: [string, JsonValue][] = [];
  const dotted = new Map<string, [string, JsonValue][]>();
  for (const [name, value] of Object.entries(sent)) {
    const levels = name.split('.', MAX_LEVELS + 1).length;
    const [head = '', rest = ''] = levels > MAX_LEVELS ? [] : splitAtDot(name);
    const isWhole = rest === '' || propertySpelled(name, schema) !== null;
    const ownName = isWhole ? null : propertySpelled(head, schema);
    const { types = new Set(), properties: parts } = properties.get(ownName ?? '') ?? {};
    if (ownName === null || types?.has('object') === false) flat.push([name, value]);
    else {
      const part = ownName === head || parts?.size !== 0 ? rest : nameLike([...properties.keys()], rest);
      const group = dotted.get(ownName) ?? [];
      group.push([part, value]);
      dotted.set(ownName, group);
    }
  }
  const objects = [...dotted].flatMap(([ownName, parts]): [string, JsonValue][] => {
    const [property, shown, whole] = [properties.get(ownName) ?? null, sample[ownName], sent[ownName]];
    const fitting = fitFields(property, Object.fromEntries(parts), isFields(shown) ? shown : {});
    const isEmpty = Object.keys(fitting).length === 0;
    return isEmpty ? [] : [[ownName, { ...(isFields(whole) ? whole : {}), ...fitting }]];
  });
  return dotted.size === 0 ? sent : Object.fromEntries([...flat, ...objects]);
}

function splitAtDot(name: string): readonly string[] {
  const at = name.indexOf('.');
  return at === -1 ? [name] : [name.slice(0, at), name.slice(at + 1)];
}

/** Returns a name in the form of others: `flow_sid` beside `date_created`, and else with a small first letter. */
function nameLike(others: readonly string[], name: string): string {
  if (others.some((each) => each.includes('_'))) return wordsOf(name).join('_');
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** Returns the property that shows the record which a sent key names: `account` for `account_id`. */
function referredIn(schema: SourceSchema, name: string): string | null {
  const bare = /(?:id|uuid|key)s?$/i.test(name) ? bareName(name) : '';
  if (bare === '') return null;
  const isShown = ([, property]: readonly [string, SourceSchema]): boolean =>
    (property.items ?? property).properties.size > 0;
  return [...schema.properties].filter(isShown).find(([each]) => isSameName(each, bare))?.[0] ?? null;
}
