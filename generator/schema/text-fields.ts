/**
 * Decides how values are sent as texts: parameters, and the fields of a form. Values without a standard encoding are
 * left to the caller.
 */
import type { JsonSchema } from '../json/documents.ts';
import type {
  Field,
  Joined,
  FieldProperties,
  PropertiesStyle,
  ParameterPlace,
} from '../model/contract-model.ts';
import { composedItems, composedProperties, composedSchemas } from './composed-schemas.ts';
import { isObject, propertyOf } from '../json/json.ts';
import { shapeOf, type TextShape } from './parameter-shape.ts';

type Declared = ReadonlyMap<string, JsonSchema>;

/** How lists and objects are spread over texts; `null` if there is no standard way. */
export interface Spreading {
  /** `repeated` for a list that repeats its name. */
  readonly list: 'repeated' | 'brackets' | null;
  readonly properties: PropertiesStyle | null;
  /** Whether other values are written as JSON text. */
  readonly isJson: boolean;
}

/** Maximum nesting of objects; deeper ones have no common encoding. */
const MAX_DEPTH = 4;

/** Maximum number of fields of one value; a schema with more is not a form to fill in. */
const MAX_FIELDS = 300;

const PLAIN = { nullable: false, repeated: false, list: null, properties: null, joined: null } as const;

const JSON_TEXT: Field = { ...PLAIN, kind: 'json' };

/** Returns how a value is read; `null` when it can't be. */
export function fieldOf(schema: JsonSchema, spreading: Spreading, declared: Declared): Field | null {
  const walk = new FieldWalk(declared);
  const field = walk.fieldOf(schema, spreading, 0);
  return walk.count > MAX_FIELDS ? null : field;
}

/**
 * Returns how the fields of a form are read: each in its style from `styles`, else a list by a repeated name and an
 * object as JSON text; `null` when they can't be.
 */
export function formOf(
  schema: JsonSchema,
  styles: ReadonlyMap<string, string>,
  place: 'form' | 'multipart',
  declared: Declared,
): FieldProperties | null {
  const walk = new FieldWalk(declared);
  const fields = walk.fieldsOf(schema, 0, (name, written) => {
    const style = styles.get(name);
    if (style === undefined) return walk.fieldOf(written, DEFAULT_FIELD, 0);
    const field = joinedFieldOf(written, { name, in: place, style }, declared);
    const spreading = field === null ? DEFAULT_FIELD : spreadingOf(style);
    return field ?? walk.fieldOf(written, { ...spreading, isJson: true }, 0);
  });
  return fields === null || walk.count > MAX_FIELDS ? null : closedForm(fields);
}

/** Returns a form in which the properties of an object that have their own names are not fields. */
function closedForm(fields: Readonly<Record<string, Field>>): FieldProperties {
  const base = { fields: excludeOtherNames(fields), rest: null };
  const own = Object.values(fields).flatMap(({ properties }) =>
    properties?.style === 'own' ? [properties] : [],
  );
  const isOpen = own.every(({ rest }) => rest === null);
  return isOpen
    ? { ...base, style: 'brackets', except: own.flatMap((properties) => Object.keys(properties.fields)) }
    : { ...base, style: 'own', except: [] };
}

/** Excludes the names of all other values from the undocumented properties of an object that have their own names. */
export function excludeOtherNames<Value extends Field>(
  values: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  const names = Object.entries(values).map(([name, { properties }]) => ({
    name,
    taken: properties?.style === 'own' ? Object.keys(properties.fields) : [name],
  }));
  const entries = Object.entries(values).map(([name, value]) => {
    const { properties } = value;
    if (properties?.style !== 'own' || properties.rest === null) return [name, value] as const;
    const except = names.flatMap((other) => (other.name === name ? [] : other.taken));
    return [name, { ...value, properties: { ...properties, except } }] as const;
  });
  return Object.fromEntries(entries);
}

class FieldWalk {
  count = 0;
  readonly #declared: Declared;

  constructor(declared: Declared) {
    this.#declared = declared;
  }

  fieldOf(schema: JsonSchema, spreading: Spreading, depth: number): Field | null {
    this.count += 1;
    if (this.count > MAX_FIELDS) return null;
    const shape = shapeOf(schema, this.#declared);
    const { nullable } = shape;
    if (shape.isList) return this.#listOf(schema, spreading, depth);
    if (shape.isMixed && shape.items !== null && spreading.list !== null)
      return { ...PLAIN, kind: shape.items, nullable, repeated: true, list: listStyle(spreading.list) };
    if (shape.kind !== 'object') return { ...PLAIN, kind: shape.kind, nullable };
    const items =
      shape.isMixed && spreading.list === 'brackets' ? composedItems(schema, this.#declared) : null;
    // A list in brackets may also be a text, such as an empty one to clear it.
    if (items !== null && this.#isListOrText(schema, items, spreading))
      return this.#listOf({ type: 'array', items }, spreading, depth);
    const style = shape.isMixed ? null : spreading.properties;
    const properties = style === null ? null : this.objectOf(schema, style, spreading, depth + 1);
    if (properties === null) return spreading.isJson ? { ...JSON_TEXT, nullable } : null;
    // Where the value may also be a scalar, its text has the bare name.
    return { ...PLAIN, kind: shape.scalar ?? 'json', nullable, properties };
  }

  #isListOrText(schema: JsonSchema, items: JsonSchema, { isJson }: Spreading): boolean {
    if (composedProperties(schema, this.#declared).size > 0) return false;
    return isJson || shapeOf(items, this.#declared).kind === 'object';
  }

  #listOf(schema: JsonSchema, spreading: Spreading, depth: number): Field | null {
    const { kind, nullable } = shapeOf(schema, this.#declared);
    const { list } = spreading;
    if (list === null) return spreading.isJson ? { ...JSON_TEXT, nullable } : null;
    const base = { ...PLAIN, nullable, repeated: true, list: listStyle(list) };
    if (kind !== 'object') return { ...base, kind };
    if (list !== 'brackets') return spreading.isJson ? { ...base, kind: 'json' } : null;
    const items = composedItems(schema, this.#declared);
    const properties = items === null ? null : this.objectOf(items, 'brackets', spreading, depth + 1);
    if (properties === null) return spreading.isJson ? { ...base, kind: 'json' } : null;
    return { ...base, kind: 'json', properties };
  }

  /** Reads the properties of an object; `null` when they can't be read, or have their own names and there are none. */
  objectOf(
    schema: JsonSchema,
    style: PropertiesStyle,
    spreading: Spreading,
    depth: number,
  ): FieldProperties | null {
    // Properties of properties have no names of their own.
    const inside = style === 'own' ? { ...spreading, properties: null } : spreading;
    const fields = this.fieldsOf(schema, depth, (_name, written) => this.fieldOf(written, inside, depth));
    if (fields === null) return null;
    const other = this.#othersOf(schema, style === 'own' && Object.keys(fields).length === 0);
    const rest = other === null ? null : this.fieldOf(other, inside, depth);
    const isEmpty = rest === null && Object.keys(fields).length === 0;
    return isEmpty && style === 'own' ? null : { style, fields, rest, except: [] };
  }

  /** Returns the schema of undocumented properties; `null` if they have none. */
  #othersOf(schema: JsonSchema, isMap: boolean): JsonSchema | null {
    const written = [...composedSchemas(schema, this.#declared)].flatMap(
      (part) => propertyOf(part, 'additionalProperties') ?? [],
    );
    const schemas = written.filter(isObject);
    if (schemas.length > 0) return { anyOf: schemas };
    return isMap && !written.includes(false) ? { type: 'string' } : null;
  }

  /** Reads the properties of an object and of all schemas it is composed of; `null` when one of them can't be read. */
  fieldsOf(
    schema: JsonSchema,
    depth: number,
    readField: (name: string, schema: JsonSchema) => Field | null,
  ): Readonly<Record<string, Field>> | null {
    if (depth > MAX_DEPTH) return null;
    const fields = new Map<string, Field>();
    for (const [name, schemas] of composedProperties(schema, this.#declared)) {
      const [first = true, ...others] = schemas;
      const field = readField(name, others.length === 0 ? first : { anyOf: [...schemas] });
      if (field === null) return null;
      fields.set(name, field);
    }
    return Object.fromEntries(fields);
  }
}

function listStyle(list: 'repeated' | 'brackets'): 'brackets' | null {
  return list === 'repeated' ? null : list;
}

/** The default encoding of a field of a form. */
const DEFAULT_FIELD: Spreading = { list: 'repeated', properties: null, isJson: true };

/** Returns how an OpenAPI style spreads values over several texts, or over those of a form. */
export function spreadingOf(style: string): Spreading {
  return styles[style] ?? { list: null, properties: null, isJson: false };
}

const IN_BRACKETS: Spreading = { list: 'brackets', properties: 'brackets', isJson: false };

/**
 * Returns how the nested values of a parameter in the query are read, where its style does not define it: in brackets,
 * and below the deepest level as JSON text; `null` when they can't be.
 */
export function nestedFieldOf(
  schema: JsonSchema,
  { in: place, style }: StyledValue,
  declared: Declared,
): Field | null {
  const isOpen = place === 'query' && (style === 'form' || style === 'form, exploded');
  return isOpen ? fieldOf(schema, { ...IN_BRACKETS, isJson: true }, declared) : null;
}

const REPEATED: Spreading = { list: 'repeated', properties: null, isJson: false };

/** The styles with several texts. */
const styles: Readonly<Record<string, Spreading>> = {
  'form, exploded': { ...REPEATED, properties: 'own' },
  'cookie, exploded': { ...REPEATED, properties: 'own' },
  // The specification does not define what `explode` changes for these.
  'spaceDelimited, exploded': REPEATED,
  'pipeDelimited, exploded': REPEATED,
  deepObject: IN_BRACKETS,
  'deepObject, exploded': IN_BRACKETS,
};

/** A parameter or a field of a form, and its style as `style` or `style, exploded`. */
export interface StyledValue {
  readonly name: string;
  readonly in: ParameterPlace | 'form' | 'multipart';
  readonly style: string;
}

/**
 * Returns how a parameter is read from one text; `null` when its value nests lists or objects, and `undefined` when its
 * style uses several texts.
 */
export function joinedFieldOf(
  schema: JsonSchema,
  parameter: StyledValue,
  declared: Declared,
): Field | null | undefined {
  const shape = shapeOf(schema, declared);
  const [style = '', isExploded] = parameter.style.split(', exploded');
  const joined = joinedBy(style, isExploded !== undefined, shape, parameter);
  if (joined === undefined) return undefined;
  const plain = { ...PLAIN, nullable: shape.nullable };
  if (shape.isList || shape.isMixed) {
    const { kind } = shape.isList ? shape : { kind: shape.items };
    return kind === 'object' || kind === null ? null : { ...plain, kind, repeated: true, joined };
  }
  if (shape.kind !== 'object')
    return { ...plain, kind: shape.kind, joined: joined.prefix === '' ? null : joined };
  if (shape.scalar !== null) return null;
  const properties = new FieldWalk(declared).objectOf(schema, 'joined', SCALARS, 0);
  return properties === null ? null : { ...plain, kind: 'json', properties, joined };
}

const SCALARS: Spreading = { list: null, properties: null, isJson: false };

const separators: Readonly<Record<string, string>> = {
  form: ',',
  cookie: ',',
  simple: ',',
  spaceDelimited: ' ',
  pipeDelimited: '|',
};

function joinedBy(
  style: string,
  isExploded: boolean,
  { kind, isList, isMixed }: TextShape,
  { name, in: place }: StyledValue,
): Joined | undefined {
  const isObject = kind === 'object' && !isList && !isMixed;
  const base = { isEncoded: place === 'query' || place === 'form', pairs: isExploded && isObject };
  if (style === 'label') return { ...base, prefix: '.', separator: isExploded ? '.' : ',' };
  if (style === 'matrix') {
    if (base.pairs) return { ...base, prefix: ';', separator: ';' };
    return { ...base, prefix: `;${name}=`, separator: isExploded ? `;${name}=` : ',' };
  }
  const separator = separators[style];
  const isOneText = !isExploded || place === 'path' || place === 'header';
  return separator === undefined || !isOneText ? undefined : { ...base, prefix: '', separator };
}
