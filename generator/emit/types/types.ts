/**
 * Emits `types.ts`: every schema as a type. Parts that have not changed since the last run come from the cache.
 */
import { isObject, textAt } from '../../source/json.ts';
import type { JsonSchema } from '../../contract/contract.ts';
import type { Report } from '../../diagnostics.ts';
import { ts, TsText } from '../../render/ts-text.ts';
import { type EmitSource, noopCache, type TextCache } from '../emitter.ts';
import { printHeader, printComment, printString } from '../print-literal.ts';
import type { TypesView } from '../views/contract-views.ts';
import { listTypeAliases, listTypesParts, type TypesPart } from './document.ts';
import type { PrintedPart } from './print-types.ts';

/**
 * Creates the view of `types.ts`.
 *
 * Errors: TYPES_FAILED (reported), then a view without types.
 */
export async function emitTypes(
  { contract, names, texts = noopCache }: EmitSource,
  report: Report,
): Promise<TypesView> {
  return {
    header: printHeader(contract.documents),
    body: await printBody(listTypesParts(contract, names), texts, report),
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

async function printBody(parts: readonly TypesPart[], texts: TextCache, report: Report): Promise<TsText> {
  try {
    return TsText.trust(layOut(parts, await printOrRecall(parts, texts)));
  } catch (error) {
    report('TYPES_FAILED', null, { problem: error instanceof Error ? error.message : String(error) });
    return ts``;
  }
}

/** Loads openapi-typescript only if something has changed: loading it takes longer than a run without changes. */
async function printOrRecall(parts: readonly TypesPart[], texts: TextCache): Promise<readonly PrintedPart[]> {
  const keys = parts.map((part) => JSON.stringify(part));
  const changed = parts.filter((_part, index) => !texts.knows('types', keys[index] ?? ''));
  const printed = new Map<TypesPart, PrintedPart>();
  if (changed.length > 0) {
    const { printParts } = await import('./print-types.ts');
    for (const [index, text] of (await printParts(changed)).entries()) {
      const part = changed[index];
      if (part !== undefined) printed.set(part, text);
    }
  }
  return parts.map((part, index) => {
    const text = texts.recall('types', keys[index] ?? '', () => JSON.stringify(printed.get(part)));
    return JSON.parse(text) as PrintedPart;
  });
}

/** Formats the module in the layout of openapi-typescript. */
function layOut(parts: readonly TypesPart[], printed: readonly PrintedPart[]): string {
  const propertiesOf = (kind: TypesPart['kind']): string =>
    printed.map(({ properties }, index) => (parts[index]?.kind === kind ? properties : '')).join('');
  const schemas = propertiesOf('schema');
  const operations = printInterface('operations', printed.map((part) => part.operations).join(''));
  const helper = printed.some((part) => part.usesWithRequired) ? WITH_REQUIRED : '';
  return [
    printInterface('paths', propertiesOf('path')),
    printInterface('webhooks', ''),
    `export interface components {\n    schemas: ${schemas === '' ? 'never' : `{\n${schemas}    }`};\n${OTHER_COMPONENTS}}\n`,
    printInterface('$defs', ''),
    ...(operations.startsWith('export interface') ? [operations, helper] : [helper, operations]),
    ...printed.map(({ alias }) => alias),
  ]
    .join('')
    .trim();
}

function printInterface(name: string, properties: string): string {
  return properties === ''
    ? `export type ${name} = Record<string, never>;\n`
    : `export interface ${name} {\n${properties}}\n`;
}

const OTHER_COMPONENTS = ['responses', 'parameters', 'requestBodies', 'headers', 'pathItems']
  .map((name) => `    ${name}: never;\n`)
  .join('');

// Why: the library's version requires `K extends keyof T`, which fails for nullable objects and unions of different
// objects.
const WITH_REQUIRED = `type WithRequired<T, K extends PropertyKey> = T extends object ? T & Required<Pick<T, Extract<keyof T, K>>> : T;
`;
