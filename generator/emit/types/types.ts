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
import { indentLines } from '../../schema/types/type-text.ts';
import { listTypeAliases, printSchemas } from './declarations.ts';

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
  const { properties, circles, usesWithRequired } = printSchemas(contract, names);
  const schemas = properties.length === 0 ? 'never' : `{\n${indentLines(properties, 2)}  }`;
  return [
    `export interface components {\n  schemas: ${schemas};\n${OTHER_COMPONENTS}}\n`,
    usesWithRequired ? WITH_REQUIRED : '',
    ...circles,
  ]
    .join('')
    .trim();
}

const OTHER_COMPONENTS = ['responses', 'parameters', 'requestBodies', 'headers', 'pathItems']
  .map((name) => `  ${name}: never;\n`)
  .join('');

// Why: the library's version requires `K extends keyof T`, which fails for nullable objects and unions of different
// objects.
const WITH_REQUIRED = `type WithRequired<T, K extends PropertyKey> = T extends object ? T & Required<Pick<T, Extract<keyof T, K>>> : T;
`;
