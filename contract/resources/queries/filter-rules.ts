/** Rules of parameters that name a property of the records of a list. */
import type { QueryEffect } from '../graph.ts';
import type { SourceSchema } from '../source.ts';
import { bareName, flatten, isSameEnd, singularOf, wordsOf } from '../words.ts';
import { formOf, namesIn, propertyNamed, wordOf } from '../schema-likeness.ts';
import type { FilterComparison, NamedParameter, QueryRule } from './query-rule.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';

/** Comparisons in the names of objects: `filter_gt[total]`. */
const comparisons: Readonly<Record<string, FilterComparison>> = {
  gt: 'above',
  gte: 'least',
  gteq: 'least',
  lt: 'below',
  lte: 'most',
  lteq: 'most',
  like: 'contains',
  contains: 'contains',
  prefix: 'begins',
  eq: 'equal',
  in: 'any',
};

/** A comparison in the name: `filter_gt[total]`, `tags_exclude`. */
export const inferComparison: QueryRule = ({ name, schema }, item, infer) => {
  const effect = comparedIn(name, item) ?? leftOutBy(name, schema, item) ?? negatedBy(name, schema, item);
  return effect === null ? null : infer(effect, 0.9, `{${name}} compares a property`);
};

/** A part of a property: `title_contains`. */
export const inferPart: QueryRule = ({ name, plain }, item, infer) => {
  const contained = /^(.+?)\]?[[_.](?:contains|icontains|like|ilike|pattern)\]?$/i.exec(plain)?.[1];
  const isOwn = item?.properties.has(plain) === true;
  const property = contained === undefined || isOwn ? null : propertyNamed(contained, item);
  if (property === null) return null;
  return infer(
    { kind: 'filter', property: pointerStep(property), compare: 'contains' },
    0.9,
    `{${name}} is a part of the property \`${property}\``,
  );
};

/** Comparisons at the end of a name: `address__city__icontains`. */
const lookups: ReadonlyMap<string, FilterComparison> = new Map([
  ['exact', 'equal'],
  ['iexact', 'equal'],
  ['in', 'any'],
  ['contains', 'contains'],
  ['icontains', 'contains'],
  ['like', 'contains'],
  ['startswith', 'begins'],
  ['istartswith', 'begins'],
  ['gt', 'above'],
  ['gte', 'least'],
  ['lt', 'below'],
  ['lte', 'most'],
]);

/** A property of an object in a record, and a comparison with it: `address__city`, `source__iexact`. */
export const inferPath: QueryRule = ({ name, plain }, item, infer) => {
  const parts = plain.split(plain.includes('__') ? '__' : '.');
  if (parts.length < 2 || parts.length > MAX_PARTS) return null;
  const compare = lookups.get(parts.at(-1)?.toLowerCase() ?? '');
  const property = pointerTo(compare === undefined ? parts : parts.slice(0, -1), item);
  if (property === null) return null;
  const effect: QueryEffect = { kind: 'filter', property, compare: compare ?? 'equal' };
  return infer(effect, 0.9, `{${name}} is the path of the property \`${property}\``);
};

/** Units: names in the path of a property. */
const MAX_PARTS = 6;

/** Returns the JSON Pointer of the property that names lead to; `null` for none. */
function pointerTo([first = '', ...rest]: readonly string[], item: SourceSchema | null): string | null {
  const property = propertyNamed(first, item);
  if (property === null) return null;
  const inner = rest.length === 0 ? '' : pointerTo(rest, item?.properties.get(property) ?? null);
  return inner === null ? null : pointerStep(property) + inner;
}

/** A property of the same name. */
export const inferProperty: QueryRule = (parameter, item, infer) => {
  const { name, schema, plain, flat } = parameter;
  const property = isBound(parameter) ? null : propertyNamed(plain, item);
  if (property === null) return null;
  if (isUnrelated(schema, item?.properties.get(property)))
    return infer({ kind: 'none' }, 1, `no value of {${name}} is one of the property \`${property}\``);
  return infer(
    { kind: 'filter', property: pointerStep(property), compare: comparisonOf(parameter) },
    flatten(property) === flat ? 0.95 : 0.9,
    `{${name}} is named like the property \`${property}\``,
  );
};

/** A property that the name or the text refers to. */
export const inferReference: QueryRule = (parameter, item, infer) => {
  const { name, schema, text, plain } = parameter;
  if (isBound(parameter)) return null;
  const property =
    referenceNamed(plain, schema, item) ?? describedIn(text, item) ?? titleNamed(parameter, item);
  if (property === null) return null;
  return infer(
    { kind: 'filter', property: pointerStep(property), compare: comparisonOf(parameter) },
    0.8,
    `{${name}} names what the property \`${property}\` refers to`,
  );
};

/** Returns what keys are of: `owner` of `ownerId` and `tag` of `tag_ids`; `null` for the name of no keys. */
export function referredKey(name: string): string | null {
  const bare = /(?:_id|[a-z]I[dD])s?$/.test(name) ? bareName(name) : '';
  return bare === '' ? null : bare;
}

/**
 * Returns the relationship of a JSON:API record to records of the kind that a parameter names: `owner` for `patient`, as
 * its type or its text says, such as "The owner is the patient"; `null` for none, and for several.
 */
export function relationshipTo(
  { plain }: Pick<NamedParameter, 'plain'>,
  relationships: SourceSchema | null,
): string | null {
  if (!/^[\w-]{1,60}$/.test(plain)) return null;
  const bare = referredKey(plain);
  const stated = new RegExp(`\\b(?:is|are) (?:an? |the )?${bare ?? plain}\\b`, 'i');
  const fitting = [...(relationships?.properties ?? [])].filter(([name, { text, properties }]) => {
    if (bare !== null && isSameEnd(name, bare)) return true;
    const data = properties.get('data');
    const type = (data?.items ?? data)?.properties.get('type');
    const types = [...(type?.values ?? []), ...(type?.examples ?? [])];
    return types.some((each) => flatten(wordOf(each)) === flatten(bare ?? plain)) || stated.test(text);
  });
  const [only, second] = fitting;
  return only === undefined || second !== undefined ? null : only[0];
}

function isBound({ plain }: NamedParameter): boolean {
  return /[<>]=?$/.test(plain);
}

function comparisonOf({ schema, text }: NamedParameter): FilterComparison {
  if (schema.items !== null) return hasAll.test(text) ? 'all' : 'any';
  return schema.values === null && partOfText.test(text) ? 'contains' : 'equal';
}

/** Descriptions of a parameter with values that a record must have all. */
const hasAll =
  /\b(?:ha(?:ve|s|ving)|contain(?:s|ing)?|match(?:es|ing)?|with) (?:all|every|each)\b(?: of)? (?:the|these|those|your|given|specified|listed)\b|\ball (?:of )?(?:the )?(?:given |specified |listed |provided )?\w{1,40} (?:must|have to|need to) (?:match|be (?:present|assigned|set))\b/i;

/** Descriptions of a parameter that may be a part of a text. */
const partOfText =
  /\bpartial(?:ly)?\b.{0,20}\bmatch|\bor (?:an? )?part(?:ial)?\b|\bwhose \w{1,40} includes?\b|\bsubstring\b|\bcontain(?:s|ing)?\b.{0,20}\b(?:string|term|text|word|phrase)s?\b|\bmatch(?:es|ing)?\b.{0,20}\bpart(?:ial)?\b|\b(?:starts?|begins?|beginning|starting)\W{1,4}with\b/i;

/** Returns what `filter_gt[total]` does; `null` for another name. */
function comparedIn(name: string, item: SourceSchema | null): QueryEffect | null {
  const [, word = '', inner = ''] = /^(?:filters?|where)[_-]([a-z]+)\[(\w+)\]$/i.exec(name) ?? [];
  const compare = comparisons[word.toLowerCase()];
  const property = compare === undefined ? null : propertyNamed(inner, item);
  return compare === undefined || property === null
    ? null
    : { kind: 'filter', property: pointerStep(property), compare };
}

/** Returns what `tags_exclude` does, and `exclude_tags`; `null` for another parameter. */
function leftOutBy(name: string, { types }: SourceSchema, item: SourceSchema | null): QueryEffect | null {
  const [, before, after] =
    /^(?:exclude|without|not)[_.-](.+)$|^(.+?)\]?[[_.](?:excluded?|not|ne|neq|not_in|nin)\]?$/i.exec(name) ??
    [];
  const property = types?.has('boolean') === true ? null : propertyNamed(before ?? after ?? '', item);
  return property === null ? null : { kind: 'filter', property: pointerStep(property), compare: 'none' };
}

/** Returns what the switch `exclude_tags` does; `null` for another parameter. */
function negatedBy(name: string, { types }: SourceSchema, item: SourceSchema | null): QueryEffect | null {
  const named = /^(?:exclude|without|not|negate|invert)[_.-]?(?=[A-Za-z])(.+)$/i.exec(name)?.[1] ?? '';
  const property = types?.has('boolean') === true ? propertyNamed(named, item) : null;
  const isSwitch = item?.properties.get(property ?? '')?.types?.has('boolean') === true;
  return property === null || isSwitch ? null : { kind: 'negation', property: pointerStep(property) };
}

/** Returns whether a parameter and a property of the same name list values, and none in common. */
function isUnrelated(parameter: SourceSchema, property: SourceSchema | undefined): boolean {
  const [{ values: asked }, own] = [parameter.items ?? parameter, property?.items ?? property];
  const isNumber = own?.types?.has('integer') === true || own?.types?.has('number') === true;
  if (asked === null || own === undefined || (own.values === null && !isNumber)) return false;
  const texts = new Set(own.values?.map((value) => wordOf(value)));
  const isAnything = (text: string): boolean => /^(?:all|any|both|\*|)$/.test(text);
  const mayBe = (text: string): boolean =>
    texts.has(text) || isAnything(text) || (own.values === null && Number.isFinite(Number(text)));
  return !asked.some((value) => mayBe(wordOf(value)));
}

/** Returns the property that a parameter names in part: `tags` of `tag_name`, and `country_code` of `country`. */
function referenceNamed(name: string, schema: SourceSchema, item: SourceSchema | null): string | null {
  const bare = propertyNamed(bareName(name), item);
  if (bare !== null) return bare;
  const begun = item === null ? [] : (namesIn(item).byStart.get(formOf(wordsOf(name))) ?? []);
  const longer = begun.filter((property) => {
    const types = item?.properties.get(property)?.types;
    const isSwitch = schema.types?.has('boolean') === true && types?.has('boolean') === true;
    return isSwitch || /^(?:id|gid|sid|uuid|key|slug|name|code)$/.test(wordsOf(property).at(-1) ?? '');
  });
  if (longer.length > 0) return longer.length === 1 ? (longer[0] ?? null) : null;
  return endNamed(name, schema, item);
}

/** Returns the title of records that a parameter calls their name, or their name that it calls a title; `null` for none. */
function titleNamed({ flat, schema, text }: NamedParameter, item: SourceSchema | null): string | null {
  const other = flat === 'name' ? 'title' : flat === 'title' ? 'name' : '';
  const property = propertyNamed(other, item);
  if (item === null || property === null) return null;
  const isText = [schema, item.properties.get(property)].every((each) => each?.types?.has('string') === true);
  if (!isText) return null;
  const record = singularOf(wordsOf(item.name ?? '').at(-1) ?? '');
  const words = wordsOf(text);
  return words.length === 0 || words.some((word) => singularOf(word) === record) ? property : null;
}

/**
 * Returns the property at the end of the text of a filter, after the name of the record: "a specific organization
 * name".
 */
function describedIn(text: string, item: SourceSchema | null): string | null {
  const [sentence = ''] = text.split(/[.;\n]/, 1);
  const words = wordsOf(sentence.replaceAll('`', ''));
  const record = wordsOf(item?.name ?? '').at(-1);
  const isFilter = /^(?:filters?|only|returns? only|limits?|restricts?)\b/i.test(sentence);
  return isFilter && words.at(-2) === record ? propertyNamed(words.at(-1) ?? '', item) : null;
}

/**
 * Returns the only property that ends in a name, such as `organizationRole` for `role`, or that a name ends in after
 * that of the record.
 */
function endNamed(name: string, schema: SourceSchema, item: SourceSchema | null): string | null {
  const own = wordsOf(item?.name ?? '').at(-1);
  const [first, ...rest] = wordsOf(name);
  const inner = first === own ? rest.join('_') : '';
  const bare = propertyNamed(inner, item) ?? propertyNamed(inner.replace(/_?id$/, ''), item);
  if (bare !== null) return bare;
  if (schema.values === null || item === null) return null;
  const ends = (namesIn(item).byEnd.get(formOf(wordsOf(name))) ?? []).filter(
    (property) => item.properties.get(property)?.properties.size === 0,
  );
  const only = ends[0] ?? '';
  const property = item.properties.get(only);
  if (property === undefined || ends.length > 1 || property.values === null) return null;
  return isUnrelated(schema, property) ? null : only;
}
