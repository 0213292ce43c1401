/**
 * Reports misspelt fields of an OpenAPI document outside of its schemas. Other unknown fields are ignored, as tools
 * ignore them. Source: OpenAPI 3.0, 3.1 and 3.2.
 */
import { closestWord } from '../../templates/runtime/closest-word.ts';
import type { JsonObject } from '../source/documents.ts';
import { propertyPlace } from '../source/json.ts';
import { httpMethods, type OpenapiContext } from './openapi-context.ts';

/** The fields of each kind of object. */
const fields = {
  document:
    'openapi $self info jsonSchemaDialect servers paths webhooks components security tags externalDocs',
  components:
    'schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems mediaTypes',
  'path item': `$ref summary description servers parameters additionalOperations ${httpMethods.join(' ')}`,
  operation:
    'tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers',
  parameter:
    'name in description required deprecated allowEmptyValue style explode allowReserved schema content example examples',
  'request body': 'description content required',
  'media type': 'schema itemSchema example examples encoding prefixEncoding itemEncoding description',
  response: 'summary description headers content links',
};

/** A kind of object with a fixed set of fields. */
export type ObjectKind = keyof typeof fields;

/** Reports the misspelt fields of an object, once. Errors: FIELD_MISSPELT (reported). */
export function checkFields(
  node: JsonObject,
  kind: ObjectKind,
  { checked, placeOf, report }: OpenapiContext,
): void {
  if (checked.has(node)) return;
  checked.add(node);
  const known = fields[kind].split(' ');
  for (const field of Object.keys(node)) {
    if (field.startsWith('x-') || field === '$ref' || known.includes(field)) continue;
    const closest = closestWord(field, known);
    if (closest !== null)
      report('FIELD_MISSPELT', propertyPlace(placeOf(node), field), { field, kind, closest });
  }
}
