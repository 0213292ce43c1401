/**
 * JSON Schema for flat objects: the few keywords used by the catalogue of product events, as a type, and a
 * validator for exactly these. Any other keyword does not compile.
 */
import type { JsonMap } from '../../../kernel/json.ts';

/**
 * Schema of one property. Shape: texts are never empty; numbers may be bounded; `type` may permit null besides a
 * number.
 */
export type PropertySchema =
  | { readonly type: 'string'; readonly minLength: 1; readonly description: string }
  | { readonly type: 'string'; readonly enum: readonly string[]; readonly description: string }
  | {
      readonly type: 'integer' | 'number' | readonly ['integer' | 'number', 'null'];
      readonly minimum: number;
      readonly maximum?: number;
      readonly description: string;
    };

export type PropertySchemas = Readonly<Record<string, PropertySchema>>;

/** Schema of an object. Source: JSON Schema 2020-12; assumption A-039. */
export interface FlatSchema {
  readonly $schema: 'https://json-schema.org/draft/2020-12/schema';
  readonly type: 'object';
  readonly properties: PropertySchemas;
  readonly required: readonly string[];
  readonly additionalProperties: boolean;
}

export type ValueOf<Schema extends PropertySchema> = Schema extends {
  readonly enum: readonly (infer Value)[];
}
  ? Value
  : Schema['type'] extends 'string'
    ? string
    : Schema['type'] extends readonly unknown[]
      ? number | null
      : number;

/** One problem of an object. Shape: `path` is dotted. */
export interface FlatProblem {
  readonly message: string;
  readonly code: 'MISSING_REQUIRED_FIELD' | 'UNKNOWN_FIELD' | ValueProblem;
  readonly path: string;
  readonly suggestion?: string;
}

type ValueProblem = 'INVALID_TYPE' | 'INVALID_ENUM' | 'TOO_SHORT' | 'TOO_SMALL' | 'TOO_LARGE';

/** Creates the schema of an object from those of its properties. */
export function flatSchema({
  required = {},
  optional,
  additionalProperties = false,
}: {
  readonly required?: PropertySchemas;
  readonly optional: PropertySchemas;
  readonly additionalProperties?: boolean;
}): FlatSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
    additionalProperties,
  };
}

/**
 * Returns all problems of an object.
 *
 * Shape: empty when it fits; at most one problem per property; paths start with `prefix`.
 */
export function findFlatProblems(schema: FlatSchema, value: JsonMap, prefix = ''): readonly FlatProblem[] {
  const { properties, required, additionalProperties } = schema;
  const missing = required
    .filter((name) => !Object.hasOwn(value, name))
    .map((name) => problem(prefix + name, 'MISSING_REQUIRED_FIELD', 'is required'));
  const wrong = Object.entries(value).flatMap(([name, property]) => {
    const path = prefix + name;
    if (Object.hasOwn(properties, name)) return findPropertyProblem(properties[name], property, path);
    return additionalProperties ? [] : [unknownProperty(path, Object.keys(properties))];
  });
  return [...missing, ...wrong];
}

function findPropertyProblem(
  schema: PropertySchema | undefined,
  value: unknown,
  path: string,
): FlatProblem[] {
  if (schema === undefined) return [];
  const types = [schema.type].flat();
  if (!types.some((type) => isOfType[type](value)))
    return [problem(path, 'INVALID_TYPE', `must be ${types.map((type) => typeNames[type]).join(' or ')}`)];
  if ('enum' in schema) {
    if (schema.enum.includes(value as string)) return [];
    return [problem(path, 'INVALID_ENUM', `must be one of ${schema.enum.join(', ')}`)];
  }
  if ('minLength' in schema) return value === '' ? [problem(path, 'TOO_SHORT', 'must not be empty')] : [];
  return value === null ? [] : findBoundProblem(schema, value as number, path);
}

function findBoundProblem(
  { minimum, maximum = Infinity }: { readonly minimum: number; readonly maximum?: number },
  value: number,
  path: string,
): FlatProblem[] {
  if (value < minimum) return [problem(path, 'TOO_SMALL', `must be at least ${minimum}`)];
  if (value > maximum) return [problem(path, 'TOO_LARGE', `must be at most ${maximum}`)];
  return [];
}

const isOfType = {
  string: (value: unknown) => typeof value === 'string',
  integer: (value: unknown) => Number.isInteger(value),
  number: (value: unknown) => Number.isFinite(value),
  null: (value: unknown) => value === null,
} as const;

const typeNames = { string: 'a string', integer: 'an integer', number: 'a number', null: 'null' } as const;

function unknownProperty(path: string, names: readonly string[]): FlatProblem {
  return {
    ...problem(path, 'UNKNOWN_FIELD', 'is not a known field'),
    suggestion: `Known: ${names.join(', ')}.`,
  };
}

function problem(path: string, code: FlatProblem['code'], text: string): FlatProblem {
  return { message: `${path} ${text}`, code, path };
}
