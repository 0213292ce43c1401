/** Finds the list of records in a body, bare or wrapped in an envelope, and the order that its description states. */
import type { ListOrder } from '../../../templates/runtime/testing/resource-graph.ts';
import { enveloped, hasId, isAlone, isRemark, type Enveloped } from './envelope.ts';
import { flatten, isAboutPages, isPage, isPlural, isSameEnd, isSameName, singularName } from '../words.ts';
import type { SourceSchema } from '../source.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';

/** Names of properties with a list of records, in the order in which they are preferred. */
const lists = [
  ...['data', 'items', 'results', 'entries', 'value', 'values', 'records', 'content', 'hits', 'list', 'rows'],
  ...['elements', 'objects', 'resources', 'nodes', 'edges', 'members', 'collection', 'result', 'response'],
];

/** Names of properties with the list one level below. */
const outer = new Set([
  'data',
  'result',
  'results',
  'response',
  '_embedded',
  'embedded',
  'payload',
  'content',
  'hits',
]);

/**
 * Finds the list in a body. `name` is the name of the resource, which the property of the list may have; `null` if the
 * body is no list.
 */
export function findList(body: SourceSchema, name: string): Enveloped | null {
  if (body.items !== null) return enveloped('', body.items, 1, 'the body is a list', body);
  return findListIn(body, name, '') ?? findOnlyList(body, name, '') ?? findNestedList(body, name);
}

/** Finds the records in the list of a body: its items, or what each of them wraps, as in `[{ order: {} }]`. */
export function findRecords(body: SourceSchema, name: string): Enveloped | null {
  const list = findList(body, name);
  const wrapper = list === null ? null : wrapperIn(list.item, name);
  if (list === null || wrapper === null) return list;
  const [property, schema] = wrapper;
  const inItem = pointerStep(property);
  if (schema.items !== null) return { envelope: list.envelope, item: schema.items, inItem: `${inItem}/0` };
  return { envelope: list.envelope, item: schema, inItem };
}

/**
 * Finds the property that wraps the record, or a list with it, in an item: it is named like the resource and has an id,
 * or is all that there is.
 */
function wrapperIn(item: SourceSchema, name: string): readonly [string, SourceSchema] | null {
  if (hasId(item)) return null;
  const all = [...item.properties];
  const [list, other] = all;
  if (list?.[1].items != null && other === undefined && hasId(list[1].items)) return list;
  const own = all.find(([property, { items }]) => items === null && isSameName(property, name));
  if (own !== undefined && hasId(own[1])) return own;
  if (!all.every(([, { properties, items }]) => items === null && properties.size > 0)) return null;
  const named = all.find(([property]) => isSameEnd(property, name));
  const wrapper = named ?? (all.length === 1 ? all[0] : undefined);
  return wrapper !== undefined && (hasId(wrapper[1]) || named !== undefined) ? wrapper : null;
}

/** Returns whether a body is a list, and never one record. */
export function isList(body: SourceSchema): boolean {
  return body.items !== null && body.properties.size === 0;
}

/** Finds a list one level below: in a property that is known for it, or in the only object of a body. */
function findNestedList(body: SourceSchema, name: string): Enveloped | null {
  const objects = [...body.properties].filter(([, schema]) => schema.properties.size > 0);
  for (const [property, schema] of objects) {
    const isKnown = outer.has(property.toLowerCase());
    if (!isKnown && !isSameName(property, name) && !(objects.length === 1 && isAlone(body, property)))
      continue;
    const pointer = pointerStep(property);
    const nested =
      findListIn(schema, name, pointer) ?? (isKnown ? findOnlyList(schema, name, pointer) : null);
    if (nested !== null) return nested;
  }
  return null;
}

function findListIn(body: SourceSchema, name: string, base: string): Enveloped | null {
  // Why not what may also be an object: that is a part of a record.
  const arrays = [...body.properties].flatMap(([property, { items, types }]) =>
    items === null || types?.has('object') === true ? [] : [{ property, items }],
  );
  const inEnvelope = (property: string, items: SourceSchema, confidence: number, text: string): Enveloped =>
    enveloped(base + pointerStep(property), items, confidence, text, body.properties.get(property) ?? body);
  const areOthers = arrays.some(
    ({ property, items }) => isOfRecords(items) && !isNoContent(property) && !isRemark(property),
  );
  const likely = areOthers ? arrays.filter(({ items }) => isOfRecords(items)) : arrays;
  const named = likely.find(({ property }) => isSameName(property, name));
  if (named !== undefined)
    return inEnvelope(
      named.property,
      named.items,
      0.95,
      `the list \`${named.property}\` is named like the path`,
    );
  const alike = isPlural(name) ? likely.filter(({ property }) => isSameEnd(property, name)) : [];
  const [end] = alike;
  const isOnly = arrays.every(({ property }) => property === end?.property || isNoContent(property));
  if (end !== undefined && isOnly && !isRecordOf(body, name))
    return inEnvelope(end.property, end.items, 0.85, `the list \`${end.property}\` is named like the path`);
  for (const list of lists) {
    const match = likely.find(({ property }) => property.toLowerCase() === list);
    if (match !== undefined && !isRecordOf(body, name))
      return inEnvelope(match.property, match.items, 0.9, `a common name of a list, \`${match.property}\``);
  }
  return null;
}

/**
 * Finds the only list in a body that has nothing else, except links to its pages. Why: where there is more, it is one
 * record with a list, unless the path is a plural or there are pages.
 */
function findOnlyList(body: SourceSchema, name: string, base: string): Enveloped | null {
  const arrays = [...body.properties].filter(
    ([property, { items }]) => items !== null && !isNoContent(property),
  );
  const ofRecords = arrays.filter(([, { items }]) => items !== null && isOfRecords(items));
  const hasPages = [...body.properties.keys()].some(isPage);
  const withIds =
    hasPages && ofRecords.length > 1
      ? ofRecords.filter(([, { items }]) => items !== null && hasId(items))
      : [];
  const [only, second] = withIds.length > 0 ? withIds : ofRecords.length > 0 ? ofRecords : arrays;
  if (only === undefined || second !== undefined || isRecordOf(body, name)) return null;
  const [property, schema] = only;
  if (schema.items === null) return null;
  const others = [...body.properties].filter(
    ([other]) => other !== property && !isRemark(other) && !isAboutPages(other),
  );
  const isListed = hasPages || isPlural(name);
  const hasOnlyIt = others.length === 0 && (ofRecords.length > 0 || isListed);
  const areScalars = others.every(
    ([, { properties, items }]) => properties.size === 0 && (items === null || hasPages),
  );
  if (!hasOnlyIt && !(areScalars && isListed && ofRecords.length > 0)) return null;
  const text = `\`${property}\` is the only list`;
  return enveloped(base + pointerStep(property), schema.items, hasOnlyIt ? 0.8 : 0.6, text, schema);
}

/** Returns whether a body has an id, or one that is named after the resource: `boatId` of `boats`. */
function isRecordOf(body: SourceSchema, name: string): boolean {
  const key = `${singularName(name)}id`;
  return hasId(body) || [...body.properties.keys()].some((property) => flatten(property) === key);
}

/** Returns whether the items of a list have properties. */
function isOfRecords({ properties }: SourceSchema): boolean {
  return properties.size > 0;
}

/** Returns whether a list is no content of a body. */
function isNoContent(property: string): boolean {
  return /^_?(?:links|included|includes|errors|warnings)$/i.test(property);
}

const newestFirst =
  /\b(?:most recent|newest|latest)(?:ly)?(?: \w+){0,3} first\b|\breverse chronological|\bdescending (?:order )?(?:of |by )?(?:creat|date)|\b(?:sorted|ordered) by [`"']?(?:creat|date)\w*[`"']? [`"']?desc|\bnumber of (?:the )?most recent/i;

const oldestFirst =
  /\b(?:oldest|earliest)(?: \w+){0,3} first\b|(?<!reverse )\bchronological order\b|\bascending (?:order )?(?:of |by )?(?:creat|date)|\b(?:sorted|ordered) by [`"']?(?:creat|date)\w*[`"']? [`"']?asc/i;

/** Returns the order by time that a text states for a list; `null` if it states none, or both. */
export function statedOrder(text: string): ListOrder | null {
  const isNewest = newestFirst.test(text);
  const isOldest = oldestFirst.test(text);
  if (isNewest === isOldest) return null;
  return isNewest ? 'newest-first' : 'oldest-first';
}
