/**
 * Emits `types.ts`: every schema as a type, in the layout of openapi-typescript.
 */
import { isObject, textAt } from '../../source/json.ts';
import type { Contract, JsonSchema } from '../../contract/contract.ts';
import type { Names } from '../../naming/resolve-names.ts';
import { TsText } from '../../render/ts-text.ts';
import type { EmitSource } from '../emitter.ts';
import { printHeader, printComment, printString } from '../print-literal.ts';
import type { TypesView } from '../views/contract-views.ts';
import { checkTypes, listTypeAliases, printSchemas } from './declarations.ts';
import { groupByPath, printOperation, printPath } from './print-operations.ts';

/** Creates the view of `types.ts`. */
export function emitTypes({ contract, names }: EmitSource): TypesView {
  return {
    header: printHeader(contract.documents),
    body: TsText.trust(printBody(contract, names)),
    aliases: listTypeAliases(contract, names).map(({ key, schema, type }) => ({
      ...commentView(schema),
      name: type,
      key: printString(key),
    })),
  };
}

function commentView(schema: JsonSchema): { readonly hasComment: boolean; readonly comment: TsText } {
  const comment = printComment(isObject(schema) ? textAt(schema, 'description') : null);
  return { hasComment: comment.toString() !== '', comment };
}

function printBody(contract: Contract, names: Names): string {
  const typeOf = checkTypes(contract, names);
  const paths = groupByPath(contract.operations);
  const { properties, circles, usesWithRequired } = printSchemas(contract, names);
  const schemas = properties.length === 0 ? 'never' : `{\n${indent(properties, 2)}  }`;
  const helper = usesWithRequired ? WITH_REQUIRED : '';
  const operations = paths.flatMap(([, own]) => own.map((operation) => printOperation(operation, typeOf)));
  const printed = printInterface('operations', operations);
  return [
    printInterface(
      'paths',
      paths.map(([path, own]) => printPath(path, own)),
    ),
    printInterface('webhooks', []),
    `export interface components {\n  schemas: ${schemas};\n${OTHER_COMPONENTS}}\n`,
    printInterface('$defs', []),
    ...(operations.length === 0 ? [helper, printed] : [printed, helper]),
    ...circles,
  ]
    .join('')
    .trim();
}

function printInterface(name: string, properties: readonly string[]): string {
  return properties.length === 0
    ? `export type ${name} = Record<string, never>;\n`
    : `export interface ${name} {\n${indent(properties, 1)}}\n`;
}

/** Indents properties and ends each line. Units: `depth` in levels of two spaces. */
function indent(properties: readonly string[], depth: number): string {
  const space = ' '.repeat(2 * depth);
  return properties.map((text) => `${space}${text.replaceAll(/\n(?!\n)/g, `\n${space}`)}\n`).join('');
}

const OTHER_COMPONENTS = ['responses', 'parameters', 'requestBodies', 'headers', 'pathItems']
  .map((name) => `  ${name}: never;\n`)
  .join('');

// Why: the library's version requires `K extends keyof T`, which fails for nullable objects and unions of different
// objects.
const WITH_REQUIRED = `type WithRequired<T, K extends PropertyKey> = T extends object ? T & Required<Pick<T, Extract<keyof T, K>>> : T;
`;
