/** Names the objects of enums, which are exported beside the types, and their properties. */
import { isIdentifier } from '../model/check-names.ts';
import type { JsonSchema } from '../model/contract-model.ts';
import type { TsText } from '../print/ts-text.ts';
import { enumValues, enumProperties, type EnumValue } from '../schema/enum-values.ts';
import { identifier, toTypeName } from './identifier.ts';

/** An enum with the names of its object. */
export interface NamedEnum {
  readonly schema: JsonSchema;
  /** The type of a value; the object has the same name unless another value has it. */
  readonly type: TsText;
  readonly constant: TsText;
  /** Whether the type is declared for the enum; false for that of a schema. */
  readonly hasOwnType: boolean;
  /** The type of the schema that contains the enum. */
  readonly owner: TsText;
  readonly values: readonly (EnumValue & { readonly key: TsText })[];
}

/** Claims names in the order of the description. */
export interface EnumScopes {
  readonly claimType: (wanted: string) => string;
  readonly claimValue: (wanted: string) => string;
}

/** Assigns names to the enums among some types, and among the properties of each. */
export function nameEnums(
  types: Iterable<readonly [type: TsText, schema: JsonSchema]>,
  { claimType, claimValue }: EnumScopes,
): NamedEnum[] {
  const all = [...types];
  const create = (schema: JsonSchema, type: TsText, owner: TsText): NamedEnum[] => {
    const values = enumValues(schema);
    if (values === null) return [];
    const constant = identifier(claimValue(type.toString()));
    return [{ schema, type, constant, hasOwnType: owner !== type, owner, values: nameValues(values) }];
  };
  const named = all.flatMap(([type, schema]) => create(schema, type, type));
  const inline = all.flatMap(([type, schema]) =>
    enumProperties(schema).flatMap(([property, value]) => {
      const name = claimType(`${type.toString()}${toTypeName(property).replace(/^_/, '')}`);
      return create(value, identifier(name), type);
    }),
  );
  return [...named, ...inline];
}

function nameValues(values: readonly EnumValue[]): NamedEnum['values'] {
  const taken = new Set<string>();
  return values.map((named, index) => {
    const { name, value } = named;
    const wanted = name !== null && isIdentifier(name) ? name : toTypeName(name ?? wordsFor(value, index));
    let key = wanted;
    for (let number = 2; taken.has(key); number++) key = `${wanted}_${number}`;
    taken.add(key);
    return { ...named, key: identifier(key) };
  });
}

/** Returns words for a value, also for its sign: `-1` is `Minus 1`. A value without letters and digits is counted. */
function wordsFor(value: string | number, index: number): string {
  const words = String(value).replace(/^-/, 'Minus ').replace(/^\+/, 'Plus ');
  if (typeof value === 'number') return `Value ${words}`;
  if (value === '') return 'Empty';
  return /[A-Za-z0-9]/.test(value) ? words : `Value ${index + 1}`;
}
