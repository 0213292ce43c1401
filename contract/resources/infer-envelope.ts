/** Finds the records in bodies: bare, or wrapped in an envelope. */
import type { InferenceEvidence, Inference } from './graph.ts';
import type { SourceSchema } from './source.ts';
import { isAboutPages } from './page-words.ts';
import { shareOf, sharesHalf } from './schema-likeness.ts';
import { flatten, isPlural, isSameEnd, isSameName } from './words.ts';

/** Records in a body, with where they are. */
export interface Enveloped {
  /** JSON Pointer; empty for the whole body. */
  readonly envelope: Inference<string>;
  /** The schema of one record. */
  readonly item: SourceSchema;
}

/** Names of properties with a list of records, in the order in which they are preferred. */
const lists = [
  ...['data', 'items', 'results', 'entries', 'value', 'values', 'records', 'content', 'hits', 'list', 'rows'],
  ...['elements', 'objects', 'resources', 'nodes', 'edges', 'members', 'collection', 'result', 'response'],
];

/** Names of properties with the list one level below. */
const outer = new Set(['data', 'result', 'response', '_embedded', 'embedded', 'payload', 'content', 'hits']);

/** Names of properties with one record. */
const wrappers = new Set(['data', 'result', 'response', 'item', 'record', 'object', 'payload', 'attributes']);

/**
 * Finds the list in a body. `name` is the name of the resource, which the property of the list may have; `null` if the
 * body is no list.
 */
export function findList(body: SourceSchema, name: string): Enveloped | null {
  if (body.items !== null && isList(body)) return enveloped('', body.items, 1, 'the body is a list', body);
  return findListIn(body, name, '') ?? findOnlyList(body, name, '') ?? findNestedList(body, name);
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
    const pointer = pointerTo(property);
    const nested =
      findListIn(schema, name, pointer) ?? (isKnown ? findOnlyList(schema, name, pointer) : null);
    if (nested !== null) return nested;
  }
  return null;
}

function findListIn(body: SourceSchema, name: string, base: string): Enveloped | null {
  const arrays = [...body.properties].flatMap(([property, { items }]) =>
    items === null ? [] : [{ property, items }],
  );
  const found = (property: string, items: SourceSchema, confidence: number, text: string): Enveloped =>
    enveloped(base + pointerTo(property), items, confidence, text, body.properties.get(property) ?? body);
  const named = arrays.find(({ property }) => isSameName(property, name));
  if (named !== undefined)
    return found(named.property, named.items, 0.95, `the list \`${named.property}\` is named like the path`);
  const alike = arrays.filter(({ property }) => isSameEnd(property, name));
  const [end] = alike;
  if (end !== undefined && alike.length === 1 && !hasId(body))
    return found(end.property, end.items, 0.85, `the list \`${end.property}\` is named like the path`);
  for (const known of lists) {
    const match = arrays.find(({ property }) => property.toLowerCase() === known);
    if (match !== undefined && !hasId(body))
      return found(match.property, match.items, 0.9, `a common name of a list, \`${match.property}\``);
  }
  return null;
}

/** Finds the only list in a body that says nothing else, but where its pages are. */
function findOnlyList(body: SourceSchema, name: string, base: string): Enveloped | null {
  const arrays = [...body.properties].filter(
    ([property, { items }]) => items !== null && !remarks.has(flatten(property)),
  );
  const ofRecords = arrays.filter(([, { items }]) => (items?.properties.size ?? 0) > 0);
  const [only, second] = ofRecords.length > 0 ? ofRecords : arrays;
  if (only === undefined || second !== undefined || hasId(body)) return null;
  const [property, schema] = only;
  if (schema.items === null) return null;
  const others = [...body.properties].filter(
    ([other]) => other !== property && !remarks.has(flatten(other)) && !isAboutPages(other),
  );
  const areScalars = others.every(([, { items, properties }]) => items === null && properties.size === 0);
  if (others.length > 0 && !(areScalars && isPlural(name))) return null;
  const text = `\`${property}\` is the only list`;
  return enveloped(base + pointerTo(property), schema.items, others.length > 0 ? 0.6 : 0.8, text, schema);
}

/** Returns whether a body has a property that is usually an id. */
export function hasId(body: SourceSchema): boolean {
  return [...body.properties.keys()].some((property) => /^_?(?:id|uuid|guid|gid|sid)$/i.test(property));
}

/**
 * Finds the record in a body; the body itself if nothing wraps it. `record` is what the record looks like elsewhere;
 * `null` for unknown.
 */
export function findRecord(body: SourceSchema, name: string, record: SourceSchema | null = null): Enveloped {
  const bare = (text: string, confidence: number): Enveloped => enveloped('', body, confidence, text, body);
  if (hasId(body)) return bare('the body has an id', 0.95);
  const objects = [...body.properties].filter(
    ([, schema]) => schema.items === null && schema.properties.size > 0,
  );
  const named = objects.find(([property]) => isSameName(property, name));
  if (named !== undefined && isAlone(body, named[0]))
    return enveloped(pointerTo(named[0]), named[1], 0.9, `\`${named[0]}\` is named like the path`, named[1]);
  const same = objects.find(
    ([property, schema]) =>
      record !== null &&
      isSameName(property, name) &&
      sharesHalf(schema, record) &&
      shareOf(schema, record) > shareOf(body, record),
  );
  if (same !== undefined)
    return enveloped(pointerTo(same[0]), same[1], 0.9, `\`${same[0]}\` is the record`, same[1]);
  const owner = objects.filter(([property, schema]) => isSameEnd(property, name) && hasId(schema));
  if (owner.length === 1 && owner[0] !== undefined && record?.properties.has(owner[0][0]) !== true)
    return enveloped(
      pointerTo(owner[0][0]),
      owner[0][1],
      0.85,
      `\`${owner[0][0]}\` is named like the path`,
      owner[0][1],
    );
  const wrapped = objects.find(([property]) => wrappers.has(property.toLowerCase()));
  if (wrapped !== undefined && isAlone(body, wrapped[0]))
    return enveloped(
      pointerTo(wrapped[0]),
      wrapped[1],
      0.9,
      `\`${wrapped[0]}\` wraps the record`,
      wrapped[1],
    );
  const [only] = objects;
  if (only !== undefined && isOnlyContent(body, only[0]) && record?.properties.has(only[0]) !== true)
    return enveloped(pointerTo(only[0]), only[1], 0.8, `\`${only[0]}\` is all that the body has`, only[1]);
  return bare('nothing wraps the record', 0.8);
}

/** Names of properties beside a wrapped record that tell about the response. */
const remarks = new Set(
  'meta metadata links status success code message messages error errors warnings included jsonapi requestid'.split(
    ' ',
  ),
);

/** Returns whether a body has nothing but this property, and remarks that no record has. */
function isOnlyContent(body: SourceSchema, wrapper: string): boolean {
  const isRemark = (property: string): boolean =>
    /^(?:_?meta|_?links|errors?|warnings|ok|success|requestid)$/.test(flatten(property));
  return (
    !remarks.has(flatten(wrapper)) &&
    !isAboutPages(wrapper) &&
    [...body.properties.keys()].every((property) => property === wrapper || isRemark(property))
  );
}

function isAlone(body: SourceSchema, wrapper: string): boolean {
  return [...body.properties].every(
    ([property, schema]) =>
      property === wrapper || remarks.has(flatten(property)) || schema.types?.has('boolean') === true,
  );
}

function enveloped(
  pointer: string,
  item: SourceSchema,
  confidence: number,
  text: string,
  at: SourceSchema,
): Enveloped {
  const evidence: InferenceEvidence[] = [{ text, pointer: at.pointer }];
  return { envelope: { value: pointer, confidence, evidence }, item };
}

/** Returns the JSON Pointer to a property. Source: RFC 6901, section 3. */
export function pointerTo(property: string): string {
  return `/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
