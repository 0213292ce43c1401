/**
 * Prints the types of schemas.
 */
import { collectDiagnostics } from '../../../../generator/diagnostics/diagnostics.ts';
import type { JsonSchema } from '../../../../generator/json/documents.ts';
import { emit as emitTypes } from '../../../../generator/emit/outputs/types/output.ts';
import { resolveNames } from '../../../../generator/naming/resolve-names.ts';
import { ts } from '../../../../generator/print/ts-text.ts';
import { contractOf, openapi } from './documents.ts';

/** Prints schemas as exported types of the same names. */
export function printTypesOf(schemas: Readonly<Record<string, JsonSchema>>): string {
  const { contract } = contractOf(openapi({}, schemas));
  const { report } = collectDiagnostics();
  const view = emitTypes({ contract, names: resolveNames(contract, report), runtime: ts`./runtime` });
  const types = view.types.map(({ name, type }) => `export type ${name.toString()} = ${type.toString()};`);
  const helper = 'type WithRequired<T, K extends PropertyKey> = T & Required<Pick<T, Extract<keyof T, K>>>;';
  return [...(view.usesWithRequired ? [helper] : []), ...types].join('\n');
}
