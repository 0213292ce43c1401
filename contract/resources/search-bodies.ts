/** What bodies of searches ask for: values that other APIs have in the query. */
import type { SourceParameter, SourceSchema } from './source.ts';
import { flatten, wordsOf } from './words.ts';

/** Returns whether an object only groups what is asked for: `filter`, or `state_filter`. */
function isGroup(name: string): boolean {
  return groups.test(flatten(name)) || /^filters?$/.test(wordsOf(name).at(-1) ?? '');
}

const groups = /^(?:query|search|filters?|where|conditions?|criteria|pagination|paging|page|sort)$/;

/** Names of comparisons with one value. */
const equals = /^(?:eq|equals?|exact|exactly|is|in|any|anyof|value|values)$/;

/** Units: levels of groups. */
const DEPTH = 3;

/** Lists the properties of a body as parameters of a query: those in groups such as `filter` stand beside the others. */
export function bodyParameters(body: SourceSchema, depth = DEPTH): readonly SourceParameter[] {
  return [...body.properties].flatMap(([name, schema]): readonly SourceParameter[] => {
    if (schema.properties.size > 0 && isGroup(name))
      return depth === 0 ? [] : bodyParameters(schema, depth - 1);
    const { text, pointer } = schema;
    return [{ name, in: 'query', isRequired: body.required.has(name), text, pointer, schema }];
  });
}

/** Returns the values of a body by the names that `bodyParameters` lists. Shape: `{ exact: 'a' }` is `'a'`. */
export function bodyValues(body: unknown, depth = DEPTH): Readonly<Record<string, unknown>> {
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

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
