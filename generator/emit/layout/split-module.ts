/** Splits a generated module into one module for each part, and one that re-exports them under the old path. */
import path from 'node:path';
import type { EmittedFile } from '../emitter.ts';
import { printStatements } from '../../print/imports.ts';
import { SHARED } from './assign-parts.ts';
import { readModule, type Declaration, type Import, type Module } from './read-module.ts';

/** Returns the part of a declaration by its name; `null` if the name is not that of a part. */
export type PartOf = (name: string) => string | null;

interface Split {
  readonly module: Module;
  /** The folder of the parts, such as `types`. */
  readonly folder: string;
  /** The part of each declaration, by name; `null` for those that stay. */
  readonly parts: ReadonlyMap<string, string | null>;
}

/** Splits a module. Shape: the module alone if none of its declarations belongs to a part. */
export function splitModule({ path: file, text }: EmittedFile, partOf: PartOf): EmittedFile[] {
  const module = readModule(text);
  const parts = placeDeclarations(module, partOf);
  const names = [...new Set([...parts.values()].filter((part) => part !== null))].sort();
  if (names.length === 0) return [{ path: file, text }];
  const split = { module, folder: file.replace(/\.ts$/, ''), parts };
  return [
    { path: file, text: printIndex(split, names) },
    ...names.map((part) => ({ path: `${split.folder}/${part}.ts`, text: printPart(split, part) })),
  ];
}

/**
 * Places each declaration by its name, else next to those that it refers to, and those that need it.
 *
 * Shape: a constant that several parts need is shared, since parts that import each other could read it too early.
 */
function placeDeclarations(
  { declarations, renamed }: Module,
  partOf: PartOf,
): ReadonlyMap<string, string | null> {
  const isPublic = ({ name, isExported }: Declaration): boolean => isExported || renamed.has(name);
  const parts = new Map<string, string | null>();
  for (const { name, references, qualified } of declarations)
    parts.set(name, partOf(name) ?? onlyPart([...references, ...qualified], partOf));
  const byName = new Map(declarations.map((declaration) => [declaration.name, declaration]));
  const pending = declarations.filter(({ name }) => parts.get(name) !== null);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const user = parts.get(next.name) ?? SHARED;
    for (const name of next.references) {
      const needed = byName.get(name);
      if (needed === undefined || (partOf(name) !== null && isPublic(needed))) continue;
      const part = parts.get(name) ?? null;
      const place = part === null || part === user ? user : SHARED;
      if (place === part) continue;
      parts.set(name, place);
      pending.push(needed);
    }
  }
  return parts;
}

function onlyPart(names: readonly string[], partOf: PartOf): string | null {
  const parts = new Set(names.map(partOf).filter((part) => part !== null));
  const [only = null] = parts;
  return parts.size === 1 ? only : null;
}

function printPart({ module, parts }: Split, part: string): string {
  const own = module.declarations.filter(({ name }) => parts.get(name) === part);
  const others = module.declarations.filter(({ name }) => parts.get(name) !== part);
  const references = new Set(own.flatMap((each) => [...each.references]));
  const needed = namesUsedBy(others);
  const imported = module.imports
    .map((each) => usedImport(each, references))
    .map((each) => ({ ...each, specifier: fromFolder(each.specifier) }));
  const siblings = importsOfParts(own, others, (name) => `./${parts.get(name) ?? SHARED}.ts`);
  const declared = own.map(({ name, text, isExported }) =>
    isExported || module.renamed.has(name) || !needed.has(name)
      ? text
      : text.replace(/^(?=(?:const|function|type|interface) )/m, 'export '),
  );
  const exported = own.map(({ name }) => name).filter((name) => module.renamed.has(name));
  const list = exported.length === 0 ? [] : [`export {\n${exported.map(printLine).join('')}};\n`];
  return printModule(module.header, [...imported, ...siblings], [...declared, ...list]);
}

/** Prints the module under the old path: what belongs to no part, and the exports of the parts. */
function printIndex({ module, folder, parts }: Split, names: readonly string[]): string {
  const own = module.declarations.filter(({ name }) => parts.get(name) === null);
  const others = module.declarations.filter(({ name }) => parts.get(name) !== null);
  const references = new Set(own.flatMap((each) => [...each.references]));
  const fileOf = (part: string): string => `./${path.posix.basename(folder)}/${part}.ts`;
  const imported = module.imports.map((each) => usedImport(each, references));
  const siblings = importsOfParts(own, others, (name) => fileOf(parts.get(name) ?? SHARED));
  const reexports = names.map((part) =>
    printReexport(
      module,
      others.filter(({ name }) => parts.get(name) === part),
      fileOf(part),
      namesUsedBy(module.declarations.filter(({ name }) => parts.get(name) !== part)),
    ),
  );
  const texts = [module.exports.join('') + reexports.join(''), ...own.map(({ text }) => text)];
  return printModule(module.header, [...imported, ...siblings], texts);
}

/** Prints the re-export of what users need from a part, not of what only other parts need. */
function printReexport(
  { renamed }: Module,
  declarations: readonly Declaration[],
  specifier: string,
  needed: ReadonlySet<string>,
): string {
  const hidden = declarations.filter(({ name, isExported }) => !isExported && needed.has(name));
  const listed = declarations.flatMap(({ name }) =>
    (renamed.get(name) ?? []).map((exported) => (exported === name ? name : `${name} as ${exported}`)),
  );
  if (listed.length > 0) return printStatements([{ keyword: 'export', names: listed, specifier }]);
  const exported = declarations.filter(({ isExported }) => isExported);
  if (exported.length === 0) return '';
  if (hidden.length === 0) return `export * from '${specifier}';\n`;
  const [types, values] = [true, false].map((isType) => exported.filter((each) => each.isType === isType));
  return printStatements(
    [
      { keyword: 'export type', names: (types ?? []).map(({ name }) => name), specifier },
      { keyword: 'export', names: (values ?? []).map(({ name }) => name), specifier },
    ].filter((statement) => statement.names.length > 0),
  );
}

function usedImport(written: Import, references: ReadonlySet<string>): Import {
  const { namespace, names } = written;
  if (namespace !== null)
    return references.has(namespace) ? written : { ...written, namespace: null, names: [] };
  const isUsed = (name: string): boolean => references.has(name.replace(/^type /, '').replace(/^.* as /, ''));
  return { ...written, names: names.filter(isUsed) };
}

/** Returns the imports that some declarations need from others. `fileOf` returns the file of a declaration. */
function importsOfParts(
  own: readonly Declaration[],
  others: readonly Declaration[],
  fileOf: (name: string) => string,
): Import[] {
  const used = namesUsedBy(own);
  const usedAsValues = namesUsedBy(own.filter(({ isType }) => !isType));
  return others
    .filter(({ name }) => used.has(name))
    .map(({ name, isType }) => ({
      isType: isType || !usedAsValues.has(name),
      namespace: null,
      names: [name],
      specifier: fileOf(name),
    }));
}

function namesUsedBy(declarations: readonly Declaration[]): ReadonlySet<string> {
  return new Set(declarations.flatMap(({ references }) => [...references]));
}

function fromFolder(specifier: string): string {
  return specifier.startsWith('.') ? path.posix.join('..', specifier) : specifier;
}

function printLine(name: string): string {
  return `  ${name},\n`;
}

function printModule(header: string, imports: readonly Import[], texts: readonly string[]): string {
  const keywordOf = ({ isType }: Import): string => (isType ? 'import type' : 'import');
  const namespaces = imports
    .filter(({ namespace }) => namespace !== null)
    .map((each) => `${keywordOf(each)} * as ${each.namespace ?? ''} from '${each.specifier}';\n`);
  const named = imports.filter(({ names }) => names.length > 0);
  const statements = named.map((each) => ({ ...each, keyword: keywordOf(each) }));
  const head = [...namespaces, printStatements(statements)].join('');
  const blocks = [header, head, ...texts].map((text) => text.trim()).filter((text) => text !== '');
  return `${blocks.join('\n\n')}\n`;
}
