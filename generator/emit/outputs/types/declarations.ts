/**
 * Lists the schemas that become types. Each is exported under its name, and other types refer to it by that name, so
 * that editors and compilers show it.
 */
import type { CheckDecl, ContractModel, JsonSchema } from '../../../model/contract-model.ts';
import type { Names } from '../../../naming/resolve-names.ts';
import { ts, TsText } from '../../../print/ts-text.ts';
import { scalarType } from '../../../schema/keywords.ts';
import { prepareTypes, type ReferenceTo } from '../../../schema/prepare-types.ts';
import { propertyNamesOf, SchemaPrinter, type PropertyNames } from '../../../schema/types/print-schema.ts';
import { UNKNOWN, type TypeText } from '../../../schema/types/type-text.ts';

export interface NamedType {
  readonly schema: JsonSchema;
  readonly name: TsText;
}

/** Lists the names that `types.ts` exports: those of the declarations, then those of inline schemas. */
export function listTypes({ schemas, checks }: ContractModel, names: Names): NamedType[] {
  return [
    ...schemas.map(({ name, schema }) => ({ schema, name: names.schemas.get(name) ?? ts`unknown` })),
    ...checks
      .filter(isInline)
      .map(({ name, schema }) => ({ schema, name: names.checks.get(name) ?? ts`unknown` })),
  ];
}

export interface PrintedTypes {
  readonly types: readonly (NamedType & { readonly type: TsText })[];
  /** Whether the helper type of that name is needed. */
  readonly usesWithRequired: boolean;
}

/** Prints the types of all declarations, then the inline ones. */
export function printTypes(contract: ContractModel, names: Names): PrintedTypes {
  const declared = new Map(contract.schemas.map(({ name, schema }) => [name, schema]));
  const referenceTo = referencesIn(names);
  const printer = new SchemaPrinter(propertyNames(contract, referenceTo));
  const types = listTypes(contract, names).map(({ schema, name }) => {
    const prepared = prepareTypes(schema, (each) => declared.get(each), referenceTo);
    return { schema, name, type: TsText.trust(printer.print(prepared).text) };
  });
  return { types, usesWithRequired: printer.usesWithRequired };
}

/** Returns the names of properties of the target of a reference. */
function propertyNames(
  contract: ContractModel,
  referenceTo: ReferenceTo,
): (reference: string) => PropertyNames {
  const schemas = new Map(contract.schemas.map(({ name, schema }) => [referenceTo(name), schema]));
  const byName = new Map<string, PropertyNames>();
  return (reference) => {
    const prepared = (): JsonSchema =>
      prepareTypes(schemas.get(reference) ?? true, () => undefined, referenceTo);
    const names = byName.get(reference) ?? propertyNamesOf(prepared());
    byName.set(reference, names);
    return names;
  };
}

/** Returns the type of the values that a check accepts: a scalar, or the name of a type. */
export function checkTypes({ checks }: ContractModel, names: Names): (check: string) => TypeText {
  const byName = new Map(checks.map((check) => [check.name, check]));
  const printer = new SchemaPrinter(() => propertyNamesOf(true));
  return (name) => {
    const check = byName.get(name);
    if (check === undefined) return UNKNOWN;
    const isNamed = check.component !== null || isInline(check);
    const type = names.checks.get(name)?.toString() ?? 'unknown';
    return printer.print(
      isNamed ? { $ref: `#/${type}` } : prepareTypes(check.schema, () => undefined, referencesIn(names)),
    );
  };
}

function isInline({ component, schema }: CheckDecl): boolean {
  return component === null && scalarType(schema) === null;
}

function referencesIn({ schemas }: Names): ReferenceTo {
  return (name) => `#/${schemas.get(name)?.toString() ?? 'unknown'}`;
}
