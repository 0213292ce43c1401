/**
 * Returns the type of a part of an operation: a keyword for a plain scalar, else the exported name. Prints the types of
 * the headers of form parts.
 */
import type { BodyContent, ContractModel, DeclaredHeader, JsonSchema } from '../model/contract-model.ts';
import { isArray, isObject } from '../json/json.ts';
import { scalarType, valuesOf, typesOf, referredName } from '../schema/keywords.ts';
import type { Names } from '../naming/resolve-names.ts';
import { joinText, ts, TsText } from '../print/ts-text.ts';
import { printKey } from '../print/print-literal.ts';

/** The types of parts, and a record of the exported names they use. */
export interface PartTypes {
  /** Returns the type of the values that a check accepts. */
  typeOf(check: string): TsText;
  /** Returns whether the values of a check are scalars only, regardless of the name of its type. */
  isScalar(check: string): boolean;
  /** Returns the exported names that `typeOf` has returned, sorted. */
  imported(): TsText[];
}

/** Creates an empty set of used types; `from` is the prefix of each name. */
export function createPartTypes(contract: ContractModel, names: Names, from = ts``): PartTypes {
  const checks = new Map(contract.checks.map((check) => [check.name, check]));
  const declared = new Map(contract.schemas.map(({ name, schema }) => [name, schema]));
  const used = new Map<string, TsText>();
  return {
    typeOf(name) {
      const check = checks.get(name);
      const scalar = check === undefined || check.component !== null ? null : scalarType(check.schema);
      if (scalar !== null) return TsText.trust(scalar);
      const type = names.checks.get(name);
      if (type === undefined) return ts`unknown`;
      used.set(type.toString(), type);
      return ts`${from}${type}`;
    },
    isScalar: (name) => holdsScalars(checks.get(name)?.schema ?? true, declared),
    imported: () =>
      [...used.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, type]) => type),
  };
}

/** Returns whether a schema has scalar types or values only, directly or through references. */
function holdsScalars(schema: JsonSchema, declared: ReadonlyMap<string, JsonSchema>): boolean {
  const seen = new Set<JsonSchema>();
  for (let next: JsonSchema | undefined = schema; isObject(next) && !seen.has(next);) {
    if (scalarType(next) !== null) return true;
    const values = valuesOf(next);
    if (values !== null) return values.every((value) => !isArray(value) && !isObject(value));
    const types = typesOf(next);
    if (types?.length === 1) return !types.some((type) => ['array', 'object'].includes(type));
    seen.add(next);
    next = declared.get(referredName(next) ?? '');
  }
  return false;
}

/** Prints the type of the headers of all parts, by name of the part. Shape: empty if no part declares any. */
export function partHeadersType({ parts }: BodyContent, types: PartTypes): readonly TsText[] {
  const declaring = Object.entries(parts).filter(([, { headers }]) => headers.length > 0);
  if (declaring.length === 0) return [];
  const properties = declaring.map(
    ([name, { headers }]) => ts`readonly ${printKey(name)}: ${headersType(headers, types)}`,
  );
  return [ts`{ ${joinText(properties, ', ')} }`];
}

function headersType(headers: readonly DeclaredHeader[], types: PartTypes): TsText {
  const properties = headers.map(({ name, required, check }) => {
    const [mark, absent] = required ? [ts``, ts``] : [ts`?`, ts` | undefined`];
    return ts`readonly ${printKey(name)}${mark}: ${types.typeOf(check)}${absent}`;
  });
  return ts`{ ${joinText(properties, ', ')} }`;
}
