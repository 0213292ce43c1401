/**
 * Lists the schemas that become types. Each is a property of `components.schemas`, so that each type is printed once
 * and has a name.
 */
import type { CheckDecl, Contract, JsonSchema } from '../../contract/contract.ts';
import type { Names } from '../../naming/resolve-names.ts';
import { ts, type TsText } from '../../render/ts-text.ts';
import { propertiesOf, scalarType } from '../../schema/keywords.ts';
import { findListCircles } from '../../schema/list-circles.ts';
import { prepareTypes, type ReferenceTo } from '../../schema/prepare-types.ts';
import { SchemaPrinter } from '../../schema/types/print-schema.ts';
import { UNKNOWN, namedType, property, type TypeText } from '../../schema/types/type-text.ts';
import { docComment } from '../../schema/types/doc-comment.ts';

/** An exported name, with the key of its schema. */
export interface TypeAlias {
  readonly key: string;
  readonly schema: JsonSchema;
  readonly type: TsText;
}

/** Lists the names that `types.ts` exports: those of the declarations, then those of inline schemas. */
export function listTypeAliases(contract: Contract, names: Names): TypeAlias[] {
  const keyOf = keysOf(contract, names);
  return [
    ...contract.schemas.map(({ name, schema }) => ({
      key: keyOf(name),
      schema,
      type: names.schemas.get(name) ?? ts`unknown`,
    })),
    ...inlineTypes(contract).map(({ name, schema }) => ({
      key: name,
      schema,
      type: names.checks.get(name) ?? ts`unknown`,
    })),
  ];
}

/** The schemas of a contract as text. */
export interface PrintedSchemas {
  /** Properties of `components.schemas`. */
  readonly properties: readonly string[];
  /** Type aliases for schemas that are lists of themselves, which are declared next to the interfaces. */
  readonly circles: readonly string[];
  /** Whether the helper type of that name is needed. */
  readonly usesWithRequired: boolean;
}

/** Prints the schemas of all declarations, then the inline ones. */
export function printSchemas(contract: Contract, names: Names): PrintedSchemas {
  const keyOf = keysOf(contract, names);
  const declared = new Map(contract.schemas.map(({ name, schema }) => [name, schema]));
  const aliases = new Map(
    [...findListCircles(contract.schemas)].map((name, index) => [name, `Circular_${index + 1}`]),
  );
  const plain: ReferenceTo = (name) => printedReference(keyOf(name));
  const aliased: ReferenceTo = (name) => {
    const alias = aliases.get(name);
    return alias === undefined ? plain(name) : `#/${alias}`;
  };
  const printer = new SchemaPrinter(propertyNames(contract, plain, aliased));
  const print = (schema: JsonSchema, key: string, alias: string | undefined): string => {
    const referenceTo = alias === undefined ? plain : aliased;
    const prepared = prepareTypes(schema, (name) => declared.get(name), referenceTo);
    const type = printer.print(prepared);
    if (alias !== undefined) circles.push(`type ${alias} = ${type.text};\n`);
    const named = alias === undefined ? type : namedType(alias);
    return property({ name: key, type: named, comment: docComment(prepared) });
  };
  const circles: string[] = [];
  const properties = [
    ...contract.schemas.map(({ name, schema }) => print(schema, keyOf(name), aliases.get(name))),
    ...inlineTypes(contract).map(({ name, schema }) => print(schema, name, undefined)),
  ];
  return { properties, circles, usesWithRequired: printer.usesWithRequired };
}

/** Returns the names of the properties that the target of a reference declares. */
function propertyNames(
  contract: Contract,
  ...writers: readonly ReferenceTo[]
): (reference: string) => ReadonlySet<string> {
  const schemas = new Map([
    ...contract.schemas.flatMap(({ name, schema }) => writers.map((write) => [write(name), schema] as const)),
    ...inlineTypes(contract).map(({ name, schema }) => [printedReference(name), schema] as const),
  ]);
  const known = new Map<string, ReadonlySet<string>>();
  return (reference) => {
    const names = known.get(reference) ?? namesIn(schemas.get(reference) ?? true);
    known.set(reference, names);
    return names;
  };
}

function namesIn(schema: JsonSchema): ReadonlySet<string> {
  const prepared = prepareTypes(schema, () => undefined, printedReference);
  return new Set(propertiesOf(prepared).map(([name]) => name));
}

/** Returns the type of the values that a check accepts: a scalar, or a reference to a declaration. */
export function checkTypes(contract: Contract, names: Names): (check: string) => TypeText {
  const keyOf = keysOf(contract, names);
  const checks = new Map(contract.checks.map((check) => [check.name, check]));
  const printer = new SchemaPrinter(() => new Set());
  return (name) => {
    const check = checks.get(name);
    if (check === undefined) return UNKNOWN;
    if (check.component !== null) return printer.print({ $ref: printedReference(keyOf(check.component)) });
    return scalarType(check.schema) === null
      ? printer.print({ $ref: printedReference(check.name) })
      : printer.print(prepareTypes(check.schema, () => undefined, printedReference));
  };
}

function inlineTypes({ checks }: Contract): CheckDecl[] {
  return checks.filter(({ component, schema }) => component === null && scalarType(schema) === null);
}

/** Returns the key of a declaration in `components.schemas`. */
type KeyOf = (name: string) => string;

function keysOf(contract: Contract, names: Names): KeyOf {
  const keys = new Map(contract.schemas.map(({ name }) => [name, keyFor(name, names)]));
  return (name) => keys.get(name) ?? name;
}

function keyFor(name: string, names: Names): string {
  return /^[A-Za-z0-9._-]+$/.test(name) ? name : String(names.schemas.get(name));
}

function printedReference(key: string): string {
  return `#/components/schemas/${key}`;
}
