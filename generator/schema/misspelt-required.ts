/**
 * Finds names in `required` that are misspelt properties: no value can have the property as described, and its type
 * lacks what is required.
 */
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { JsonObject } from '../json/documents.ts';
import { arrayAt, isObject, propertyOf } from '../json/json.ts';
import { propertiesOf } from './keywords.ts';

/** A required name without a property. */
export interface MisspeltName {
  /** Its index in `required`. */
  readonly index: number;
  readonly name: string;
  /** The property that was probably meant. */
  readonly closest: string;
}

/** Keywords whose schemas describe the same value, so that each may require what another one describes. */
const shared = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not', 'dependentSchemas'];

/** Returns the schemas in a schema that describe the same value, and the schema itself if there are any. */
export function schemasOfOneValue(schema: JsonObject): readonly JsonObject[] {
  const inside = shared.flatMap((keyword) => {
    const value = propertyOf(schema, keyword);
    if (Array.isArray(value)) return value.filter(isObject);
    if (!isObject(value)) return [];
    return keyword === 'dependentSchemas' ? Object.values(value).filter(isObject) : [value];
  });
  const isComposed = inside.length > 0 || Object.hasOwn(schema, '$ref');
  return isComposed ? [schema, ...inside] : [];
}

/** Finds the misspelt names of a schema that alone describes a value. */
export function misspeltRequired(schema: JsonObject): readonly MisspeltName[] {
  const required = arrayAt(schema, 'required');
  const names = propertiesOf(schema).map(([name]) => name);
  const declared = new Set(names);
  const free = names.filter((name) => !required.includes(name));
  return required.flatMap((name, index) => {
    if (typeof name !== 'string' || declared.has(name)) return [];
    const closest = closestWord(name, free);
    return closest === null ? [] : [{ index, name, closest }];
  });
}
