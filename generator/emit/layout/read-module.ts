/**
 * Reads a generated module as a list of declarations. Not a parser of TypeScript: it relies on how generated code is
 * laid out, where only a declaration or its comment starts at the beginning of a line.
 */

/** A module, in pieces. */
export interface Module {
  readonly header: string;
  readonly imports: readonly Import[];
  /** Statements such as `export { isOk } from './runtime/client.ts';`, and directives. */
  readonly exports: readonly string[];
  readonly declarations: readonly Declaration[];
  /** What `export { $Film as Film };` exports: the exported name by the local one. */
  readonly renamed: ReadonlyMap<string, readonly string[]>;
}

export interface Import {
  readonly isType: boolean;
  /** The namespace of `import * as name`; `null` for names in braces. */
  readonly namespace: string | null;
  /** As written, such as `send as send2` or `type Check`. */
  readonly names: readonly string[];
  readonly specifier: string;
}

/** One declaration, with its overloads. */
export interface Declaration {
  readonly name: string;
  readonly isExported: boolean;
  /** Whether it is only a type. */
  readonly isType: boolean;
  readonly text: string;
  /** The identifiers in its code that may refer to other declarations or imports. */
  readonly references: ReadonlySet<string>;
  /** The names after a dot, such as those of another module. */
  readonly qualified: ReadonlySet<string>;
}

/** The beginnings of statements; a comment belongs to the statement after it. */
const START = /^(?=(?:\/\*\*|export |import |const |function |type |interface ))/gm;

const DECLARED = /^(export )?(const|function|type|interface) ([\p{ID_Start}$_][\p{ID_Continue}$]*)/mu;
const IMPORT = /^import (type )?(?:\* as (\S+)|\{([^}]*)\}) from '([^']+)';/;

export function readModule(text: string): Module {
  const [header = '', ...statements] = joinPieces(text.split(START));
  const imports: Import[] = [];
  const exports: string[] = [];
  const declarations = new Map<string, Declaration>();
  const renamed = new Map<string, string[]>();
  for (const statement of statements) {
    const imported = IMPORT.exec(statement);
    const declared = DECLARED.exec(statement);
    if (imported !== null) imports.push(toImport(imported));
    else if (declared !== null) addDeclaration(declarations, statement, declared);
    else if (/^export \{[^}]*\};/.test(statement)) readRenamed(statement, renamed);
    else exports.push(statement);
  }
  return { header, imports, exports, declarations: [...declarations.values()], renamed };
}

/** Joins each comment with the statement after it, and the lines of a function that are not indented. */
function joinPieces(pieces: readonly string[]): string[] {
  const joined: string[] = [];
  let depth = 0;
  let isOpen = false;
  for (const piece of pieces) {
    if (isOpen) joined.push(`${joined.pop() ?? ''}${piece}`);
    else joined.push(piece);
    const code = codeOf(piece);
    depth += (code.match(/[([{]/g)?.length ?? 0) - (code.match(/[)\]}]/g)?.length ?? 0);
    isOpen = depth > 0 || (piece.startsWith('/**') && /^''\s*$/.test(code));
  }
  return joined;
}

function toImport([, type, namespace, names = '', specifier = '']: RegExpExecArray): Import {
  return { isType: type !== undefined, namespace: namespace ?? null, names: listNames(names), specifier };
}

function listNames(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function addDeclaration(
  declarations: Map<string, Declaration>,
  statement: string,
  [, exported, keyword = '', name = '']: RegExpExecArray,
): void {
  const earlier = declarations.get(name);
  const isType = keyword === 'type' || keyword === 'interface';
  declarations.set(name, {
    name,
    isExported: exported !== undefined,
    isType: isType && earlier?.isType !== false,
    text: `${earlier?.text ?? ''}${statement}`,
    references: new Set([...(earlier?.references ?? []), ...referencesIn(statement)]),
    qualified: new Set([...(earlier?.qualified ?? []), ...qualifiedNamesIn(statement)]),
  });
}

function readRenamed(statement: string, renamed: Map<string, string[]>): void {
  for (const written of listNames(statement.slice(statement.indexOf('{') + 1, statement.indexOf('}')))) {
    const [local = '', exported = local] = written.split(' as ');
    renamed.set(local, [...(renamed.get(local) ?? []), exported]);
  }
}

/** Comments and strings. A line comment has a line of its own: elsewhere `//` is part of a regular expression. */
const SKIPPED = /\/\*[\s\S]*?\*\/|^\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/gm;
const WORD = '[\\p{ID_Start}$_][\\p{ID_Continue}$]*(?![\\p{ID_Continue}$])';
const REFERENCE = new RegExp(`(?<![\\p{ID_Continue}$]|(?<!\\.\\.)\\.)${WORD}(?!\\??:)`, 'gu');
const QUALIFIED = new RegExp(`(?<=\\.)${WORD}`, 'gu');
const PARAMETER = new RegExp(`(?<=[(,]\\s{0,100})${WORD}(?=\\??:)`, 'gu');

/** Returns the identifiers that are neither keys of properties nor parameters of a function. */
function referencesIn(statement: string): string[] {
  const code = codeOf(statement);
  const parameters = new Set(/^(?:export )?function /m.test(code) ? code.match(PARAMETER) : []);
  return (code.match(REFERENCE) ?? []).filter((name) => !parameters.has(name));
}

function qualifiedNamesIn(statement: string): string[] {
  return codeOf(statement).match(QUALIFIED) ?? [];
}

function codeOf(statement: string): string {
  return statement.replaceAll(SKIPPED, "''");
}
