/** Finds what the query parameters of a list do: filter, search, sort or select properties. */
import type { Inference, QueryEffect, QueryUse } from './graph.ts';
import type { SourceParameter, SourceSchema } from './source.ts';
import { flatten, singularName, singularOf, wordsOf } from './words.ts';
import type { JsonValue } from '../../templates/runtime/operation-spec.ts';
import { pointerStep } from '../../templates/runtime/json/pointer.ts';

const searches = new Set(
  'q query search searchterm filterterm term keyword keywords text searchtext'.split(' '),
);
const sorts = new Set('sort sortby order orderby ordering sortfield sortorderby sortkey'.split(' '));
const directions = new Set(
  'direction sortdirection sortorder orderdirection sortdir dir asc desc order'.split(' '),
);
const projections = new Set('fields include expand optfields select embed includes fieldmask'.split(' '));

/** Beginnings and ends of parameters that compare with a property. */
const bounds: readonly (readonly [pattern: RegExp, compare: 'least' | 'most' | 'above' | 'below'])[] = [
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
  return { parameter: name, use: inferEffect(parameter, item, use) };
}

function inferEffect(
  { name, schema, text }: SourceParameter,
  item: SourceSchema | null,
  use: (value: QueryEffect, confidence: number, text: string) => Inference<QueryEffect>,
): Inference<QueryEffect> {
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
  const reference = isBound ? null : referenceNamed(plain, schema, item);
  if (reference !== null)
    return use(
      { kind: 'filter', property: pointerStep(reference), compare: equal },
      0.8,
      `{${name}} names what the property \`${reference}\` refers to`,
    );
  const compare = periods[flat];
  const isTime = /^date/.test(schema.format ?? '') || /\b(?:date|time|timestamp|8601)\b/i.test(text);
  const created = compare === undefined || !isTime ? null : periodProperty(item);
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

/** Infers what a parameter with conditions does, or one that names a switch of a record; `null` for another one. */
function inferCondition(
  {
    name,
    plain,
    schema,
    text,
  }: Pick<SourceParameter, 'name' | 'schema' | 'text'> & { readonly plain: string },
  item: SourceSchema | null,
  use: (value: QueryEffect, confidence: number, text: string) => Inference<QueryEffect>,
): Inference<QueryEffect> | null {
  const condition = conditionIn(flatten(plain), schema, text, item);
  if (condition !== null) return use({ kind: 'expression' }, 0.8, `{${name}} ${condition}`);
  const included = includedIn(plain, schema, item);
  if (included !== null)
    return use({ kind: 'include', property: included }, 0.8, `{${name}} lists what has \`${included}\` on`);
  const left = /^(?:exclude|hide|skip|without)[_-]?(?=.)(.+)$/i.exec(plain)?.[1];
  const off = left === undefined || item === null ? null : switchNamed(left, item);
  if (off?.isOn !== true || schema.types?.has('boolean') !== true) return null;
  const effect: QueryEffect = { kind: 'filter', property: pointerStep(off.property), compare: 'without' };
  return use(effect, 0.8, `{${name}} leaves out what is \`${off.property}\``);
}

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

/** Parameters that may have conditions. */
const conditions = new Set('filter filters filterby where conditions criteria'.split(' '));

/** Descriptions of conditions. */
const described =
  /\b(?:field|property|attribute|key|name|element)s?\W{0,3}(?:[:=]|==)\W{0,3}values?\b|\bfilter by an(?:y|) (?:any )?(?:element|field|property|attribute)\b|\bodata\b|\b[a-z]\w*(?:==| (?:eq|ne) |:)["'][^"']+["']/i;

/** Returns why a parameter has conditions, or names switches of a record such as `archived` and `unread`; `null` for neither. */
function conditionIn(
  flat: string,
  schema: SourceSchema,
  text: string,
  item: SourceSchema | null,
): string | null {
  if (schema.items !== null || item === null || propertyNamed(flat, item) !== null) return null;
  if (conditions.has(flat) && schema.values === null)
    return described.test(text) ? 'is described as conditions' : null;
  const named = schema.values?.some((value) => switchNamed(textOf(value), item) !== null) === true;
  return named && /^(?:type|filter|status|state|show|view|scope)$/.test(flat)
    ? 'names switches of a record'
    : null;
}

/** A property that is true or false, or absent, and which of both a word says. */
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

/** Descriptions of a parameter that may be a part of a text. */
const partOfText =
  /\bpartial(?:ly)?\b.{0,20}\bmatch|\bsubstring\b|\bmatch(?:es|ing)?\b.{0,20}\bpart(?:ial)?\b/i;

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
  const texts = new Set(own.values?.map((value) => textOf(value)));
  const isAnything = (text: string): boolean => /^(?:all|any|both|\*|)$/.test(text);
  const mayBe = (text: string): boolean =>
    texts.has(text) || isAnything(text) || (own.values === null && Number.isFinite(Number(text)));
  return !asked.some((value) => mayBe(textOf(value)));
}

function textOf(value: JsonValue): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase();
}

/** Returns the property that a parameter names in part: `tags` of `tag_name`, and `country_code` of `country`. */
function referenceNamed(name: string, schema: SourceSchema, item: SourceSchema | null): string | null {
  const bare = propertyNamed(name.replace(/[-_]?(?:id|gid|sid|uuid|key|slug|name)s?$/i, ''), item);
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
  return /dir|sortorder|orderdirection/.test(flat) && /\b(?:asc|desc)/i.test(text);
}

/** Returns the time of a record that a period is about: its creation, or the only time that it has. */
function periodProperty(item: SourceSchema | null): string | null {
  const times = [...(item?.properties ?? [])].filter(
    ([, { format }]) => format === 'date-time' || format === 'date',
  );
  return (
    boundedProperty('date', item) ??
    boundedProperty('created', item) ??
    boundedProperty('timestamp', item) ??
    (times.length === 1 ? (times[0]?.[0] ?? null) : null)
  );
}

function isDirection({ values }: SourceSchema): boolean {
  return values?.some((value) => typeof value === 'string' && /^(?:asc|desc)/i.test(value)) === true;
}

function propertyNamed(name: string, item: SourceSchema | null): string | null {
  if (name === '' || item === null) return null;
  const { byFlat, bySingular } = namesIn(item);
  return byFlat.get(flatten(name)) ?? bySingular.get(singularName(name)) ?? null;
}

/** The properties of a schema by their names: the first one of each, and those of which one is a part. */
interface PropertyNames {
  readonly byFlat: ReadonlyMap<string, string>;
  readonly bySingular: ReadonlyMap<string, string>;
  /** By all words but the last one. */
  readonly byStart: ReadonlyMap<string, readonly string[]>;
  /** By each number of last words, but not by all. */
  readonly byEnd: ReadonlyMap<string, readonly string[]>;
}

/** Returns a text that is the same for words whose last one differs only in number. */
function formOf(words: readonly string[]): string {
  return [...words.slice(0, -1), ...words.slice(-1).map(singularOf)].join(' ');
}

const namesBySchema = new WeakMap<SourceSchema, PropertyNames>();

function namesIn(item: SourceSchema): PropertyNames {
  const existing = namesBySchema.get(item);
  if (existing !== undefined) return existing;
  const all = [...item.properties.keys()];
  const last = all.toReversed();
  const ends = all.flatMap((property) => {
    const words = wordsOf(property);
    return words.slice(1).map((_, from) => ({ property, form: formOf(words.slice(from + 1)) }));
  });
  const names = {
    byFlat: new Map(last.map((property) => [flatten(property), property])),
    bySingular: new Map(last.map((property) => [singularName(property), property])),
    byStart: Map.groupBy(all, (property) => formOf(wordsOf(property).slice(0, -1))),
    byEnd: new Map(
      [...Map.groupBy(ends, ({ form }) => form)].map(([form, each]) => [
        form,
        each.map(({ property }) => property),
      ]),
    ),
  };
  namesBySchema.set(item, names);
  return names;
}

/** Returns the property with an order, such as a number or a date, that a bound names: `created` is `created_at`. */
function boundedProperty(name: string, item: SourceSchema | null): string | null {
  for (const wanted of [name, `${name}_at`, `${name}_date`, `${name}_time`]) {
    const property = propertyNamed(wanted, item);
    const schema = property === null ? undefined : item?.properties.get(property);
    // Why without a format: many dates are described as texts.
    const isDate = schema?.types?.has('string') === true && /(?:^|_)date$|[a-z]Date$/.test(property ?? '');
    const isOrdered =
      (isDate && schema.values === null) ||
      schema?.types?.has('integer') === true ||
      schema?.types?.has('number') === true ||
      /^date/.test(schema?.format ?? '');
    if (property !== null && isOrdered) return property;
  }
  return null;
}
