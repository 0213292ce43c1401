/** Decides where the values of each schema are converted between JSON and the types of the client. */
import type { ContractModel, Place } from '../model/contract-model.ts';
import type { Report } from '../diagnostics/diagnostics.ts';
import { placeAt } from '../json/json.ts';
import { identifier } from '../naming/identifier.ts';
import type { Names } from '../naming/resolve-names.ts';
import { joinText, ts, type TsText } from '../print/ts-text.ts';
import {
  convertSchema,
  findConverting,
  type NamedConversion,
  type SchemaConversion,
} from '../schema/conversion.ts';
import type { ConversionForms, LeafName } from '../schema/conversion-leaf.ts';
import { printKey, printString } from '../print/print-literal.ts';

/** The conversions of a contract. */
export interface Conversions {
  /** The contract with schemas whose types are those of converted values. */
  readonly contract: ContractModel;
  readonly forms: ConversionForms;
  /** Whether a type refers to one of JSON, as `json.Name`. */
  readonly usesJsonTypes: boolean;
  readonly constants: readonly { readonly name: TsText; readonly value: TsText }[];
  /** The leaves that they use, sorted. */
  readonly leaves: readonly LeafName[];
  /** Returns the constant for the values of a check; `null` if nothing in them is converted. */
  constantOf(check: string): TsText | null;
}

/** Converts the schemas of a contract. Errors: CONVERSION_UNDECIDED (reported). */
export function convertContract(
  contract: ContractModel,
  names: Names,
  forms: ConversionForms,
  report: Report,
): Conversions {
  const declared = new Map(contract.schemas.map(({ name, schema }) => [name, schema]));
  const converting = findConverting(declared, forms);
  const typeOf = (name: string): TsText => names.schemas.get(name) ?? ts`unknown`;
  const constantOfSchema = (name: string): TsText => constantName(typeOf(name));
  const constants = new Map<string, { readonly name: TsText; readonly value: TsText }>();
  const leaves = new Set<LeafName>();
  let usesJsonTypes = false;
  const convert = <Part extends ContractModel['schemas'][number] | ContractModel['checks'][number]>(
    part: Part,
    place: Place,
    type: TsText,
  ): Part => {
    const { schema, conversion } = convertSchema(part.schema, {
      forms,
      declared,
      lookup: (name) => declared.get(name),
      converting,
      jsonType: (name) => {
        usesJsonTypes = true;
        return `json.${typeOf(name).toString()}`;
      },
      onUndecided: () => report('CONVERSION_UNDECIDED', place, { name: part.name }),
    });
    const name = constantName(type);
    const value = conversion ?? (converting.has(part.name) ? UNCHANGED : null);
    if (value === null) return part;
    for (const leaf of leavesIn(value)) leaves.add(leaf);
    constants.set(name.toString(), { name, value: printConversion(value, constantOfSchema) });
    return { ...part, schema };
  };
  const schemas = contract.schemas.map((each) => convert(each, each.place, typeOf(each.name)));
  const checks = contract.checks.map((check) =>
    check.component === null
      ? convert(check, placeAt(check.pointer), names.checks.get(check.name) ?? ts`unknown`)
      : check,
  );
  return {
    contract: { ...contract, schemas, checks },
    forms,
    usesJsonTypes,
    constants: [...constants.values()],
    leaves: [...leaves].sort(),
    constantOf: (check) =>
      constants.get(constantName(names.checks.get(check) ?? ts``).toString())?.name ?? null,
  };
}

/** The conversion of a declaration that others refer to, although nothing in it is converted. */
const UNCHANGED: SchemaConversion = { kind: 'all', all: [] };

function constantName(type: TsText): TsText {
  return identifier(`${type.toString()}Conversion`);
}

function leavesIn(conversion: SchemaConversion): LeafName[] {
  if (conversion.kind === 'leaf') return [conversion.leaf];
  return partsOf(conversion).flatMap(leavesIn);
}

function partsOf(conversion: SchemaConversion): readonly SchemaConversion[] {
  switch (conversion.kind) {
    case 'leaf':
    case 'named':
      return [];
    case 'items':
      return [conversion.items];
    case 'values':
      return [conversion.values];
    case 'object':
      return conversion.named.map((each) => each.conversion);
    case 'tagged':
      return conversion.cases.map((each) => each.conversion);
    case 'all':
      return conversion.all;
  }
}

function printConversion(conversion: SchemaConversion, constantOf: (name: string) => TsText): TsText {
  const print = (inside: SchemaConversion): TsText => printConversion(inside, constantOf);
  const printNamed = (named: readonly NamedConversion[]): TsText =>
    ts`{ ${joinText(
      named.map((each) => ts`${printKey(each.name)}: ${print(each.conversion)}`),
      ', ',
    )} }`;
  switch (conversion.kind) {
    case 'leaf':
      return identifier(conversion.leaf);
    case 'named':
      return ts`() => ${constantOf(conversion.name)}`;
    case 'items':
      return ts`{ items: ${print(conversion.items)} }`;
    case 'values':
      return ts`{ values: ${print(conversion.values)} }`;
    case 'object':
      return ts`{ properties: ${printNamed(conversion.named)} }`;
    case 'tagged':
      return ts`{ tag: ${printString(conversion.tag)}, cases: ${printNamed(conversion.cases)} }`;
    case 'all':
      return ts`{ all: [${joinText(conversion.all.map(print), ', ')}] }`;
  }
}

/** Returns a file with the types of JSON in place of those of converted values. */
export function importJsonTypes(text: string): string {
  return text.replaceAll("from './types.ts'", "from './json-types.ts'");
}
