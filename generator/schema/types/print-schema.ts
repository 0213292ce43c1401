/** Prints prepared schemas as types, as openapi-typescript would. A keyword that it does not read is ignored. */
import type { JsonObject, JsonSchema } from '../../json/documents.ts';
import { isArray, isObject, objectAt, propertyOf, segmentsOf, textAt, textsAt } from '../../json/json.ts';
import { propertiesOf, schemaAt, schemasAt } from '../keywords.ts';
import { EMPTIED } from '../prepare-types.ts';
import { docComment } from './doc-comment.ts';
import * as types from './type-text.ts';
import type { Property, TypeText } from './type-text.ts';

/** The names of properties that a schema declares as optional, and those that it requires without declaring them. */
export interface PropertyNames {
  readonly optional: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
}

/** Prints schemas, and records whether a helper type is needed. */
export class SchemaPrinter {
  /** Whether a printed type uses `WithRequired`. */
  usesWithRequired = false;
  private readonly propertyNames: (reference: string) => PropertyNames;

  /** `propertyNames` returns the names of properties of the target of a reference. */
  constructor(propertyNames: (reference: string) => PropertyNames) {
    this.propertyNames = propertyNames;
  }

  print(schema: JsonSchema): TypeText {
    if (!isObject(schema)) return schema ? types.UNKNOWN : types.NEVER;
    const reference = textAt(schema, '$ref');
    if (reference !== null) return printReference(reference);
    const constant = propertyOf(schema, 'const');
    if (constant !== null && constant !== undefined) return types.literalType(constant);
    const choices = propertyOf(schema, 'enum');
    return isArray(choices) ? printChoices(schema) : this.printComposed(schema);
  }

  private printComposed(schema: JsonObject): TypeText {
    const own = this.printOwn(schema);
    const bases = this.printBases(schema);
    const all = [
      ...(own === null ? [] : [own]),
      ...(bases.length === 0 ? [] : [types.intersectionOf(bases)]),
    ];
    const alternatives = schemasAt(schema, 'oneOf').map((each) => this.print(each));
    if (alternatives.length === 0) {
      if (all.length > 0) return types.intersectionOf(all);
      if (!Object.hasOwn(schema, 'type')) return types.UNKNOWN;
      if (Object.hasOwn(schema, EMPTIED)) return types.objectOf([]);
      return propertyOf(schema, 'additionalProperties') === false ? types.EMPTY_OBJECT : types.ANY_OBJECT;
    }
    const joined = all.length === 0 ? [] : [types.intersectionOf(all)];
    return alternatives.every(({ form }) => form === 'keyword')
      ? types.unionOf([...joined, ...alternatives])
      : types.intersectionOf([...joined, types.unionOf(alternatives)]);
  }

  /** Prints the schemas of `allOf`; what one of them or their owner requires is required of each. */
  private printBases(schema: JsonObject): TypeText[] {
    const bases = schemasAt(schema, 'allOf');
    const others = bases.flatMap((base) => [...this.namesOf(base).required]);
    const required = new Set([...textsAt(schema, 'required'), ...others]);
    return bases.map((base) => this.printBase(base, required));
  }

  private namesOf(schema: JsonSchema): PropertyNames {
    const reference = isObject(schema) ? textAt(schema, '$ref') : null;
    return reference === null ? propertyNamesOf(schema) : this.propertyNames(reference);
  }

  private printBase(base: JsonSchema, required: ReadonlySet<string>): TypeText {
    if (!isObject(base)) return this.print(base);
    const reference = textAt(base, '$ref');
    if (reference === null) {
      const { additionalProperties, ...rest } = base;
      const open = additionalProperties === undefined || additionalProperties === false ? rest : base;
      return this.print({ ...open, required: [...required, ...textsAt(base, 'required')] });
    }
    const type = printReference(reference);
    const { optional } = this.propertyNames(reference);
    const names = [...required].filter((name) => optional.has(name));
    if (names.length === 0) return type;
    this.usesWithRequired = true;
    return types.withRequired(type, names);
  }

  /** Prints what the schema itself declares; `null` for nothing. */
  private printOwn(schema: JsonObject): TypeText | null {
    const type = propertyOf(schema, 'type');
    if (typeof type === 'string' && Object.hasOwn(scalars, type)) return scalars[type] ?? null;
    if (type === 'array') return this.printList(schema);
    return isArray(type) ? this.printTypes(schema, textsAt(schema, 'type')) : this.printObject(schema);
  }

  private printTypes(schema: JsonObject, names: readonly string[]): TypeText {
    const { oneOf, ...rest } = schema;
    const alternatives = schemasAt(schema, 'oneOf');
    const isListed = (name: string): boolean =>
      isNamed(name) && alternatives.some((each) => isObject(each) && propertyOf(each, 'type') === name);
    return types.unionOf(
      names
        .filter((name) => !isListed(name))
        .map((name) => (name === 'null' ? types.NULL : this.printComposed({ ...rest, type: name }))),
    );
  }

  private printList(schema: JsonObject): TypeText {
    const prefix = schemasAt(schema, 'prefixItems');
    if (prefix.length > 0) return this.printTuple(schema, prefix);
    const items = schemaAt(schema, 'items');
    return types.arrayOf(items === null ? types.UNKNOWN : this.print(items));
  }

  /** Prints a tuple, which may be shorter than its list and longer, unless the schema forbids it. */
  private printTuple(schema: JsonObject, prefix: readonly JsonSchema[]): TypeText {
    const least = propertyOf(schema, 'minItems') ?? 0;
    const most = propertyOf(schema, 'maxItems') ?? Infinity;
    const items = prefix.map((item, index) => {
      const type = this.print(item);
      return typeof least === 'number' && index < least ? type : types.optionalItem(type);
    });
    const isClosed = typeof most === 'number' && most <= prefix.length;
    const rest = isClosed ? false : (propertyOf(schema, 'items') ?? true);
    const others = rest === false ? [] : [types.restItems(this.print(isObject(rest) ? rest : true))];
    return types.tupleOf([...(isClosed ? items.slice(0, most) : items), ...others]);
  }

  private printObject(schema: JsonObject): TypeText | null {
    const required = new Set(textsAt(schema, 'required'));
    const named = propertiesOf(schema).map(([name, value]) => {
      const type = this.print(value);
      return { name, type, isOptional: !required.has(name), ...remarksOn(value) };
    });
    const properties = named.map(types.property);
    const index = this.printIndex(schema, named);
    if (index === null) return properties.length === 0 ? null : types.objectOf(properties);
    const signature = types.objectOf([types.indexSignature('key', index)]);
    return types.intersectionOf([
      ...(properties.length === 0 ? [] : [types.objectOf(properties)]),
      signature,
    ]);
  }

  /**
   * Prints the type of all properties without a name, which TypeScript also applies to the named ones; `null` if there
   * are none.
   */
  private printIndex(schema: JsonObject, named: readonly Property[]): TypeText | null {
    const additional = propertyOf(schema, 'additionalProperties');
    const isAny = additional === true || (isObject(additional) && Object.keys(additional).length === 0);
    const patterns = Object.values(objectAt(schema, 'patternProperties')).filter(isObject);
    const unnamed = [
      ...(isAny ? [types.UNKNOWN] : isObject(additional) ? [this.print(additional)] : []),
      ...patterns.map((value) => this.print(value)),
    ];
    if (unnamed.length === 0) return null;
    if (named.some(({ type }) => isInline(type))) return types.UNKNOWN;
    const optional = named.some(({ isOptional }) => isOptional) ? [types.UNDEFINED] : [];
    const all = new Map(
      [...unnamed, ...named.map(({ type }) => type), ...optional].map((type) => [type.text, type]),
    );
    return all.has(types.UNKNOWN.text) ? types.UNKNOWN : types.unionOf([...all.values()]);
  }
}

/** Returns whether a type declares an object in place, which is not printed twice. */
function isInline({ text }: TypeText): boolean {
  return text.includes('{');
}

function remarksOn(value: JsonSchema): Pick<Property, 'isReadonly' | 'comment'> {
  if (!isObject(value)) return {};
  return { isReadonly: propertyOf(value, 'readOnly') === true, comment: docComment(value) };
}

/** Returns the names of properties of a schema that is not a reference. */
export function propertyNamesOf(schema: JsonSchema): PropertyNames {
  if (!isObject(schema)) return { optional: new Set(), required: new Set() };
  const declared = new Set(propertiesOf(schema).map(([name]) => name));
  const required = new Set(textsAt(schema, 'required'));
  return {
    optional: new Set([...declared].filter((name) => !required.has(name))),
    required: new Set([...required].filter((name) => !declared.has(name))),
  };
}

const scalars: Readonly<Record<string, TypeText>> = {
  boolean: types.BOOLEAN,
  integer: types.NUMBER,
  null: types.NULL,
  number: types.NUMBER,
  string: types.STRING,
};

function isNamed(type: string): boolean {
  return Object.hasOwn(scalars, type);
}

function printReference(reference: string): TypeText {
  const [declaration = '', ...keys] = segmentsOf(reference);
  return types.lookupType(declaration, ...keys);
}

function printChoices(schema: JsonObject): TypeText {
  const choices = propertyOf(schema, 'enum');
  const literals = isArray(choices) ? choices.map(types.literalType) : [];
  const isNullable = textsAt(schema, 'type').includes('null');
  return types.unionOf([...literals, ...(isNullable ? [types.NULL] : [])]);
}
