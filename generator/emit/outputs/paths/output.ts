/**
 * Emits `paths.ts`: the operations as types, in the layout of openapi-typescript, for libraries such as openapi-fetch.
 * The client and the server have their own types.
 */
import { identifier } from '../../../naming/identifier.ts';
import type { Names } from '../../../naming/resolve-names.ts';
import { TsText } from '../../../print/ts-text.ts';
import { NEVER, indentLines, namedType, objectOf, property } from '../../../schema/types/type-text.ts';
import type { EmitSource } from '../../emitter.ts';
import { printHeader } from '../../../print/print-literal.ts';
import type { PathsView } from './view.ts';
import { checkTypes, listTypes } from '../types/declarations.ts';
import { printLinks } from './print-links.ts';
import { groupByPath, printOperation, printPath, type TypeOf } from './print-operations.ts';

export function emit({ contract, names }: EmitSource): PathsView {
  const typeOfCheck = checkTypes(contract, names);
  const exported = new Set(listTypes(contract, names).map(({ name }) => name.toString()));
  const imports = new Set([...names.schemas.values()].map(String));
  const typeOf: TypeOf = (check) => {
    const type = typeOfCheck(check);
    if (exported.has(type.text)) imports.add(type.text);
    return type;
  };
  const paths = groupByPath(contract.operations);
  const operations = paths.flatMap(([, own]) => own.map((operation) => printOperation(operation, typeOf)));
  const links = printLinks(contract.operations);
  const body = [
    printInterface(
      'paths',
      paths.map(([path, own]) => printPath(path, own)),
    ),
    printInterface('webhooks', []),
    printInterface('components', printComponents(names)),
    printInterface('$defs', []),
    printInterface('operations', operations),
    links.length === 0 ? '' : printInterface('links', links),
  ];
  return {
    header: printHeader(contract.documents),
    hasImports: imports.size > 0,
    imports: [...imports].sort().map((name) => ({ name: identifier(name) })),
    body: TsText.trust(body.join('').trim()),
  };
}

function printComponents({ schemas }: Names): string[] {
  const properties = [...schemas].map(([name, type]) => property({ name, type: namedType(type.toString()) }));
  return [
    property({ name: 'schemas', type: properties.length === 0 ? NEVER : objectOf(properties) }),
    ...['responses', 'parameters', 'requestBodies', 'headers', 'pathItems'].map((name) =>
      property({ name, type: NEVER }),
    ),
  ];
}

function printInterface(name: string, properties: readonly string[]): string {
  return properties.length === 0
    ? `export type ${name} = Record<string, never>;\n`
    : `export interface ${name} {\n${indentLines(properties, 1)}}\n`;
}
