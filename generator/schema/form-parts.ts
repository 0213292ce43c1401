/** Decides which properties of a multipart form are files. */
import { coversMediaType, isJsonMediaType, isXmlMediaType } from '../../templates/runtime/media-type.ts';
import type { JsonObject, JsonSchema } from '../json/documents.ts';
import type { Part } from '../model/contract-model.ts';
import { propertyOf } from '../json/json.ts';
import { composedItems, composedProperties, composedSchemas } from './composed-schemas.ts';
import { describesValue, typesOf } from './keywords.ts';
import { shapeOf } from './parameter-shape.ts';

type Declared = ReadonlyMap<string, JsonSchema>;

/** The parts of a form that differ from plain fields. */
export interface FormParts {
  /** Files, and parts with declared media types, by name. */
  readonly parts: Readonly<Record<string, Omit<Part, 'headers'>>>;
  /** The names of parts without a type, which are read by their media type. */
  readonly untyped: ReadonlySet<string>;
}

/** Returns the parts of a form; `null` if its schema is not an object. */
export function formPartsOf(
  schema: JsonSchema,
  types: Readonly<Record<string, readonly string[]>>,
  declared: Declared,
): FormParts | null {
  if (![...composedSchemas(schema, declared)].some(isObjectSchema)) return null;
  const parts = new Map<string, Omit<Part, 'headers'>>();
  for (const [name, own] of Object.entries(types)) parts.set(name, { file: null, types: own });
  const untyped = new Set<string>();
  for (const [name, schemas] of composedProperties(schema, declared)) {
    const own = Object.hasOwn(types, name) ? (types[name] ?? []) : [];
    const file = fileIn(schemas, own, declared);
    if (file !== null) parts.set(name, { file, types: own });
    else if (schemas.every((each) => isUntyped(each, declared))) untyped.add(name);
  }
  return { parts: Object.fromEntries(parts), untyped };
}

function isObjectSchema(schema: JsonObject): boolean {
  return typesOf(schema)?.includes('object') ?? Object.hasOwn(schema, 'properties');
}

function fileIn(schemas: readonly JsonSchema[], types: readonly string[], declared: Declared): Part['file'] {
  for (const schema of schemas) {
    const items = shapeOf(schema, declared).isList ? composedItems(schema, declared) : null;
    if (items !== null && isFile(items, types, declared)) return 'list';
    if (items === null && isFile(schema, types, declared)) return 'one';
  }
  return null;
}

/** Source: OpenAPI 3.0 `format: binary`; OpenAPI 3.1, section 4.8.14.5: `contentMediaType` without an encoding. */
function isFile(schema: JsonSchema, types: readonly string[], declared: Declared): boolean {
  const parts = [...composedSchemas(schema, declared)];
  if (parts.some((part) => propertyOf(part, 'contentEncoding') !== undefined)) return false;
  const isBinary = parts.some(
    (part) => propertyOf(part, 'format') === 'binary' || isBinaryType(propertyOf(part, 'contentMediaType')),
  );
  if (isBinary) return true;
  const isPlain = isUntyped(schema, declared) || shapeOf(schema, declared).kind === 'string';
  const hasFormat = parts.some((part) => ['format', 'enum', 'const'].some((key) => Object.hasOwn(part, key)));
  return isPlain && !hasFormat && types.length > 0 && types.every(isBinaryType);
}

function isBinaryType(type: unknown): boolean {
  if (typeof type !== 'string') return false;
  return !isJsonMediaType(type) && !isXmlMediaType(type) && !coversMediaType('text/*', type.toLowerCase());
}

function isUntyped(schema: JsonSchema, declared: Declared): boolean {
  return ![...composedSchemas(schema, declared)].some(describesValue);
}
