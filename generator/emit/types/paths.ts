/**
 * Emits `paths.ts`: the operations as types, in the layout of openapi-typescript, for libraries such as openapi-fetch.
 * The client and the server have types of their own.
 */
import { TsText } from '../../render/ts-text.ts';
import { indentLines } from '../../schema/types/type-text.ts';
import type { EmitSource } from '../emitter.ts';
import { printHeader } from '../print-literal.ts';
import type { PathsView } from '../views/contract-views.ts';
import { checkTypes } from './declarations.ts';
import { groupByPath, printOperation, printPath, type TypeOf } from './print-operations.ts';

/** Creates the view of `paths.ts`. */
export function emitPaths({ contract, names }: EmitSource): PathsView {
  const typeOfCheck = checkTypes(contract, names);
  let hasTypes = false;
  const typeOf: TypeOf = (check) => {
    const type = typeOfCheck(check);
    hasTypes ||= type.text.startsWith('components[');
    return type;
  };
  const paths = groupByPath(contract.operations);
  const operations = paths.flatMap(([, own]) => own.map((operation) => printOperation(operation, typeOf)));
  const body = [
    printInterface(
      'paths',
      paths.map(([path, own]) => printPath(path, own)),
    ),
    printInterface('webhooks', []),
    printInterface('$defs', []),
    printInterface('operations', operations),
  ];
  return {
    header: printHeader(contract.documents),
    hasTypes,
    body: TsText.trust(body.join('').trim()),
  };
}

function printInterface(name: string, properties: readonly string[]): string {
  return properties.length === 0
    ? `export type ${name} = Record<string, never>;\n`
    : `export interface ${name} {\n${indentLines(properties, 1)}}\n`;
}
