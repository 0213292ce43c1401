/** Shows a record as a response describes it. */
import { memoizeByObject } from '../../../contract/memoize.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { OperationPlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';
import { flatten, singularName } from '../../../contract/resources/words.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import { plainValue } from './complete.ts';
import { ATTRIBUTES } from '../../../contract/resources/schema-likeness.ts';
import { schemaFields, isFields, pickFields } from '../fields.ts';
import { converted, fitValue, isOf, isTextOnly } from './fit-value.ts';

type ShowingPlan = Pick<OperationPlan, 'shown' | 'shownSample' | 'resource'> &
  Partial<Pick<OperationPlan, 'role'>>;

/** Returns a record as a response shows it: what it declares, without what is only written. */
export function shownIn(
  { shown, shownSample, resource, role }: ShowingPlan,
  value: RecordFields,
): RecordFields {
  const visible = withoutWritten(shown, withoutHidden(resource.schema, value, role));
  if (shown === null || shown.properties.size === 0) return visible;
  if (shown === resource.schema) return withSecrets(shown, visible, shownSample, role);
  const fields: Record<string, JsonValue> = shown.isOpen ? furtherIn(resource.schema, visible) : {};
  const others = otherKeysIn(shown, resource, visible);
  for (const [name, property] of shown.properties) {
    if (property.isWriteOnly) continue;
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

/** Returns a record without what its schema, or that of an object in it, marks as only written. */
function withoutWritten(schema: SourceSchema | null, value: RecordFields): RecordFields {
  if (schema === null || !hasWriteOnly(schema)) return value;
  const entries = Object.entries(value);
  const shown = entries.flatMap(([name, part]): [string, JsonValue][] => {
    const property = schema.properties.get(name);
    if (property === undefined) return [[name, part]];
    return property.isWriteOnly ? [] : [[name, partShown(property, part)]];
  });
  const isSame = shown.length === entries.length && shown.every(([, part], at) => part === entries[at]?.[1]);
  return isSame ? value : Object.fromEntries(shown);
}

/** Units: levels of objects in which something may be only written. */
const WRITTEN_DEPTH = 2;

const hasWriteOnly = memoizeByObject((schema: SourceSchema) => marksWritten(schema, WRITTEN_DEPTH));

function marksWritten({ properties }: SourceSchema, depth: number): boolean {
  return [...properties.values()].some(
    (each) => each.isWriteOnly || (depth > 0 && marksWritten(each.items ?? each, depth - 1)),
  );
}

function partShown(schema: SourceSchema, part: JsonValue): JsonValue {
  if (isFields(part)) return withoutWritten(schema, part);
  const { items } = schema;
  if (!Array.isArray(part) || items === null) return part;
  const list = part as readonly JsonValue[];
  const shown = list.map((each) => partShown(items, each));
  return shown.every((each, at) => each === list[at]) ? list : shown;
}

/** Descriptions of what lists leave out. */
const omittedInLists =
  /(?:^|[.,;(] ?)(?:empty|omitted|excluded|not (?:included|returned|shown|present)) (?:when|during|in|from)\b[^;]{0,40}\blist(?:s|ing)?\b/i;

/** The properties that no response shows, and those that lists leave out. */
const hiddenIn = memoizeByObject(({ properties }: SourceSchema) => {
  const namesOf = (isNamed: (property: SourceSchema) => boolean): ReadonlySet<string> =>
    new Set([...properties].flatMap(([name, property]) => (isNamed(property) ? [name] : [])));
  const isHidden = ({ isWriteOnly, format }: SourceSchema): boolean => isWriteOnly || format === 'password';
  return {
    always: namesOf(isHidden),
    inLists: namesOf((each) => isHidden(each) || omittedInLists.test(each.text)),
  };
});

function withoutHidden(
  schema: SourceSchema | null,
  value: RecordFields,
  role: ShowingPlan['role'],
): RecordFields {
  const isListed = role?.role.value === 'list' || role?.role.value === 'search';
  const hidden = schema === null ? undefined : hiddenIn(schema)[isListed ? 'inLists' : 'always'];
  if (hidden === undefined || !Object.keys(value).some((name) => hidden.has(name))) return value;
  return pickFields(value, (name) => !hidden.has(name));
}
