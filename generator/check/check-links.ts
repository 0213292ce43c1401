/** Checks the links of responses against the schemas of their bodies, and against each other. */
import { expressionsIn, readExpression } from '../../contract/link-expression.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { createSchemaReader, type SchemaReader } from '../schema/schema-reader.ts';
import type { JsonValue, Place } from '../json/documents.ts';
import { propertyPlace } from '../json/json.ts';
import type { ContractModel, JsonSchema, OperationResponse, ResponseLink } from '../model/contract-model.ts';
import { splitPointer } from '../../templates/runtime/json/pointer.ts';

/** Checks the links of a contract. Errors: LINK_EXPRESSION_INVALID, LINK_CONFLICT (reported). */
export function checkLinks(contract: ContractModel, report: Report): void {
  const reader = createSchemaReader(contract);
  for (const response of contract.operations.flatMap(({ responses }) => responses)) {
    for (const link of response.links) checkProperties(link, response, reader, report);
    checkConflicts(response.links, report);
  }
}

/** Reports properties that the body of a response does not have. */
function checkProperties(
  { name, inputs, body, place }: ResponseLink,
  { content }: OperationResponse,
  reader: SchemaReader,
  report: Report,
): void {
  const schemas = content.flatMap((each) => (each.kind === 'json' ? [reader.ofCheck(each.check)] : []));
  if (schemas.length === 0) return;
  const check = (value: JsonValue, at: Place): void => {
    for (const expression of expressionsIn(value)) {
      const pointer = pointerOf(expression);
      if (pointer !== null && !schemas.some((schema) => mayHave(schema, splitPointer(pointer), reader)))
        report('LINK_EXPRESSION_INVALID', at, {
          name,
          expression,
          problem: 'names no property of the response',
        });
    }
  };
  for (const { value, place: at } of inputs) check(value, at);
  if (body !== null) check(body.value, propertyPlace(place, 'requestBody'));
}

/** Returns the JSON Pointer into the body of the response; `null` for another expression. */
function pointerOf(text: string): string | null {
  const expression = readExpression(text);
  return expression?.in === 'response.body' ? expression.pointer : null;
}

function mayHave(schema: JsonSchema, [name, ...rest]: readonly string[], reader: SchemaReader): boolean {
  if (name === undefined) return true;
  const properties = reader.propertiesOf(schema);
  const items = /^\d+$/.test(name) ? reader.itemsOf(schema) : null;
  const property = properties.get(name) ?? items;
  if (property !== null) return mayHave(property, rest, reader);
  return properties.size === 0 && !reader.hasType(schema, 'array');
}

/**
 * Reports links that take one parameter of an operation from different properties of the same object. Why: an object
 * has one id, while the objects in it have others.
 */
function checkConflicts(links: readonly ResponseLink[], report: Report): void {
  const first = new Map<string, { readonly name: string; readonly value: string }>();
  for (const { name, target, inputs } of links)
    for (const { in: where, name: parameter, value, place } of inputs) {
      const pointer = typeof value === 'string' ? pointerOf(value) : null;
      if (typeof value !== 'string' || pointer === null) continue;
      const operation = `${target.method.toUpperCase()} ${target.path}`;
      const key = [operation, where, parameter, pointer.slice(0, pointer.lastIndexOf('/'))].join(' ');
      const other = first.get(key) ?? { name, value };
      first.set(key, other);
      if (other.value !== value)
        report('LINK_CONFLICT', place, {
          name,
          value,
          other: other.name,
          used: other.value,
          parameter,
          operation,
        });
    }
}
