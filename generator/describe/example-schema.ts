/**
 * Reads the facts of a response from its examples, where its schema leaves values open: a body without a schema, a list
 * of anything.
 */
import type { SourceSchema } from '../../contract/resources/source.ts';
import { isArray, isObject } from '../json/json.ts';
import type { JsonObject, JsonValue } from '../json/documents.ts';

/** The most values of one place that are read. Why: an example may be a long list of records that are all alike. */
const MAX_VALUES = 20;

/**
 * Completes the facts of a schema from examples; returns the same schema where it leaves nothing open. Shape: named
 * schemas stay as they are.
 */
export function withExamples(schema: SourceSchema, examples: readonly JsonValue[]): SourceSchema {
  const shown = examples.slice(0, MAX_VALUES).filter((value) => value !== null);
  if (schema.name !== null || shown.length === 0) return schema;
  if (isOpen(schema)) {
    const isShape = shown.every((value) => isArray(value) || (isObject(value) && !isMap(value)));
    return isShape ? new ExampleSchema(schema.pointer, shown) : schema;
  }
  const { items, properties } = schema;
  const lists = shown.filter(isArray).flat();
  const ofItems =
    items === null ? null : isOpen(items) ? openItems(items, lists) : withExamples(items, lists);
  const ofProperties = new Map(
    [...properties].map(([name, property]) => {
      const values = valuesOf(shown, name);
      return [name, property.types === null || !isOpen(property) ? withExamples(property, values) : property];
    }),
  );
  const isSame =
    ofItems === items && [...properties].every(([name, property]) => ofProperties.get(name) === property);
  return isSame ? schema : completed(schema, ofItems, ofProperties);
}

/** Returns the schema of the items of a list of any values; scalars add nothing to that. */
function openItems(items: SourceSchema, values: readonly JsonValue[]): SourceSchema {
  const objects = values.slice(0, MAX_VALUES).filter((value) => value !== null);
  return objects.length > 0 && objects.every((value) => isObject(value) && !isMap(value))
    ? new ExampleSchema(items.pointer, objects)
    : items;
}

/** Returns whether a schema allows any values, or any objects. */
function isOpen({ types, properties, items, values, alternatives }: SourceSchema): boolean {
  const isAny = types === null || (types.size === 1 && types.has('object'));
  return isAny && properties.size === 0 && items === null && values === null && alternatives.length === 0;
}

/** Returns whether the names of an object are values themselves: what they name looks all the same. */
function isMap(value: JsonObject): boolean {
  const names = Object.keys(value);
  const [first, ...others] = Object.values(value);
  if (
    first === undefined ||
    names.some((name) => !/^[\w$@.-]+$/.test(name) || /^\d|^[\da-f-]{16,}$/.test(name))
  )
    return true;
  if (others.length === 0) return false;
  if (typeof first === 'string')
    return others.every((each) => isCode(each) && each.length === first.length) && isCode(first);
  const keys = isObject(first) ? Object.keys(first).join() : '';
  return keys !== '' && others.every((each) => isObject(each) && Object.keys(each).join() === keys);
}

function isCode(value: JsonValue): value is string {
  return (
    typeof value === 'string' && value.length >= 8 && /\d/.test(value) && !/\s|^\d{4}-\d\d-\d\d/.test(value)
  );
}

function valuesOf(examples: readonly JsonValue[], name: string): JsonValue[] {
  return examples.flatMap((value) => {
    const own = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    return own === undefined ? [] : [own];
  });
}

/** Returns a schema with the facts of its parts from examples. */
function completed(
  schema: SourceSchema,
  items: SourceSchema | null,
  properties: ReadonlyMap<string, SourceSchema>,
): SourceSchema {
  const { name, pointer, types, isNullable, required, alternatives, values, format, pattern, text } = schema;
  const { isOpen, isReadOnly, isWriteOnly, minimum, bounds, examples, defaultValue } = schema;
  const facts = { name, pointer, types, isNullable, required, alternatives, values, format, pattern, text };
  return {
    ...facts,
    isOpen,
    isReadOnly,
    isWriteOnly,
    minimum,
    bounds,
    examples,
    defaultValue,
    items,
    properties,
  };
}

/** Formats of texts that examples show. */
const formats: readonly (readonly [format: string, pattern: RegExp])[] = [
  ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['uuid', /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i],
  ['uri', /^https?:\/\//],
  ['email', /^[^@\s]{1,64}@[^@\s]{3,255}$/],
];

/** The facts of what has examples and no schema: every property may be absent. */
class ExampleSchema implements SourceSchema {
  readonly name = null;
  readonly pointer: string;
  readonly required: ReadonlySet<string> = new Set();
  readonly isOpen = false;
  readonly alternatives: readonly SourceSchema[] = [];
  readonly values = null;
  readonly pattern = null;
  readonly text = '';
  readonly isReadOnly = false;
  readonly isWriteOnly = false;
  readonly minimum = null;
  readonly bounds = {};
  readonly defaultValue = undefined;
  readonly isNullable: boolean;
  readonly #values: readonly JsonValue[];
  #properties: ReadonlyMap<string, SourceSchema> | null = null;
  #items: SourceSchema | null = null;

  constructor(pointer: string, values: readonly JsonValue[]) {
    this.pointer = pointer;
    this.isNullable = values.includes(null);
    this.#values = values.filter((value) => value !== null).slice(0, MAX_VALUES);
  }

  get types(): ReadonlySet<string> | null {
    const types = this.#values.map(typeOf);
    return types.length === 0 ? null : new Set(types);
  }

  get properties(): ReadonlyMap<string, SourceSchema> {
    return (this.#properties ??= new Map(
      [
        ...new Set(
          this.#values.filter(isObject).flatMap((value) => (isMap(value) ? [] : Object.keys(value))),
        ),
      ].map((name) => [name, new ExampleSchema(this.pointer, valuesOf(this.#values, name))]),
    ));
  }

  get items(): SourceSchema | null {
    const lists = this.#values.filter(isArray);
    if (lists.length === 0) return null;
    return (this.#items ??= new ExampleSchema(this.pointer, lists.flat()));
  }

  get format(): string | null {
    const shown = this.#values;
    const matches = (pattern: RegExp): boolean =>
      shown.every((value) => typeof value === 'string' && pattern.test(value));
    return shown.length === 0 ? null : (formats.find(([, pattern]) => matches(pattern))?.[0] ?? null);
  }

  get examples(): readonly JsonValue[] {
    return this.#values.filter((value) => !isArray(value) && !isObject(value));
  }
}

function typeOf(value: JsonValue): string {
  if (isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  return typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value;
}
