/** Finds parameters with conditions, and those that name the switches of a record: `include_archived`, `type=unread`. */
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';
import type { QueryEffect } from '../graph.ts';
import type { SourceParameter, SourceSchema } from '../source.ts';
import type { QueryRule } from './query-rule.ts';
import { flatten } from '../words.ts';
import { propertyNamed, wordOf } from '../schema-likeness.ts';

/** Infers what a parameter with conditions does, or one that names a switch of a record; `null` for another one. */
export const inferCondition: QueryRule = ({ name, plain, flat, schema, text }, item, infer) => {
  const condition = conditionIn(flat, schema, text, item);
  if (condition !== null) return infer({ kind: 'expression' }, 0.8, `{${name}} ${condition}`);
  const included = includedIn(plain, schema, item);
  if (included !== null)
    return infer({ kind: 'include', property: included }, 0.8, `{${name}} lists what has \`${included}\` on`);
  const missing = missingIn(plain, schema, item);
  if (missing !== null) {
    const effect: QueryEffect = { kind: 'filter', property: pointerStep(missing), compare: 'absent' };
    return infer(effect, 0.8, `{${name}} lists what has no \`${missing}\``);
  }
  const left = /^(?:exclude|hide|skip|without)[_-]?(?=.)(.+)$/i.exec(plain)?.[1];
  const off = left === undefined || item === null ? null : switchNamed(left, item);
  if (off?.isOn !== true || schema.types?.has('boolean') !== true) return null;
  const effect: QueryEffect = { kind: 'filter', property: pointerStep(off.property), compare: 'without' };
  return infer(effect, 0.8, `{${name}} leaves out what is \`${off.property}\``);
};

/** Returns the switch of records that are listed only if a parameter says so: `archived` of `include_archived`. */
function includedIn(
  name: string,
  { types, defaultValue }: SourceSchema,
  item: SourceSchema | null,
): string | null {
  const word = /^(?:include|with|show)[-_]?(?=[A-Za-z])(.+)$/i.exec(name)?.[1];
  if (word === undefined || item === null || types?.has('boolean') !== true || defaultValue === true)
    return null;
  return switchNamed(word, item)?.property ?? null;
}

/** Returns the property that the records which a switch asks for do not have: `category` of `uncategorised`. */
function missingIn(name: string, { types }: SourceSchema, item: SourceSchema | null): string | null {
  const isSwitch = types?.has('boolean') === true || types?.has('integer') === true;
  const word = /^un([a-z]{4,30}?)(?:i[sz]ed|ied|ed)$/i.exec(flatten(name))?.[1];
  if (word === undefined || item === null || !isSwitch) return null;
  const stem = word.replace(/([b-df-hj-np-tv-z])\1$/, '$1');
  const named = [...item.properties].filter(([each]) => flatten(each).startsWith(stem));
  const [property, schema] = named.toSorted(([one], [other]) => one.length - other.length)[0] ?? [];
  return property === undefined || schema?.types?.has('boolean') === true ? null : property;
}

/** Parameters that may have conditions. */
const conditions = new Set('filter filters filterby where conditions criteria'.split(' '));

/** Descriptions of conditions. */
const described =
  /\bcomparison operators?\b|\b(?:field|property|attribute|key|name|element)s?\W{0,3}(?:[:=]|==)\W{0,3}values?\b|\bfilter by an(?:y|) (?:any )?(?:element|field|property|attribute)\b|\b(?:odata|scim)\b|\b[a-z]\w*(?:==| (?:eq|ne) |:)["'][^"']+["']|\w\$(?:eq|like|gte?):/i;

/** Forms of conditions with an operator between a name and a value, and examples of them: `name:cn:part`. */
const triple =
  /\b(?:field|property|attribute|key|name|element|column)\w*[`<>{}[\]]{0,2}:[`<>{}[\]]{0,2}op\w*[`<>{}[\]]{0,2}:[`<>{}[\]]{0,2}val\w*|\b[a-z]\w*:(?:eq|neq?|cn|g[te]e?|l[te]e?|contains|like):\w/i;

/** Returns the form of conditions that the text of a list shows for its filter; `null` for none or another parameter. */
export function shownTriple({ name }: Pick<SourceParameter, 'name'>, text: string): string | null {
  return conditions.has(flatten(name)) ? (triple.exec(text)?.[0] ?? null) : null;
}

/**
 * Returns the operators of conditions that the text of a property states, as in "Filterable: eq, like"; empty for one that
 * states that there are none, `null` for one that states nothing.
 */
export function operatorsOf({ text }: Pick<SourceSchema, 'text'>): ReadonlySet<string> | null {
  const stated = /\bfilterable: ?([\w, ]{1,100})/i.exec(text)?.[1];
  return stated === undefined
    ? null
    : new Set(stated.toLowerCase().match(/\b(?:eq|neq?|[gl]te?|like|n?in)\b/g));
}

/** Descriptions of conditions in JSON. */
const inJson =
  /\bjson[- ]?(?:encoded|formatted|serialized|object|map)\b|\b(?:encoded|serialized) (?:as|in) (?:a )?json\b|\bmap\[string\]/i;

/**
 * Returns why a parameter has conditions, or names switches of a record such as `archived` and `unread`; `null` for
 * neither.
 */
function conditionIn(
  flat: string,
  schema: SourceSchema,
  text: string,
  item: SourceSchema | null,
): string | null {
  if (item === null || propertyNamed(flat, item) !== null) return null;
  const { values, types } = schema.items ?? schema;
  if (conditions.has(flat) && values === null && inJson.test(text)) return 'is described as JSON';
  if (conditions.has(flat) && values === null && types?.has('object') !== true) {
    if ([...item.properties.values()].some((property) => (operatorsOf(property)?.size ?? 0) > 0))
      return 'has conditions with the operators that properties state';
    return described.test(text) || triple.test(text) ? 'is described as conditions' : null;
  }
  if (schema.items !== null) {
    const isClause = conditions.has(flat) && partsOfClause([...schema.items.properties.keys()]) !== null;
    return isClause ? 'lists conditions' : null;
  }
  const named = schema.values?.some((value) => switchNamed(wordOf(value), item) !== null) === true;
  return named && /^(?:type|filter|status|state|show|view|scope)$/.test(flat)
    ? 'names switches of a record'
    : null;
}

/** The names of the parts of a condition. */
export interface ClauseParts {
  readonly name: string;
  /** Absent for one that is equal. */
  readonly operator?: string;
  readonly value: string;
}

/** Finds the parts of a condition in an object with these names, such as `col`, `opr` and `value`; `null` for none. */
export function partsOfClause(names: readonly string[]): ClauseParts | null {
  const find = (wanted: RegExp): string | undefined => names.find((each) => wanted.test(flatten(each)));
  const name = find(/^(?:col|column|field|property|attribute|key)(?:name|id)?$/) ?? find(/^name$/);
  const operator = find(/^(?:opr?|operator|comparison|comparator|condition)$/);
  const value = find(/^values?$/);
  if (name === undefined || value === undefined) return null;
  return { name, value, ...(operator === undefined ? {} : { operator }) };
}

/** A Boolean property, and the value of it that a word names. */
export interface NamedSwitch {
  readonly property: string;
  readonly isOn: boolean;
}

/** Returns the switch of a record that a word names, such as `approved` for `unapproved`; `null` for none. */
export function switchNamed(word: string, item: SourceSchema): NamedSwitch | null {
  for (const [isOn, name] of [
    [true, word],
    [false, word.replace(/^(?:un|non?t?[-_])(?=[a-z]{3})/i, '')],
  ] as const) {
    const property = propertyNamed(name, item) ?? propertyNamed(`is_${name}`, item);
    const types = property === null ? undefined : item.properties.get(property)?.types;
    if (property !== null && types?.size === 1 && types.has('boolean') && (isOn || name !== word))
      return { property, isOn };
  }
  return null;
}
