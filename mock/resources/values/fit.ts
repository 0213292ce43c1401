/** Fits values to schemas: what was sent to the record, and the record to what a response shows. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import {
  bareName,
  flatten,
  isPlural,
  isSameName,
  singularName,
  wordsOf,
} from '../../../contract/resources/words.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { plainValue } from './complete.ts';
import { isSentBy } from '../../../contract/resources/records/schema-parts.ts';
import { ATTRIBUTES } from '../../../contract/resources/schema-likeness.ts';
import { schemaFields, isFields, pickFields } from '../fields.ts';
import type { OperationPlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';
import { asReference } from '../links/references.ts';

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

function isTextOnly({ types }: SourceSchema): boolean {
  return types?.size === 1 && types.has('string');
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

/** Returns the property with a name, apart from case and separators. */
function sameIn({ properties }: SourceSchema, name: string): string | undefined {
  if (properties.has(name)) return name;
  const flat = flatten(name);
  return [...properties.keys()].find((each) => flatten(each) === flat);
}

function nameIn(schema: SourceSchema, name: string): string | null {
  return sameIn(schema, name) ?? listOf(schema, name) ?? referredIn(schema, name);
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
    const ownName = rest === '' || sameIn(schema, name) !== undefined ? undefined : sameIn(schema, head);
    const { types = new Set(), properties: parts } = properties.get(ownName ?? '') ?? {};
    if (ownName === undefined || types?.has('object') === false) flat.push([name, value]);
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

/** Returns a sent value in the form of a property: a key becomes an object with it where the property is one. */
export function fitValue(
  property: SourceSchema,
  value: JsonValue,
  sample: JsonValue | undefined,
): JsonValue | undefined {
  // Why: a client names a record, and the service shows it, where a property may be either.
  const names = typeof value === 'string' && isFields(sample) && property.types?.has('object') === true;
  if (!names && isOf(property, value)) {
    if (!Array.isArray(value) || property.items === null) return withLabel(property, value);
    const { items } = property;
    const [shown] = Array.isArray(sample) ? (sample as readonly JsonValue[]) : [];
    const fitted = (value as readonly JsonValue[]).map((each) => fitValue(items, each, shown));
    return fitted.includes(undefined) ? undefined : (fitted as JsonValue[]);
  }
  // Why: forms have no null, so an empty text takes a value away.
  if (value === '' && property.isNullable) return null;
  if (property.values !== null) return undefined;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  if (isSwitchOnly(property)) return value === 'true' || value === 'false' ? value === 'true' : undefined;
  if (typeof value === 'string' && value.includes(',') && isListOfTexts(property))
    return value.split(',').map((each) => each.trim());
  return (
    asChoice(property, sample, value) ??
    asAddressed(property, value) ??
    asReference(property, sample, String(value)) ??
    asParts(property, sample, String(value))
  );
}

function isSwitchOnly({ types }: SourceSchema): boolean {
  return types?.size === 1 && types.has('boolean');
}

/** Returns whether a property is a list of any texts, which a request may name with commas between them. */
function isListOfTexts({ types, items }: SourceSchema): boolean {
  const isList = types?.size === 1 && types.has('array');
  return isList && items?.types?.has('string') === true && items.values === null;
}

/** Writes a value as a property has it that is an object: under the only name that lists the value; undefined for another property. */
function asChoice(
  { properties, types }: SourceSchema,
  sample: JsonValue | undefined,
  value: JsonValue,
): JsonValue | undefined {
  const [only, other] = [...properties].filter(([, { values }]) => values?.includes(value) === true);
  if (only === undefined || other !== undefined || types?.has('object') !== true) return undefined;
  return withLabel({ properties }, { ...(isFields(sample) ? sample : {}), [only[0]]: value });
}

/** The forms of addresses, with the names of the properties that have them. */
const addresses = [
  { form: /^[^@\s]{1,100}@[^@\s]{1,200}$/, name: /^e?mail(?:address)?$/ },
  { form: /^https?:\/\//, name: /^ur[il]$/ },
  { form: /^\+\d{6,15}$/, name: /^(?:phone|phonenumber|msisdn)$/ },
] as const;

/**
 * Writes the address of an email or of a page, or a number of a phone, as the only property with one of an object, or of
 * the only one of a list; undefined for another property.
 */
function asAddressed({ properties, types, items }: SourceSchema, value: JsonValue): JsonValue | undefined {
  if (items !== null && types?.has('array') === true) {
    const item = asAddressed(items, value);
    return item === undefined ? undefined : [item];
  }
  const address = typeof value === 'string' ? addresses.find(({ form }) => form.test(value)) : undefined;
  if (address === undefined || types?.has('object') !== true) return undefined;
  const [only, other] = [...properties.keys()].filter((name) => address.name.test(flatten(name)));
  return only === undefined || other !== undefined ? undefined : { [only]: value };
}

/** Writes a text as a property has it that is an object or a list of them: as the text in it; undefined for another property. */
function asParts(property: SourceSchema, sample: JsonValue | undefined, text: string): JsonValue | undefined {
  const { types } = property;
  if (types?.has('object') === true && sample !== undefined)
    return withLabel(property, withText(sample, text));
  const [shown] =
    types?.has('array') === true && Array.isArray(sample) ? (sample as readonly JsonValue[]) : [];
  const part = shown === undefined ? undefined : withText(shown, text);
  return part === undefined ? undefined : [part];
}

/** Returns an object with the label of its value: the one at the same place of a list as long as that of the values. */
function withLabel(
  { properties }: Pick<SourceSchema, 'properties'>,
  part: JsonValue | undefined,
): JsonValue | undefined {
  if (!isFields(part)) return part;
  const values = properties.get('value')?.values ?? [];
  const labels = properties.get('label')?.values ?? [];
  const label = values.length === labels.length ? labels[values.indexOf(part['value'] ?? null)] : undefined;
  return label === undefined ? part : { ...part, label };
}

function withText(part: JsonValue, text: string): JsonValue | undefined {
  if (!isFields(part)) return undefined;
  for (const name of ['text', 'value', 'content', 'body']) {
    const inner = part[name];
    const result = typeof inner === 'string' ? text : inner === undefined ? undefined : withText(inner, text);
    if (result !== undefined) return { ...part, [name]: result };
  }
  return undefined;
}

/** Returns whether a schema allows a value: its type, and the value where it lists them. */
function isOf(schema: SourceSchema, value: JsonValue): boolean {
  return (
    hasType(schema, value) && (schema.values === null || value === null || schema.values.includes(value))
  );
}

export function hasType({ types, isNullable }: SourceSchema, value: JsonValue): boolean {
  if (value === null) return isNullable || types === null;
  if (types === null) return true;
  if (typeof value === 'number')
    return types.has('number') || (types.has('integer') && Number.isInteger(value));
  return types.has(Array.isArray(value) ? 'array' : typeof value);
}

/** Returns a record as a response shows it: what it declares, without what is only written. */
export function shownIn(
  { shown, shownSample, resource, role }: ShowingPlan,
  value: RecordFields,
): RecordFields {
  const visible = withoutHidden(resource.schema, value, role);
  if (shown === null || shown.properties.size === 0) return visible;
  if (shown === resource.schema) return withSecrets(shown, visible, shownSample, role);
  const fields: Record<string, JsonValue> = shown.isOpen ? furtherIn(resource.schema, visible) : {};
  const others = otherKeysIn(shown, resource, visible);
  for (const [name, property] of shown.properties) {
    const isKey = others.has(name);
    // Why none: where a response names the id of a record otherwise, `id` is that of another one.
    const isOfOther = others.size > 0 && name === resource.key && name === 'id';
    const current = isKey ? keyIn(resource, value) : isOfOther ? undefined : shownAs(name, property, visible);
    const fitted = current === undefined ? undefined : fitShown(property, current, shownSample[name]);
    const isMissing = fitted === undefined && (shown.required.has(name) || isShownOnce(role, resource, name));
    const part = isMissing ? (shownSample[name] ?? plainValue(property)) : fitted;
    if (part !== undefined) fields[name] = part;
  }
  // Why: a schema may require what it does not describe.
  for (const name of shown.required) {
    const part = shown.properties.has(name) ? undefined : (visible[name] ?? shownSample[name]);
    if (part !== undefined) fields[name] = part;
  }
  return withSecrets(shown, fields, shownSample, role);
}

/** Adds the secrets that a response to a creation shows, and that are returned only once. */
function withSecrets(
  schema: SourceSchema,
  value: RecordFields,
  sample: RecordFields,
  role: ShowingPlan['role'],
): RecordFields {
  if (role?.role.value !== 'create') return value;
  const secrets = schemaFields(schema, (name, property) => {
    const [own, shown] = [value[name], sample[name]];
    if (name === ATTRIBUTES && isFields(own))
      return withSecrets(property, own, isFields(shown) ? shown : {}, role);
    const isNew = own === undefined && isSecret.test(name) && /\bonce\b/i.test(property.text);
    return isNew ? (shown ?? plainValue(property)) : undefined;
  });
  return { ...value, ...secrets };
}

const isSecret = /secret|(?:token|password|(?:api|private|access|client)_?key)$/i;

/** Returns what a response shows under a name: also the state in an object with it, and a name as the only one of `names`. */
function shownAs(name: string, property: SourceSchema, value: RecordFields): JsonValue | undefined {
  const own = value[name];
  if (isTextOnly(property) && isFields(own)) {
    const isState = (each: string): boolean => /^(?:status|state)$/i.test(each);
    const state = isState(name) ? Object.keys(own).find(isState) : undefined;
    return state === undefined ? own : own[state];
  }
  if (own !== undefined || property.items?.types?.has('string') !== true) return own;
  const only = Object.entries(value).find(
    ([each]) => each !== name && singularName(each) === singularName(name),
  );
  return typeof only?.[1] === 'string' ? [only[1]] : undefined;
}

/** Returns what a record has besides the properties that its schema names. */
function furtherIn(schema: SourceSchema | null, value: RecordFields): Record<string, JsonValue> {
  return pickFields(value, (name) => schema?.properties.has(name) === false);
}

/** Returns whether a property is only in what a creation returns, such as a new secret. */
function isShownOnce(role: ShowingPlan['role'], { schema }: ShowingPlan['resource'], name: string): boolean {
  return isSecret.test(name) && role?.role.value === 'create' && schema?.properties.has(name) === false;
}

/**
 * Returns the properties that a record has not and that have its key: `registrant_id`, `uid` where it has `id`, or the
 * only id of a response that names nothing else of it.
 */
function otherKeysIn(
  { properties }: SourceSchema,
  { key, keyParameter, resource }: ShowingPlan['resource'],
  visible: RecordFields,
): ReadonlySet<string> {
  const keyName = flatten(keyParameter ?? `${singularName(resource.name.split('/').at(-1) ?? '')}_id`);
  const isBare = key !== null && !properties.has(key);
  const [only, second] = [...properties.keys()].filter((name) => /(?:_id|[a-z]Id)$/.test(name));
  const isOnly = isBare && second === undefined && ![...properties.keys()].some((name) => name in visible);
  const names = [...properties.keys()].filter((name) => {
    const flat = flatten(name);
    return (
      visible[name] === undefined &&
      (flat === keyName || (isOnly && name === only) || (isBare && /^(?:id|gid|sid|u?uid|guid)$/.test(flat)))
    );
  });
  return new Set(names);
}

function keyIn({ keyPointer }: ShowingPlan['resource'], value: RecordFields): JsonValue | undefined {
  return keyPointer === null ? undefined : (valueAt(value, keyPointer) as JsonValue | undefined);
}

function fitShown(
  property: SourceSchema,
  own: JsonValue,
  sample: JsonValue | undefined,
): JsonValue | undefined {
  const fits = fitValue(property, own, sample);
  const fitted = fits === undefined ? converted(property, own) : fits;
  return fitted !== undefined && isFields(fitted) ? withFittingParts(property, fitted) : fitted;
}

/** Units: levels of nested objects whose parts are tested. */
const PARTS_DEPTH = 3;

/** Returns an object without the parts that a schema does not allow. Why: another operation may show less strict ones. */
function withFittingParts(
  { properties }: SourceSchema,
  value: RecordFields,
  depth = PARTS_DEPTH,
): RecordFields {
  if (properties.size === 0 || depth === 0) return value;
  const entries = Object.entries(value);
  const fittingParts = entries.flatMap(([name, part]): [string, JsonValue][] => {
    const property = properties.get(name);
    if (property === undefined) return [[name, part]];
    const fitted = isOf(property, part) ? part : converted(property, part);
    if (fitted === undefined) return [];
    return [[name, isFields(fitted) ? withFittingParts(property, fitted, depth - 1) : fitted]];
  });
  const isSame =
    fittingParts.length === entries.length && fittingParts.every(([, part], at) => part === entries[at]?.[1]);
  return isSame ? value : Object.fromEntries(fittingParts);
}

type ShowingPlan = Pick<OperationPlan, 'shown' | 'shownSample' | 'resource'> &
  Partial<Pick<OperationPlan, 'role'>>;

/** Returns a number or a list of texts as a text, or a text as a number, where a property has the other one. */
export function converted({ types }: SourceSchema, value: JsonValue): JsonValue | undefined {
  if (Array.isArray(value) && types?.size === 1 && types.has('string'))
    return value.every((each) => typeof each === 'string') ? value.join(', ') : undefined;
  if (typeof value === 'number' && types?.has('string') === true) return String(value);
  const isNumber = types?.has('integer') === true || types?.has('number') === true;
  return typeof value === 'string' && isNumber && Number.isFinite(Number(value)) ? Number(value) : undefined;
}

/** Descriptions of what lists leave out. */
const omittedInLists =
  /(?:^|[.,;(] ?)(?:empty|omitted|excluded|not (?:included|returned|shown|present)) (?:when|during|in|from)\b[^;]{0,40}\blist(?:s|ing)?\b/i;

function withoutHidden(
  schema: SourceSchema | null,
  value: RecordFields,
  role: ShowingPlan['role'],
): RecordFields {
  const isListed = role?.role.value === 'list' || role?.role.value === 'search';
  const isHidden = (name: string): boolean => {
    const property = schema?.properties.get(name);
    if (property === undefined) return false;
    const { isWriteOnly, format, text } = property;
    return isWriteOnly || format === 'password' || (isListed && omittedInLists.test(text));
  };
  if (!Object.keys(value).some(isHidden)) return value;
  return pickFields(value, (name) => !isHidden(name));
}
