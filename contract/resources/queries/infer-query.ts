/** Finds what the query parameters of a list do: filter, search, sort or select properties. */
import type { Inference, QueryEffect, QueryUse } from '../graph.ts';
import type { SourceParameter, SourceSchema } from '../source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { flatten, isSameName, wordsOf } from '../words.ts';
import { inferBound, inferPeriod, inferRange, inferStatedBound } from './bound-rules.ts';
import {
  inferComparison,
  inferPart,
  inferPath,
  inferProperty,
  inferReference,
  referredKey,
  relationshipTo,
} from './filter-rules.ts';
import { ignoringCase, nameParameter, type Infer, type QueryRule } from './query-rule.ts';
import { inferCondition } from './infer-condition.ts';
import { statedRanks, statedSigns } from './stated-ranks.ts';
import { ATTRIBUTES, RELATIONSHIPS, attributesIn, propertyNamed } from '../schema-likeness.ts';
import { pointerStep, splitPointer } from '../../../templates/runtime/json/pointer.ts';

const searches = new Set(
  'q query search searchfor searchterm filterterm term keyword keywords text searchtext textsearch fulltextsearch searchstring'.split(
    ' ',
  ),
);
const sorts = new Set(
  'sort sortby order orderby ordering sortfield orderfield sortcolumn ordercolumn sortorderby sortkey'.split(
    ' ',
  ),
);
const directions = new Set(
  'direction sortdirection sortorder orderdirection sorttype ordertype sortdir dir asc desc order'.split(' '),
);
const projections = new Set('fields include expand optfields select embed includes fieldmask'.split(' '));

/**
 * Infers what a query parameter of a list does. Shape: kind `none` if that is unknown; `key` is the JSON
 * Pointer of the key in a record, `null` for none.
 */
export function inferQuery(
  parameter: SourceParameter,
  item: SourceSchema | null,
  key: string | null = null,
): QueryUse {
  const { name, pointer } = parameter;
  const infer: Infer = (value, confidence, text) => ({
    value,
    confidence,
    evidence: [{ text, pointer }],
  });
  const { items } = parameter.schema;
  // Why also of a search: that is a text.
  const listsKeys =
    flatten(name) === 'ids' ||
    (flatten(name) === 'id' && !parameter.isRequired) ||
    (searches.has(flatten(name)) && items?.types?.has('integer') === true);
  if (key !== null && listsKeys && propertyNamed(name, item) === null) {
    const effect: QueryEffect = { kind: 'filter', property: key, compare: 'any' };
    return { parameter: name, use: infer(effect, 0.9, `{${name}} lists keys`) };
  }
  const inner = attributesIn(item);
  const related = inner === null ? undefined : item?.properties.get(RELATIONSHIPS);
  for (const [part, schema, end] of [
    [ATTRIBUTES, inner, ''],
    [RELATIONSHIPS, related ?? null, '/data'],
  ] as const) {
    const inside = schema === null ? null : inferEffect(parameter, schema, infer);
    if (inside?.value.kind !== 'filter') continue;
    const property = pointerStep(part) + inside.value.property + end;
    return { parameter: name, use: { ...inside, value: { ...inside.value, property } } };
  }
  const named = relationshipTo(nameParameter(parameter), related ?? null);
  if (named !== null) {
    const property = pointerStep(RELATIONSHIPS) + pointerStep(named) + '/data';
    const text = `{${name}} is what the relationship \`${named}\` leads to`;
    return { parameter: name, use: infer({ kind: 'filter', property, compare: 'equal' }, 0.8, text) };
  }
  const use = inferEffect(parameter, item, infer);
  const [head = '', keyName] = splitPointer(key ?? '');
  if (use.value.kind !== 'none' || keyName === undefined) return { parameter: name, use };
  const inHead = inferEffect(parameter, item?.properties.get(head) ?? null, infer);
  if (inHead.value.kind !== 'filter') return { parameter: name, use };
  const property = pointerStep(head) + inHead.value.property;
  return { parameter: name, use: { ...inHead, value: { ...inHead.value, property } } };
}

const inferSelector: QueryRule = ({ name, flat }, item, infer) => {
  const property = flat === 'labelselector' ? labelsIn(item) : flat === 'fieldselector' ? '' : null;
  if (property === null) return null;
  return infer({ kind: 'filter', property, compare: 'any' }, 0.9, `{${name}} is a selector`);
};

const inferSearch: QueryRule = ({ name, schema, text, flat }, item, infer) => {
  if (schema.values === null && filtersByNames(flat, text, item))
    return infer({ kind: 'search' }, 0.8, `{${name}} is a text in one of the properties that it names`);
  return searches.has(flat)
    ? infer({ kind: 'search', ...searchedIn(text, item) }, 0.8, `{${name}} is a common name of a search`)
    : null;
};

type SearchFacts = Omit<Extract<QueryEffect, { kind: 'search' }>, 'kind'>;

/**
 * Returns what a description says about a search: `title` and `notes` of "whose title or notes contain this text", and
 * that it ignores the case.
 */
function searchedIn(text: string, item: SourceSchema | null): SearchFacts {
  const words = new Set(text.split(/[^A-Za-z\d_-]+/).map(flatten));
  const properties = [...(item?.properties ?? [])].flatMap(([name, { types, values, format }]) =>
    types?.has('string') === true && values === null && format === null && words.has(flatten(name))
      ? [name]
      : [],
  );
  return {
    ...(properties.length > 0 && { properties }),
    ...(ignoringCase.test(text) && { ignoresCase: true }),
  };
}

const inferOrder: QueryRule = ({ name, schema, text, flat }, item, infer) => {
  const hasDirection = directions.has(flat) && (isDirection(schema) || namesDirection(flat, text));
  if (hasDirection || (sorts.has(flat) && isOnlyDirection(schema)))
    return infer({ kind: 'direction' }, 0.9, `{${name}} lists the directions of an order`);
  if (sorts.has(flat) && schema.format !== 'uuid')
    return infer(
      { kind: 'sort', ...statedRanks(text, item), ...statedSigns(text) },
      0.8,
      `{${name}} is a common name of an order`,
    );
  return projections.has(flat) || toggles(text)
    ? infer({ kind: 'projection' }, 0.7, `{${name}} selects properties`)
    : null;
};

/** Returns whether a parameter is described as one that shows properties or leaves them out. */
export function toggles(text: string): boolean {
  return /\bwhether to (?:include|return|show)\b.{0,80}\b(?:in the response|fields?|propert(?:y|ies))\b/i.test(
    text,
  );
}

/** The name of a record, where a parameter is named like the kind of it: "only the shop with this name". */
const inferName: QueryRule = ({ name, text, plain }, item, infer) => {
  const named = /\bname of (?:an?|the) (\w{1,40})\b/i.exec(text)?.[1] ?? '';
  if (!isSameName(named, plain) || !/\bonly\b/i.test(text) || item?.properties.has('name') !== true)
    return null;
  const effect: QueryEffect = { kind: 'filter', property: '/name', compare: 'equal' };
  return infer(effect, 0.9, `{${name}} is described as the name of a record`);
};

/** The rules; the first one that applies decides. */
const rules: readonly QueryRule[] = [
  inferComparison,
  inferSelector,
  inferCondition,
  inferSearch,
  inferOrder,
  inferPart,
  inferName,
  inferProperty,
  inferPath,
  inferReference,
  inferRange,
  inferStatedBound,
  inferPeriod,
  inferBound,
];

function inferEffect(
  parameter: SourceParameter,
  item: SourceSchema | null,
  infer: Infer,
): Inference<QueryEffect> {
  const named = nameParameter(parameter);
  for (const rule of rules) {
    const inference = rule(named, item, infer);
    if (inference !== null) return inference;
  }
  return infer({ kind: 'none' }, 1, `no property is named like {${parameter.name}}`);
}

/**
 * Returns whether the description of a filter names the properties it is compared with: "Filter orders by tag or by
 * city".
 */
function filtersByNames(flat: string, text: string, item: SourceSchema | null): boolean {
  if (flat !== 'filter' && flat !== 'filterby') return false;
  const [, named = ''] = /\bby\b(.*)/is.exec(text) ?? [];
  return wordsOf(named).some((word) => propertyNamed(word, item) !== null);
}

/**
 * Corrects the use of a parameter that is named like a property of new records, which responses do not show: `project_id`.
 * Shape: `sent` are the records in requests.
 */
export function withSent(
  inferred: QueryUse,
  { name, text, schema, pointer }: SourceParameter,
  sent: readonly SourceSchema[],
): QueryUse {
  const isFilter =
    referredKey(name) !== null || /\b(?:filters?|only|restrict\w*|narrow\w*|match\w*)\b/i.test(text);
  // Why no state: what only a creation has of it, the service changes later.
  const isOther = schema.types?.has('boolean') === true || /stat(?:e|us)$/i.test(name);
  if (inferred.use.value.kind !== 'none' || !isFilter || isOther) return inferred;
  const [property] = sent.flatMap((each) => propertyNamed(name, each) ?? []);
  if (property === undefined) return inferred;
  const evidence = [{ text: `{${name}} is named like \`${property}\`, which only requests have`, pointer }];
  const value: QueryEffect = { kind: 'sent', property: pointerStep(property) };
  return { parameter: name, use: { value, confidence: 0.7, evidence } };
}

/** Corrects the use of a parameter by the others: an order beside the one that names properties is a direction. */
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

/** Returns where a record has its labels; `null` if it has none. */
function labelsIn(item: SourceSchema | null): string | null {
  if (item?.properties.has('labels') === true) return '/labels';
  return item?.properties.get('metadata')?.properties.has('labels') === true ? '/metadata/labels' : null;
}

/** Returns whether a parameter is named and described as a direction. Why both: `order` may also be something else. */
function namesDirection(flat: string, text: string): boolean {
  return /dir|sortorder|ordertype|sorttype/.test(flat) && /\b(?:asc|desc)/i.test(text);
}

function isDirection({ values }: SourceSchema): boolean {
  return values?.some(isDirectionName) === true;
}

/** Returns whether a parameter has no other values than directions: `sort` beside `order_by`. */
function isOnlyDirection({ values }: SourceSchema): boolean {
  return values?.every(isDirectionName) === true;
}

function isDirectionName(value: JsonValue): boolean {
  return typeof value === 'string' && /^(?:asc|desc)/i.test(value);
}
