/** Reads the filters in the bodies of searches and in objects of queries as if each was a query parameter. */
import { isObject } from '../../../templates/runtime/json/value.ts';
import type { SourceParameter, SourceSchema } from '../source.ts';
import { attributesIn } from '../schema-likeness.ts';
import { flatten, wordsOf } from '../words.ts';

/** Returns whether an object only groups filters: `filter`, or `state_filter`. */
function isGroup(name: string): boolean {
  return groups.test(flatten(name)) || /^filters?$/.test(wordsOf(name).at(-1) ?? '');
}

const groups = /^(?:query|search|filters?|where|conditions?|criteria|pagination|paging|page|sort)$/;

/** Names of comparisons with one value. */
const equals = /^(?:eq|equals?|exact|exactly|is|in|any|anyof|includes?|value|values)$/;

/** Units: levels of groups. */
const MAX_DEPTH = 3;

/**
 * Lists the properties of a body as parameters of a query: those in groups such as `filter` are listed without the
 * group.
 */
export function bodyParameters(body: SourceSchema, depth = MAX_DEPTH): readonly SourceParameter[] {
  return [...body.properties].flatMap(([name, schema]): readonly SourceParameter[] => {
    if (schema.properties.size > 0 && isGroup(name))
      return depth === 0 ? [] : bodyParameters(schema, depth - 1);
    const { text, pointer } = schema;
    return [{ name, in: 'query', isRequired: body.required.has(name), text, pointer, schema }];
  });
}

/** Returns the values of a body by the names that `bodyParameters` lists. Shape: `{ exact: 'a' }` is `'a'`. */
export function bodyValues(body: unknown, depth = MAX_DEPTH): Readonly<Record<string, unknown>> {
  if (!isObject(body)) return {};
  const values = Object.entries(body).flatMap(([name, value]): (readonly [string, unknown])[] => {
    if (!isObject(value)) return [[name, value]];
    if (isGroup(name)) return depth === 0 ? [] : Object.entries(bodyValues(value, depth - 1));
    const [only, second] = Object.entries(value);
    const isEqual = only !== undefined && second === undefined && equals.test(flatten(only[0]));
    return [[name, isEqual ? only[1] : value]];
  });
  return Object.fromEntries(values);
}

/**
 * Lists the properties of objects in a query as parameters, named as they are sent: `filter[name]`. Those of a filter
 * that declares none are the properties of a record.
 */
export function queryParameters(
  parameters: readonly SourceParameter[],
  item: SourceSchema | null,
): readonly SourceParameter[] {
  return parameters.flatMap((parameter) => {
    const { name, schema } = parameter;
    const isObjectOnly = schema.types?.size === 1 && schema.types.has('object');
    if (parameter.in !== 'query' || !isObjectOnly) return [parameter];
    const isFree = schema.properties.size === 0;
    const inner = isFree ? filteredIn(parameter, item) : [...schema.properties];
    if (inner.length === 0) return [parameter];
    return inner.map(([property, each]) => ({
      ...parameter,
      name: `${name}[${property}]`,
      isRequired: parameter.isRequired && schema.required.has(property),
      text: isFree ? parameter.text : each.text,
      schema: each,
    }));
  });
}

/**
 * Returns the properties of a record that an object such as `filter` or `filter_gt` may name, those in its text or else
 * all, and the parts of one such as `page`.
 */
function filteredIn(
  { name, text, schema }: SourceParameter,
  item: SourceSchema | null,
): readonly (readonly [name: string, schema: SourceSchema])[] {
  if (/^(?:page|pagination|paging)$/i.test(name)) return pagePartsIn(text).map((each) => [each, schema]);
  if (!wordsOf(name).some((word) => /^(?:filters?|where)$/.test(word))) return [];
  const all = [...(item?.properties ?? []), ...(attributesIn(item)?.properties ?? [])];
  const scalar = all.filter(([, { properties }]) => properties.size === 0);
  const quoted = new Set(text.slice(0, MAX_LENGTH).match(/(?<=[`'"])\w+(?=[`'"])/g));
  const named = scalar.filter(([property]) => quoted.has(property));
  return named.length > 0 ? named : scalar;
}

/** Returns the parts of an object about pages that its text names: `number` and `size`, which are usual, if it names none. */
function pagePartsIn(text: string): readonly string[] {
  const words = new Set(wordsOf(text.slice(0, MAX_LENGTH)));
  const named = ['number', 'size', 'limit', 'offset', 'cursor', 'after', 'before'].filter((each) =>
    words.has(each),
  );
  return named.length > 0 ? named : ['number', 'size'];
}

/** Units: characters of a text that are read. */
const MAX_LENGTH = 5000;

/** Returns the values of a query by the names that `queryParameters` lists, besides their own. */
export function queryValues(query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const inner = Object.entries(query).flatMap(([name, value]) =>
    isObject(value)
      ? Object.entries(value).map(([property, each]) => [`${name}[${property}]`, each] as const)
      : [],
  );
  return inner.length === 0 ? query : { ...query, ...Object.fromEntries(inner) };
}
