/**
 * Decides how values are sent as texts: parameters, and the fields of a form. Values without a standard encoding are
 * left to the caller.
 */
import type { JsonObject, JsonSchema } from '../source/documents.ts';
import type { Field, ListStyle, Members, MembersStyle } from '../contract/contract.ts';
import { isObject, propertyOf } from '../source/json.ts';
import { propertiesOf } from './keywords.ts';
import { insideOf, shapeOf } from './parameter-shape.ts';

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
    if (shape.kind !== 'object') {
      return { kind: shape.kind, nullable, repeated: false, list: null, members: null };
    }
    const style = shape.isMixed ? null : spreading.members;
    const fields = style === null ? null : this.fieldsOf(schema, () => spreading, depth + 1);
    if (style === null || fields === null || (style === 'own' && Object.keys(fields).length === 0))
      return spreading.isJson ? JSON_TEXT : null;
    // Where the value may also be a scalar, its text has the bare name.
    return {
      kind: shape.scalar ?? 'json',
      nullable,
      repeated: false,
      list: null,
      members: { style, fields },
    };
  }

  #listOf(schema: JsonSchema, spreading: Spreading, depth: number): Field | null {
    const { kind, nullable } = shapeOf(schema, this.#declared);
    const { list } = spreading;
    if (list === null) return spreading.isJson ? JSON_TEXT : null;
    const base = { nullable, repeated: true, list: list === 'one' ? null : list };
    if (kind !== 'object') return { ...base, kind, members: null };
    if (list !== 'brackets') return spreading.isJson ? { ...base, kind: 'json', members: null } : null;
    const items = this.#itemsOf(schema);
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
    for (const [name, schemas] of this.#propertiesOf(schema)) {
      const [first = true, ...others] = schemas;
      const written = others.length === 0 ? first : { anyOf: [...schemas] };
      const field = this.fieldOf(written, spreadingOf(name), depth);
      if (field === null) return null;
      fields.set(name, field);
    }
    return Object.fromEntries(fields);
  }

  #propertiesOf(schema: JsonSchema): ReadonlyMap<string, JsonSchema[]> {
    const found = new Map<string, JsonSchema[]>();
    for (const part of this.#partsOf(schema)) {
      for (const [name, property] of propertiesOf(part))
        found.set(name, [...(found.get(name) ?? []), property]);
    }
    return found;
  }

  #itemsOf(schema: JsonSchema): JsonSchema | null {
    for (const part of this.#partsOf(schema)) {
      const items = propertyOf(part, 'items');
      if (isObject(items)) return items;
    }
    return null;
  }

  #partsOf(schema: JsonSchema): Set<JsonObject> {
    const parts = new Set<JsonObject>();
    const pending: JsonSchema[] = [schema];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (!isObject(next) || parts.has(next)) continue;
      parts.add(next);
      pending.push(...insideOf(next, this.#declared));
    }
    return parts;
  }
}

/** Returns how an OpenAPI style spreads values. */
export function spreadingOf(style: string, place: 'path' | 'query' | 'header' | 'cookie'): Spreading {
  const spread = (list: Spreading['list'], members: MembersStyle | null = null): Spreading => ({
    list,
    members,
    isJson: false,
  });
  if (place === 'path' || place === 'header') return spread(style.startsWith('simple') ? 'one' : null);
  if (place === 'cookie') return spread(null);
  return queryStyles[style] ?? spread(null);
}

const queryStyles: Readonly<Record<string, Spreading>> = {
  'form, exploded': { list: 'one', members: 'own', isJson: false },
  form: { list: 'commas', members: null, isJson: false },
  spaceDelimited: { list: 'spaces', members: null, isJson: false },
  pipeDelimited: { list: 'pipes', members: null, isJson: false },
  // The specification does not define what `explode` changes for these.
  'spaceDelimited, exploded': { list: 'one', members: null, isJson: false },
  'pipeDelimited, exploded': { list: 'one', members: null, isJson: false },
  deepObject: { list: 'brackets', members: 'brackets', isJson: false },
  'deepObject, exploded': { list: 'brackets', members: 'brackets', isJson: false },
};
