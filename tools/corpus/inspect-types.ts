/**
 * Inspects emitted types with the compiler: no type that should have values is `never`, unions narrow by their tag,
 * and every sample fits the type of its check.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { resolveNames } from '../../generator/naming/resolve-names.ts';
import { readContract } from '../read-contract.ts';
import type { Description } from './find-descriptions.ts';

/** A union with a discriminator in the description, by the name of its type. */
export interface DeclaredUnion {
  readonly type: string;
  readonly property: string;
  readonly values: readonly string[];
}

/** Inspects `out/types.ts` of a project folder that has a `tsconfig.Node.json`. Returns a line for each problem. */
export async function inspectTypes(
  folder: string,
  declared: readonly DeclaredUnion[],
): Promise<readonly string[]> {
  const typesFile = join(folder, 'out/types.ts');
  const usageFile = join(folder, 'usage.ts');
  writeFileSync(usageFile, await printUsage(folder, declared));
  const config = ts.readConfigFile(join(folder, 'tsconfig.Node.json'), (file) => ts.sys.readFile(file));
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, folder);
  const program = ts.createProgram([typesFile, usageFile], { ...options, noUnusedLocals: false });
  const checker = program.getTypeChecker();
  const types = program.getSourceFile(typesFile);
  const usage = program.getSourceFile(usageFile);
  const lost = types === undefined ? [] : findLost(types, checker);
  const mismatches = program
    .getSemanticDiagnostics(usage)
    .filter(({ messageText }) => !ts.flattenDiagnosticMessageText(messageText, ' ').includes(WEAK));
  return [...lost, ...mismatches.map((each) => printMismatch(each, usageFile))];
}

/** The error for an object without any property of a type whose properties are all optional; the schema allows it. */
const WEAK = 'no properties in common';

/** TypeScript rejects undocumented properties only in literals, so every sample is assigned to a variable first. */
const FROZEN = `type Frozen<T> = T extends (infer Item)[] ? readonly Frozen<Item>[]
  : T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;`;

/** Prints every sample as a value of its type, and every tag value in a narrowing condition. */
async function printUsage(folder: string, declared: readonly DeclaredUnion[]): Promise<string> {
  const { samples } = (await import(pathToFileURL(join(folder, 'out/samples.ts')).href)) as {
    samples: Readonly<Record<string, unknown>>;
  };
  const typed = Object.entries(samples).flatMap(([name, value], index) => [
    `const value${index} = ${print(value)}${typeof value === 'object' && value !== null ? ' as const' : ''};`,
    `export const sample${index}: Frozen<Samples['${name}']> = value${index};`,
  ]);
  const narrowed = declared.flatMap(({ type, property, values }, index) => [
    `export function narrow${index}(union: types.${type}): void {`,
    `  if (typeof union !== 'object' || union === null || !(${print(property)} in union)) return;`,
    ...values.map((value, at) => {
      const isOther = values.length > 1 ? `[types.${type}] extends [typeof union] ? never : ` : '';
      const isSound = `[typeof union] extends [never] ? never : ${isOther}1`;
      return `  if (union[${print(property)}] === ${print(value)}) { const case${at}: ${isSound} = 1; void case${at}; }`;
    }),
    `}`,
  ]);
  return [
    `import type { Samples } from './out/samples.ts';`,
    `import type * as types from './out/types.ts';`,
    FROZEN,
    ...typed,
    ...narrowed,
  ].join('\n');
}

/** A bare `__proto__` in a literal would set the prototype. */
function print(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('"__proto__":', '["__proto__"]:')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

function printMismatch({ messageText, start, file }: ts.Diagnostic, usageFile: string): string {
  const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start ?? 0).line;
  const text = readFileSync(usageFile, 'utf8').split('\n')[line] ?? '';
  const message = ts.flattenDiagnosticMessageText(messageText, ' ');
  return `does not fit: ${text.slice(0, 160)} (${message.slice(0, 300)})`;
}

/** Finds variants and intersections without possible values, although they are not written as `never`. */
function findLost(file: ts.SourceFile, checker: ts.TypeChecker): string[] {
  const lost: string[] = [];
  const inspectNode = (node: ts.Node): void => {
    const parts = ts.isUnionTypeNode(node) ? node.types : ts.isIntersectionTypeNode(node) ? [node] : [];
    for (const part of parts) {
      if (part.kind === ts.SyntaxKind.NeverKeyword) continue;
      if ((checker.getTypeFromTypeNode(part).flags & ts.TypeFlags.Never) === 0 || isScalar(part)) continue;
      const { line } = file.getLineAndCharacterOfPosition(part.getStart(file));
      lost.push(`types.ts:${line + 1}: \`${part.getText(file).slice(0, 120)}\` is never`);
    }
    ts.forEachChild(node, inspectNode);
  };
  inspectNode(file);
  return lost;
}

/** A type that is both a string and a number comes from the description. */
function isScalar(node: ts.TypeNode): boolean {
  return (
    ts.isIntersectionTypeNode(node) &&
    node.types.every(
      ({ kind }) =>
        kind === ts.SyntaxKind.StringKeyword ||
        kind === ts.SyntaxKind.NumberKeyword ||
        kind === ts.SyntaxKind.BooleanKeyword,
    )
  );
}

/** Lists the unions with a discriminator, each by the name of its type. */
export async function findDeclaredUnions({ file, kind }: Description): Promise<DeclaredUnion[]> {
  const paths = { openapi: kind === 'openapi' ? file : null, asyncapi: kind === 'asyncapi' ? [file] : [] };
  const contract = await readContract(paths, dirname(file));
  const names = resolveNames(contract, () => undefined);
  return contract.schemas.flatMap(({ name, discriminator }) => {
    const type = names.schemas.get(name);
    if (discriminator === null || type === undefined) return [];
    const values = [...new Set(discriminator.cases.map(({ value }) => value))];
    return [{ type: type.toString(), property: discriminator.property, values }];
  });
}
