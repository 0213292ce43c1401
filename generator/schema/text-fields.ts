/**
 * Decides how values are sent as texts: parameters, and the fields of a form. Values without a standard encoding are
 * left to the caller.
 */
import type { JsonSchema } from '../source/documents.ts';
import type {
  Field,
  Joined,
  ListStyle,
  Members,
  MembersStyle,
  ParameterPlace,
} from '../contract/contract.ts';
import { composedItems, composedProperties } from './composed-schemas.ts';
import { shapeOf, type TextShape } from './parameter-shape.ts';

type Declared = ReadonlyMap<string, JsonSchema>;

/** How lists and objects are spread over texts; `null` if there is no standard way. */
export interface Spreading {
  /** `one` for lists with a separator defined by their location, and for those whose name is repeated. */
  readonly list: 'one' | ListStyle | null;
  readonly members: MembersStyle | null;
  /** Whether other values are written as JSON text. */
  readonly isJson: boolean;
}

/** Maximum nesting of objects; deeper ones have no common encoding. */
const DEEPEST = 4;

/** Maximum number of fields of one value; a schema with more is not a form to fill in. */
const MOST_FIELDS = 300;

const JSON_TEXT: Field = { kind: 'json', nullable: false, repeated: false, list: null, members: null };

/** Returns how a value is read; `null` when it can't be. */
export function fieldOf(schema: JsonSchema, spreading: Spreading, declared: Declared): Field | null {
  const walk = new FieldWalk(declared);
  const field = walk.fieldOf(schema, spreading, 0);
  return walk.count > MOST_FIELDS ? null : field;
}

/**
 * Returns how the fields of a form are read, each in the style from `styles`, or as JSON text; `null` when they can't
 * be.
 */
export function formOf(
  schema: JsonSchema,
  styles: ReadonlyMap<string, Spreading>,
  defaultSpreading: Spreading,
  declared: Declared,
): Members | null {
  const walk = new FieldWalk(declared);
  const fields = walk.fieldsOf(schema, (name) => styles.get(name) ?? defaultSpreading, 0);
  return fields === null || walk.count > MOST_FIELDS ? null : { style: 'own', fields };
}

class FieldWalk {
  count = 0;
  readonly #declared: Declared;

  constructor(declared: Declared) {
    this.#declared = declared;
  }

  fieldOf(schema: JsonSchema, spreading: Spreading, depth: number): Field | null {
    this.count += 1;
    if (this.count > MOST_FIELDS) return null;
    const shape = shapeOf(schema, this.#declared);
    const { nullable } = shape;
    if (shape.isList) return this.#listOf(schema, spreading, depth);
    if (shape.isMixed && shape.items !== null && spreading.list !== null)
      return { kind: shape.items, nullable, repeated: true, list: listStyle(spreading.list), members: null };
    if (shape.kind !== 'object') {
      return { kind: shape.kind, nullable, repeated: false, list: null, members: null };
    }
    const items =
      shape.isMixed && spreading.list === 'brackets' ? composedItems(schema, this.#declared) : null;
    // A list in brackets may also be a text, such as an empty one to clear it.
    if (items !== null && this.#isListOrText(schema, items, spreading))
      return this.#listOf({ type: 'array', items }, spreading, depth);
    const style = shape.isMixed ? null : spreading.members;
    const fields = style === null ? null : this.fieldsOf(schema, () => spreading, depth + 1);
    if (style === null || fields === null || (style === 'own' && Object.keys(fields).length === 0))
      return spreading.isJson ? { ...JSON_TEXT, nullable } : null;
    // Where the value may also be a scalar, its text has the bare name.
    return {
      kind: shape.scalar ?? 'json',
      nullable,
      repeated: false,
      list: null,
      members: { style, fields },
    };
  }

  #isListOrText(schema: JsonSchema, items: JsonSchema, { isJson }: Spreading): boolean {
    if (composedProperties(schema, this.#declared).size > 0) return false;
    return isJson || shapeOf(items, this.#declared).kind === 'object';
  }

  #listOf(schema: JsonSchema, spreading: Spreading, depth: number): Field | null {
    const { kind, nullable } = shapeOf(schema, this.#declared);
    const { list } = spreading;
    if (list === null) return spreading.isJson ? { ...JSON_TEXT, nullable } : null;
    const base = { nullable, repeated: true, list: listStyle(list) };
    if (kind !== 'object') return { ...base, kind, members: null };
    if (list !== 'brackets') return spreading.isJson ? { ...base, kind: 'json', members: null } : null;
    const items = composedItems(schema, this.#declared);
    const fields = items === null ? null : this.fieldsOf(items, () => spreading, depth + 1);
    return fields === null ? null : { ...base, kind: 'json', members: { style: 'brackets', fields } };
  }

  /** Reads the properties of an object and of all schemas it is composed of; `null` when one of them can't be read. */
  fieldsOf(
    schema: JsonSchema,
    spreadingOf: (name: string) => Spreading,
    depth: number,
  ): Readonly<Record<string, Field>> | null {
    if (depth > DEEPEST) return null;
    const fields = new Map<string, Field>();
    for (const [name, schemas] of composedProperties(schema, this.#declared)) {
      const [first = true, ...others] = schemas;
      const written = others.length === 0 ? first : { anyOf: [...schemas] };
      const field = this.fieldOf(written, spreadingOf(name), depth);
      if (field === null) return null;
      fields.set(name, field);
    }
    return Object.fromEntries(fields);
  }
}

function listStyle(list: 'one' | ListStyle): ListStyle | null {
  return list === 'one' ? null : list;
}

/** Returns how an OpenAPI style spreads values over several texts, or over those of a form. */
export function spreadingOf(style: string): Spreading {
  return styles[style] ?? { list: null, members: null, isJson: false };
}

const styles: Readonly<Record<string, Spreading>> = {
  'form, exploded': { list: 'one', members: 'own', isJson: false },
  'cookie, exploded': { list: 'one', members: 'own', isJson: false },
  form: { list: 'commas', members: null, isJson: false },
  spaceDelimited: { list: 'spaces', members: null, isJson: false },
  pipeDelimited: { list: 'pipes', members: null, isJson: false },
  // The specification does not define what `explode` changes for these.
  'spaceDelimited, exploded': { list: 'one', members: null, isJson: false },
  'pipeDelimited, exploded': { list: 'one', members: null, isJson: false },
  deepObject: { list: 'brackets', members: 'brackets', isJson: false },
  'deepObject, exploded': { list: 'brackets', members: 'brackets', isJson: false },
};

/** How the text of a parameter is parsed, and how it is split. */
export interface JoinedField {
  readonly field: Field;
  readonly joined: Joined | null;
}

/** A parameter, and its style as `style` or `style, exploded`. */
export interface StyledParameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly style: string;
}

/**
 * Returns how a parameter is read from one text; `null` when its value nests lists or objects, and `undefined` when its
 * style uses several texts.
 */
export function joinedFieldOf(
  schema: JsonSchema,
  parameter: StyledParameter,
  declared: Declared,
): JoinedField | null | undefined {
  const shape = shapeOf(schema, declared);
  const [style = '', isExploded] = parameter.style.split(', exploded');
  const joined = joinedBy(style, isExploded !== undefined, shape, parameter);
  if (joined === undefined) return undefined;
  const { nullable } = shape;
  const plain = { nullable, repeated: false, list: null, members: null };
  if (shape.isList || shape.isMixed) {
    const { kind } = shape.isList ? shape : { kind: shape.items };
    return kind === 'object' || kind === null ? null : { field: { ...plain, kind, repeated: true }, joined };
  }
  if (shape.kind !== 'object')
    return { field: { ...plain, kind: shape.kind }, joined: joined.prefix === '' ? null : joined };
  const form = shape.scalar === null ? formOf(schema, new Map(), SCALARS, declared) : null;
  if (form === null) return null;
  return { field: { ...plain, kind: 'json', members: { ...form, style: 'joined' } }, joined };
}

const SCALARS: Spreading = { list: null, members: null, isJson: false };

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
  { name, in: place }: StyledParameter,
): Joined | undefined {
  const isObject = kind === 'object' && !isList && !isMixed;
  if (style === 'label')
    return { prefix: '.', separator: isExploded ? '.' : ',', pairs: isExploded && isObject };
  if (style === 'matrix') {
    if (isExploded && isObject) return { prefix: ';', separator: ';', pairs: true };
    return { prefix: `;${name}=`, separator: isExploded ? `;${name}=` : ',', pairs: false };
  }
  const separator = separators[style];
  const isSeveral = isExploded && (place === 'query' || place === 'cookie');
  return separator === undefined || isSeveral
    ? undefined
    : { prefix: '', separator, pairs: isExploded && isObject };
}
