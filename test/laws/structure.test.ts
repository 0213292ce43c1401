/** Size and shape of the code: small folders and functions, unique names. */
import { dirname } from 'node:path';
import ts from 'typescript';
import { describe, it } from 'vitest';
import { expectOnly } from './support/exceptions.ts';
import { readSources, visitNodes, type Source } from './support/sources.ts';

const MAX_FILES = 25;
const MAX_FUNCTION_LINES = 80;
const MIN_FILE_LINES = 25;

const sources = readSources();

describe('the code', () => {
  it(`has folders of at most ${MAX_FILES} files`, () => {
    const folders = Map.groupBy(
      sources.filter(({ path }) => !isData(path)),
      ({ path }) => dirname(path),
    );
    const large = [...folders].filter(([, files]) => files.length > MAX_FILES);
    expectOnly(
      'largeFolders',
      large.map(([folder]) => folder),
    );
  });

  it(`has functions of at most ${MAX_FUNCTION_LINES} lines`, () => {
    expectOnly('longFunctions', sources.flatMap(longFunctions));
  });

  it(`has files of at least ${MIN_FILE_LINES} lines`, () => {
    const small = sources.filter(
      ({ path, text }) => !isData(path) && !isEntry(path) && text.split('\n').length <= MIN_FILE_LINES,
    );
    expectOnly(
      'smallFiles',
      small.map(({ path }) => path),
    );
  });

  it('has a unique name for each exported type', () => {
    const names = sources
      .filter(({ path }) => !path.startsWith('tools/') && !path.startsWith('templates/'))
      .flatMap(({ path, tree }) => exportedTypes(tree).map((name) => ({ name, path })));
    const shared = [...Map.groupBy(names, ({ name }) => name)].filter(([, places]) => places.length > 1);
    expectOnly(
      'sharedTypeNames',
      shared.map(([name]) => name),
    );
  });

  it('casts through unknown only in the listed places', () => {
    const places = sources.filter(({ text }) => /\bas unknown as\b/.test(text));
    expectOnly(
      'castsThroughUnknown',
      places.map(({ path }) => path),
    );
  });

  it('does not spread object literals', () => {
    const places = sources.filter(({ tree }) => hasLiteralSpread(tree));
    expectOnly(
      'literalSpreads',
      places.map(({ path }) => path),
    );
  });
});

/** Scenarios, mutants, the descriptions of outputs and versions are data: one file each, however short. */
function isData(path: string): boolean {
  return /^(?:mock\/agent-platform\/scenarios|tools\/selftest\/mutants|generator\/emit\/outputs\/[a-z]+\/view|(?:mock|conformance)\/version\.ts)/.test(
    path,
  );
}

/** Modules that users import directly, and those that start a program, are as short as possible. */
function isEntry(path: string): boolean {
  return /^(?:templates\/runtime|mock\/hosts)\/|(?:^|\/)(?:index|main|[a-z-]+-worker)\.ts$/.test(path);
}

function longFunctions({ path, tree }: Source): readonly string[] {
  const long: string[] = [];
  visitNodes(tree, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || node.body === undefined) return;
    const lines = lineOf(tree, node.getEnd()) - lineOf(tree, node.getStart(tree)) + 1;
    const name = node.name?.getText(tree) ?? 'function';
    if (lines > MAX_FUNCTION_LINES) long.push(`${path} ${name}`);
  });
  return long;
}

function lineOf(tree: ts.SourceFile, position: number): number {
  return tree.getLineAndCharacterOfPosition(position).line;
}

function exportedTypes(tree: ts.SourceFile): readonly string[] {
  return tree.statements.flatMap((statement) =>
    (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) &&
    statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true
      ? [statement.name.text]
      : [],
  );
}

function hasLiteralSpread(tree: ts.SourceFile): boolean {
  let has = false;
  visitNodes(tree, (node) => {
    if (ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)) has = true;
  });
  return has;
}
