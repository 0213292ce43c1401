/** Finds the properties that conditions and orders name. */
import { operatorsOf } from '../../../contract/resources/queries/infer-condition.ts';
import { schemaAt } from '../../../contract/resources/records/schema-parts.ts';
import { ATTRIBUTES, attributesIn, propertyNamed } from '../../../contract/resources/schema-likeness.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { pointerStep } from '../../../templates/runtime/json/pointer.ts';
import { OperationError } from '../../http/declared-error.ts';

/** Returns the property that a name is one of; an open record may have any. */
export function propertyIn(name: string, schema: SourceSchema | null): string | null {
  return propertyNamed(name, schema) ?? (schema?.isOpen === true ? name : null);
}

/**
 * Returns the JSON Pointer of the property that a name is one of, first in the attributes of a JSON:API record; `null`
 * for none.
 */
export function placeOf(
  schema: SourceSchema | null,
  name: string,
  find: (name: string, schema: SourceSchema | null) => string | null,
): string | null {
  const inner = attributesIn(schema);
  const attribute = inner === null ? null : find(name, inner);
  if (attribute !== null && inner?.properties.has(attribute) === true)
    return pointerStep(ATTRIBUTES) + pointerStep(attribute);
  const [head = '', ...rest] = name.split('.');
  const part = rest.length > 0 && schema?.properties.has(name) !== true ? propertyNamed(head, schema) : null;
  if (part !== null) {
    const inside = placeOf(schema?.properties.get(part) ?? null, rest.join('.'), find);
    return inside === null ? null : pointerStep(part) + inside;
  }
  const own = find(name, schema);
  return own === null ? null : pointerStep(own);
}

/**
 * Returns a function that finds the JSON Pointer of the property that a condition compares; it returns `null` for none.
 * Errors: the function throws an OperationError where properties state their operators, for any other.
 */
export function findFiltered(schema: SourceSchema | null): (name: string, operator: string) => string | null {
  const isStated = [...(schema?.properties.values() ?? [])].some((each) => operatorsOf(each) !== null);
  return (name, operator) => {
    const place = placeOf(schema, name, propertyIn);
    const property = place === null || !isStated ? null : schemaAt(schema, place);
    if (isStated && (property === null || operatorsOf(property)?.has(operator) !== true))
      throw new OperationError(400, `${name} cannot be filtered by ${operator}`);
    return place;
  };
}
