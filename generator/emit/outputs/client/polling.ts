/** Reads how an operation is polled. */
import { isObject, objectAt, propertyOf, propertyPlace, textAt } from '../../../json/json.ts';
import type { JsonObject, JsonSchema, JsonValue, Operation } from '../../../model/contract-model.ts';
import type { Report } from '../../../diagnostics/diagnostics.ts';
import type { SchemaReader } from '../../../schema/schema-reader.ts';

const EXTENSION = 'x-polling';

/**
 * Returns the rule for the runtime by which an operation with `x-polling` is polled.
 *
 * Errors: CLIENT_HINT_UNUSABLE (reported), then `null`.
 */
export function readPolling(
  operation: Operation,
  schema: JsonSchema,
  reader: SchemaReader,
  report: Report,
): JsonObject | null {
  const hint = objectAt(operation.extensions, EXTENSION);
  const cursor = objectAt(hint, 'cursor');
  const wait = propertyOf(hint, 'wait');
  const items = textAt(hint, 'items') ?? onlyListOf(schema, reader);
  const paths = { out: textAt(cursor, 'out'), more: textAt(hint, 'more'), items };
  const optional = { interval: textAt(hint, 'interval'), gap: textAt(hint, 'gap') };
  const parameters = { in: textAt(cursor, 'in'), wait: isObject(wait) ? textAt(wait, 'param') : null };
  const missing = [
    ...missingPaths({ ...paths, ...present(optional) }, schema, reader),
    ...missingParameters({ in: parameters.in, ...present({ wait: parameters.wait }) }, operation),
  ];
  if (missing.length > 0 || items === null) {
    const problem = missing[0] ?? 'the body has no list of items';
    report('CLIENT_HINT_UNUSABLE', propertyPlace(operation.place, EXTENSION), {
      operation: operation.id,
      extension: EXTENSION,
      problem,
    });
    return null;
  }
  return {
    cursor: { in: parameters.in, out: paths.out },
    items,
    more: paths.more,
    ...(isObject(wait) ? { wait } : {}),
    ...present(optional),
  };
}

function onlyListOf(schema: JsonSchema, reader: SchemaReader): string | null {
  const lists = [...reader.propertiesOf(schema)].filter(([, property]) => reader.hasType(property, 'array'));
  const [list] = lists;
  return lists.length === 1 && list !== undefined ? list[0] : null;
}

function missingPaths(
  paths: Readonly<Record<string, JsonValue>>,
  schema: JsonSchema,
  reader: SchemaReader,
): string[] {
  return Object.entries(paths)
    .filter(([, path]) => typeof path !== 'string' || reader.at(schema, path) === null)
    .map(([name, path]) => `\`${name}\` is not a property of the body (${JSON.stringify(path)})`);
}

function missingParameters(names: Readonly<Record<string, JsonValue>>, operation: Operation): string[] {
  const queries = queryNames(operation);
  return Object.entries(names)
    .filter(([, name]) => typeof name !== 'string' || !queries.includes(name))
    .map(([label, name]) => `\`${label}\` is not a query parameter (${JSON.stringify(name)})`);
}

function queryNames({ parameters }: Operation): string[] {
  return parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
}

function present(properties: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}
