/** Reads the values of an enum, with the names and descriptions in common `x-` properties. */
import type { JsonObject, JsonSchema, JsonValue } from '../json/documents.ts';
import { isArray, isObject, propertyOf } from '../json/json.ts';
import { propertiesOf, schemaAt, schemasAt } from './keywords.ts';

/** How enums are written: as unions of literals, or also as objects with a property for each value. */
export const enumForms = ['union', 'const'] as const;

export type EnumForm = (typeof enumForms)[number];

export interface EnumValue {
  readonly value: string | number;
  /** The name in the document, which is any text; `null` if there is none. */
  readonly name: string | null;
  /** `null` if there is none. */
  readonly description: string | null;
}

/** Returns the values of an enum without its `null`; `null` unless all other values are texts or numbers. */
export function enumValues(schema: JsonSchema): EnumValue[] | null {
  if (!isObject(schema)) return null;
  const choices = propertyOf(schema, 'enum');
  if (!isArray(choices)) return null;
  const values = choices.filter((value) => value !== null);
  if (values.length === 0 || !values.every(isTextOrNumber)) return null;
  return values.flatMap((value, i) => {
    if (values.indexOf(value) !== i) return [];
    const at = { value, index: choices.indexOf(value) };
    return {
      value,
      name: textFor(schema, ['x-enum-varnames', 'x-enumNames', 'x-enum-names'], at),
      description: textFor(schema, ['x-enum-descriptions', 'x-enumDescriptions'], at),
    };
  });
}

/** Lists the properties of an object whose values, or items, are an enum of at least two values. */
export function enumProperties(schema: JsonSchema): (readonly [property: string, schema: JsonObject])[] {
  if (!isObject(schema)) return [];
  const own = propertiesOf(schema).flatMap(([name, value]): [string, JsonObject][] => {
    const item = isObject(value) ? (schemaAt(value, 'items') ?? value) : value;
    return isObject(item) && (enumValues(item)?.length ?? 0) > 1 ? [[name, item]] : [];
  });
  return [...own, ...schemasAt(schema, 'allOf').flatMap(enumProperties)];
}

function isTextOrNumber(value: JsonValue): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** Returns the text of a value, from a list parallel to the enum or an object by value. */
function textFor(
  schema: JsonObject,
  keywords: readonly string[],
  { value, index }: { readonly value: string | number; readonly index: number },
): string | null {
  for (const keyword of keywords) {
    const written = propertyOf(schema, keyword);
    const text = isArray(written)
      ? written[index]
      : isObject(written)
        ? propertyOf(written, String(value))
        : undefined;
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return null;
}
