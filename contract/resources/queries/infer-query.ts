/** Finds what the query parameters of a list do: filter, search, sort or select properties. */
import type { Inference, QueryEffect, QueryUse } from '../graph.ts';
import type { SourceParameter, SourceSchema } from '../source.ts';
import { bareName, flatten, wordsOf } from '../words.ts';
import { inferCondition } from './infer-condition.ts';
import {
  ATTRIBUTES,
  RELATIONSHIPS,
  attributesIn,
  boundedProperty,
  formOf,
  namesIn,
  propertyNamed,
  wordOf,
} from '../schema-likeness.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';

type Comparison = Extract<QueryEffect, { readonly kind: 'filter' }>['compare'];

const searches = new Set(
  'q query search searchterm filterterm term keyword keywords text searchtext'.split(' '),
);
const sorts = new Set(
  'sort sortby order orderby ordering sortfield orderfield sortcolumn sortorderby sortkey'.split(' '),
);
const directions = new Set(
  'direction sortdirection sortorder orderdirection sorttype ordertype sortdir dir asc desc order'.split(' '),
);
const projections = new Set('fields include expand optfields select embed includes fieldmask'.split(' '));

/** Beginnings and ends of parameters that compare with a property. */
const bounds: readonly (readonly [pattern: RegExp, compare: Comparison])[] = [
  [/>=$/, 'least'],
  [/<=$/, 'most'],
  [/>$/, 'above'],
  [/<$/, 'below'],
  [/^(?:min|from|since|start|after|gte)[_.-]?(?=.)/i, 'least'],
  [/^(?:max|to|until|end|before|lte)[_.-]?(?=.)/i, 'most'],
  [/^gt[_.-]?(?=.)/i, 'above'],
  [/^lt[_.-]?(?=.)/i, 'below'],
  [/[_.[-]?(?:gte|min|from|since|after|start)\]?$/i, 'least'],
  [/[_.[-]?(?:lte|max|to|until|before|end)\]?$/i, 'most'],
  [/[_.[-]?gt\]?$/i, 'above'],
  [/[_.[-]?lt\]?$/i, 'below'],
];

/** Words of objects whose properties are compared: `filter_gt[total]`. */
const comparisons: Readonly<Record<string, Comparison>> = {
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

/** Names of parameters that are the start or the end of a period. */
const periods: Readonly<Record<string, 'least' | 'most'>> = {
  since: 'least',
  after: 'least',
  before: 'most',
  from: 'least',
  start: 'least',
  startdate: 'least',
  datefrom: 'least',
  until: 'most',
  to: 'most',
  end: 'most',
  enddate: 'most',
  dateto: 'most',
};

/**
 * Infers what a query parameter of a list does. Shape: kind `none` if it is nothing that is known; `key` is the JSON
 * Pointer of the key in a record, `null` for none.
 */
export function inferQuery(
  parameter: SourceParameter,
  item: SourceSchema | null,
  key: string | null = null,
): QueryUse {
  const { name, pointer } = parameter;
  const use = (value: QueryEffect, confidence: number, text: string): Inference<QueryEffect> => ({
    value,
    confidence,
    evidence: [{ text, pointer }],
  });
  if (key !== null && flatten(name) === 'ids' && propertyNamed('ids', item) === null) {
    const effect: QueryEffect = { kind: 'filter', property: key, compare: 'any' };
    return { parameter: name, use: use(effect, 0.9, `{${name}} lists keys`) };
  }
  const inner = attributesIn(item);
  const related = inner === null ? undefined : item?.properties.get(RELATIONSHIPS);
  for (const [part, schema, end] of [
    [ATTRIBUTES, inner, ''],
    [RELATIONSHIPS, related ?? null, '/data'],
  ] as const) {
    const inside = schema === null ? null : inferEffect(parameter, schema, use);
    if (inside?.value.kind !== 'filter') continue;
    const property = pointerStep(part) + inside.value.property + end;
    return { parameter: name, use: { ...inside, value: { ...inside.value, property } } };
  }
  return { parameter: name, use: inferEffect(parameter, item, use) };
}

function inferEffect(
  { name, schema, text }: SourceParameter,
  item: SourceSchema | null,
  use: (value: QueryEffect, confidence: number, text: string) => Inference<QueryEffect>,
): Inference<QueryEffect> {
  const compared = comparedIn(name, item) ?? leftOutBy(name, schema, item);
  if (compared !== null) return use(compared, 0.9, `{${name}} compares a property`);
  const plain = name
    .replace(/^\$/, '')
    .replace(/^(?:filters?|q|query|where|search)\[(.+)\]$/, '$1')
    .replace(/\[\]$/, '')
    .replace(/(?:\.|__|\[)(?:in|eq)\]?$/, '');
  const flat = flatten(plain);
  const selected = flat === 'labelselector' ? labelsIn(item) : flat === 'fieldselector' ? '' : null;
  if (selected !== null)
    return use({ kind: 'filter', property: selected, compare: 'any' }, 0.9, `{${name}} is a selector`);
  const condition = inferCondition({ name, plain, schema, text }, item, use);
  if (condition !== null) return condition;
  if (schema.values === null && filtersByNames(flat, text, item))
    return use({ kind: 'search' }, 0.8, `{${name}} is a text in one of the properties that it names`);
  if (searches.has(flat)) return use({ kind: 'search' }, 0.8, `{${name}} is a common name of a search`);
  if (directions.has(flat) && (isDirection(schema) || namesDirection(flat, text)))
    return use({ kind: 'direction' }, 0.9, `{${name}} lists the directions of an order`);
  if (sorts.has(flat)) return use({ kind: 'sort' }, 0.8, `{${name}} is a common name of an order`);
  if (projections.has(flat)) return use({ kind: 'projection' }, 0.7, `{${name}} selects properties`);
  const contained = /^(.+?)\]?[[_.](?:contains|icontains|like|ilike)\]?$/i.exec(plain)?.[1];
  const inside = contained === undefined ? null : propertyNamed(contained, item);
  if (inside !== null)
    return use(
      { kind: 'filter', property: pointerStep(inside), compare: 'contains' },
      0.9,
      `{${name}} is a part of the property \`${inside}\``,
    );
  const isBound = /[<>]=?$/.test(plain);
  const property = isBound ? null : propertyNamed(plain, item);
  if (property !== null && isUnrelated(schema, item?.properties.get(property)))
    return use({ kind: 'none' }, 1, `no value of {${name}} is one of the property \`${property}\``);
  const isPart = schema.items === null && schema.values === null && partOfText.test(text);
  const equal = schema.items !== null ? 'any' : isPart ? 'contains' : 'equal';
  if (property !== null) {
    const compare = equal;
    return use(
      { kind: 'filter', property: pointerStep(property), compare },
      flatten(property) === flat ? 0.95 : 0.9,
      `{${name}} is named like the property \`${property}\``,
    );
  }
  const reference = isBound ? null : (referenceNamed(plain, schema, item) ?? describedIn(text, item));
  if (reference !== null)
    return use(
      { kind: 'filter', property: pointerStep(reference), compare: equal },
      0.8,
      `{${name}} names what the property \`${reference}\` refers to`,
    );
  const compare = periods[flat];
  const isTime = /^date/.test(schema.format ?? '') || /\b(?:date|time|timestamp|8601)\b/i.test(text);
  const created = compare === undefined || !isTime ? null : periodProperty(item, wholePeriods.test(flat));
  if (compare !== undefined && created !== null)
    return use(
      { kind: 'filter', property: pointerStep(created), compare },
      0.8,
      `{${name}} is the ${compare === 'least' ? 'start' : 'end'} of a period`,
    );
  for (const [pattern, compare] of bounds) {
    const rest = plain.replace(pattern, '');
    const isBounded = rest !== plain && rest !== '';
    const isPeriod = isTime && /(?:^|[a-z])(?:date|time|created(?:at|on)?)$/.test(flatten(rest));
    const bounded = isBounded
      ? (boundedProperty(rest, item) ?? (isPeriod ? periodProperty(item) : null))
      : null;
    if (bounded !== null)
      return use(
        { kind: 'filter', property: pointerStep(bounded), compare },
        0.8,
        `{${name}} is a bound of the property \`${bounded}\``,
      );
  }
  return use({ kind: 'none' }, 1, `no property is named like {${name}}`);
}

/** Returns whether a filter is described by the properties that it is a value of: "Filter orders by tag or by city". */
function filtersByNames(flat: string, text: string, item: SourceSchema | null): boolean {
  if (flat !== 'filter' && flat !== 'filterby') return false;
  const [, named = ''] = /\bby\b(.*)/is.exec(text) ?? [];
  return wordsOf(named).some((word) => propertyNamed(word, item) !== null);
}

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

/** Returns what a parameter does beside others: an order beside the one that names properties is a direction. */
export function withDirection(inferred: QueryUse, all: readonly SourceParameter[]): QueryUse {
  const { parameter, use } = inferred;
  const isOrder =
    use.value.kind === 'sort' && /^(?:sort|order)?(?:order|direction)$/.test(flatten(parameter));
  const other = all.find(
    ({ name }) => name !== parameter && /^(?:sort|order)(?:by|key|field)$/.test(flatten(name)),
  );
  if (!isOrder || other === undefined) return inferred;
  const text = `{${parameter}} is the direction of {${other.name}}`;
  return {
    parameter,
    use: { value: { kind: 'direction' }, confidence: 0.8, evidence: [{ text, pointer: other.pointer }] },
  };
}

/** Descriptions of a parameter that may be a part of a text. */
const partOfText =
  /\bpartial(?:ly)?\b.{0,20}\bmatch|\bsubstring\b|\bcontain(?:s|ing)?\b.{0,20}\b(?:string|term|text|word|phrase)s?\b|\bmatch(?:es|ing)?\b.{0,20}\bpart(?:ial)?\b|\b(?:starts?|begins?|beginning|starting)\W{1,4}with\b/i;

/** Returns where a record has its labels; `null` if it has none. */
function labelsIn(item: SourceSchema | null): string | null {
  if (item?.properties.has('labels') === true) return '/labels';
  return item?.properties.get('metadata')?.properties.has('labels') === true ? '/metadata/labels' : null;
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

/** Returns the property that the text of a filter ends in after the name of the record: "a specific organization name". */
function describedIn(text: string, item: SourceSchema | null): string | null {
  const [sentence = ''] = text.split(/[.;\n]/, 1);
  const words = wordsOf(sentence.replaceAll('`', ''));
  const record = wordsOf(item?.name ?? '').at(-1);
  const isFilter = /^(?:filters?|only|returns? only|limits?|restricts?)\b/i.test(sentence);
  return isFilter && words.at(-2) === record ? propertyNamed(words.at(-1) ?? '', item) : null;
}

/** Returns the only property that ends in a name, such as `organizationRole` for `role`, or that a name ends in after that of the record. */
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

/** Returns whether a parameter is named and described as a direction, which `order` alone may also not be. */
function namesDirection(flat: string, text: string): boolean {
  return /dir|sortorder|ordertype|sorttype/.test(flat) && /\b(?:asc|desc)/i.test(text);
}

/** Names of the starts and ends of periods that a list shows, and not only of what is newer. */
const wholePeriods = /^(?:from|to|start|end|startdate|enddate|datefrom|dateto)$/;

/**
 * Returns the time of a record that a period is about: its creation, or the only time that it has. `isWhole` is whether
 * another one will do: the first that is required, else the first.
 */
function periodProperty(item: SourceSchema | null, isWhole = false): string | null {
  const times = [...(item?.properties ?? [])].filter(
    ([, { format }]) => format === 'date-time' || format === 'date',
  );
  const main = times.find(([name]) => item?.required.has(name)) ?? times[0];
  return (
    boundedProperty('date', item) ??
    boundedProperty('created', item) ??
    boundedProperty('timestamp', item) ??
    (times.length === 1 || isWhole ? (main?.[0] ?? null) : null)
  );
}

function isDirection({ values }: SourceSchema): boolean {
  return values?.some((value) => typeof value === 'string' && /^(?:asc|desc)/i.test(value)) === true;
}
