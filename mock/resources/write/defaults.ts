/** The initial values of properties, by their defaults, their descriptions and their names. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { hasId } from '../../../contract/resources/bodies/envelope.ts';
import { isOutcome } from '../../../contract/resources/records/outcomes.ts';
import { ATTRIBUTES, attributesIn } from '../../../contract/resources/schema-likeness.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { isFields, schemaFields } from '../fields.ts';
import type { RecordFields } from '../record.ts';

const inText =
  /\bdefaults?(?: value)?(?: is| to|:| =)? ?(?:to )?["'`*]{0,3}(true|false|-?\d+(?:\.\d+)?|[\w-]+)/i;

/** A default in front of the word, such as "green being the default". */
const beforeText = /(?<![\w-])([\w-]+)["'`*]{0,3} (?:being|is|as) the default\b/i;

/** Returns the default of a property: as its schema declares it, or its text; `undefined` for none. */
export function defaultOf(property: SourceSchema): JsonValue | undefined {
  const { defaultValue } = property;
  // Why: an empty text is written for none, and has no format.
  if (defaultValue === '' && property.format !== null) return property.isNullable ? null : undefined;
  if (defaultValue !== undefined) return defaultValue;
  const { types, values, text } = property;
  const listed = beforeText.exec(text)?.[1];
  // Why: a word that is there once may be anything.
  if (values === null && types?.has('string') === true && listed !== undefined)
    return text.split(/[^\w-]+/).filter((word) => word === listed).length > 1 ? listed : undefined;
  const word = listed ?? inText.exec(text)?.[1];
  if (word === undefined) return undefined;
  if (values !== null) return values.find((value) => value === word);
  if (types?.has('boolean') === true && /^(?:true|false)$/i.test(word)) return word.toLowerCase() === 'true';
  const isNumber = types?.has('integer') === true || types?.has('number') === true;
  return isNumber && Number.isFinite(Number(word)) ? Number(word) : undefined;
}

/** Returns what a request sends for a new record, with the defaults of what it does not send. */
export function withDefaults(
  fields: RecordFields,
  schema: SourceSchema | null,
  written: SourceSchema | null,
): RecordFields {
  const whole = { ...defaultsIn(schema), ...defaultsIn(written), ...fields };
  const inner = attributesIn(schema);
  const sent = fields[ATTRIBUTES];
  if (inner === null || !isFields(sent)) return whole;
  const switches = schemaFields(inner, (name, property) =>
    isSwitch(property) ? isOnAtFirst(name, property) : undefined,
  );
  return { ...whole, [ATTRIBUTES]: { ...switches, ...defaultsIn(inner), ...sent } };
}

/** Returns the defaults of the properties that clients may write. */
function defaultsIn(schema: SourceSchema | null): RecordFields {
  const writable = [...(schema?.properties ?? [])].filter(([, { isReadOnly }]) => !isReadOnly);
  return Object.fromEntries(
    writable.flatMap(([name, property]) => {
      const value = defaultOf(property);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns whether a property is on or off. */
export function isSwitch({ types, values, isWriteOnly }: SourceSchema): boolean {
  return types?.size === 1 && types.has('boolean') && values === null && !isWriteOnly;
}

/** Returns whether a switch is on before somebody sets it. */
export function isOnAtFirst(name: string, property: SourceSchema): JsonValue {
  const isOn = /^(?:is_?)?(?:active|enabled|available|visible)$/i.test(name) || isOutcome(name, property);
  return defaultOf(property) ?? isOn;
}

/** Returns whether a list is what an operation is called for, such as the choices of a completion: no list of records. */
export function isResult(
  name: string,
  { items }: SourceSchema,
  schema: SourceSchema | null,
  written: SourceSchema | null,
): boolean {
  const isRecord = items === null || items.properties.size === 0 || hasId(items);
  return schema?.required.has(name) === true && !isRecord && written?.properties.has(name) !== true;
}

/** Returns the switches that show whether a record has what only requests show: `hasPassword` for `password`. */
export function presenceIn(schema: SourceSchema | null, sent: RecordFields): RecordFields {
  const byName = new Map(Object.entries(sent).map(([name, value]) => [flatten(name), value]));
  return schemaFields(schema, (name, { types }) => {
    const [, bare] = /^has_?(?=[A-Z]|(?<=_)[a-z])(\w+)$/.exec(name) ?? [];
    const value = bare === undefined || sent[name] !== undefined ? undefined : byName.get(flatten(bare));
    if (types?.has('boolean') !== true || value === undefined) return undefined;
    return value !== null && value !== '';
  });
}

/** Returns the properties that a record has its key as, where they are not sent: "if not provided, it is set to the id". */
export function keyedDefaults(written: SourceSchema | null, value: RecordFields, key: string): RecordFields {
  return schemaFields(written, (name, { text, types }) =>
    value[name] === undefined && types?.has('string') === true && isKeyByDefault.test(text) ? key : undefined,
  );
}

const isKeyByDefault =
  /\b(?:if|when) (?:\w+ ){0,4}(?:not|omitted|empty|absent)\b[^.]{0,80}\b(?:populated with|set to|defaults? to|same as|is) (?:[^.\s]+ ){0,3}[[`"']?(?:id|identifier)\b/i;
