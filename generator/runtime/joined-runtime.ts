/**
 * Joins the modules of the runtime into few files, each with the modules of one use that the output needs.
 *
 * The top-level names of the modules of one file differ; a test ensures it.
 */
import path from 'node:path';
import type { EmittedFile } from '../emit/emitter.ts';
import { printStatements, readStatements, STATEMENT, type Statement } from '../print/imports.ts';
import { printHeader } from '../print/print-literal.ts';

/** The file of each module; the first pattern that matches counts. */
const groups: readonly (readonly [modules: RegExp, file: string])[] = [
  [/^adapters\/(?:fetch|hono)\.ts$/, 'fetch.ts'],
  [/^adapters\//, 'node.ts'],
  [/^client\/tanstack\.ts$/, 'tanstack.ts'],
  [/^(?:client|conversion)\//, 'client.ts'],
  [/^arbitraries\//, 'arbitraries.ts'],
  [/^testing\/msw\.ts$/, 'msw.ts'],
  [/^(?:server\/|forms\/|body\/|router|request-texts|check-response|read-(?!scalar))/, 'server.ts'],
  [
    /^(?:formats\/|schema-|standard-schema|tagged-check|shape|instance-path|json\/|problem|operation-spec)/,
    'validation.ts',
  ],
];

export function joinedFile(module: string): string {
  return groups.find(([modules]) => modules.test(module))?.[1] ?? 'shared.ts';
}

/** A module, with its path in the runtime. */
interface RuntimeModule {
  readonly file: string;
  readonly statements: readonly Statement[];
  /** Without its statements. */
  readonly body: string;
}

/** The line before each module. */
const MODULE = /^\/\/ ----- (\S+) -----$/gm;

/** Lists the modules that a joined file contains. */
export function modulesIn(text: string): string[] {
  return [...text.matchAll(MODULE)].map(([, module = '']) => module);
}

/** Joins modules, which are given by their paths, and import only each other and packages. */
export function joinModules(texts: ReadonlyMap<string, string>): EmittedFile[] {
  const modules = inOrderOfUse(texts);
  const joined = Map.groupBy(modules, ({ file }) => joinedFile(file));
  return [...joined].sort().map(([file, parts]) => {
    const statements = parts.flatMap((part) =>
      part.statements
        .map((each) => ({ ...each, specifier: joinedSpecifier(part.file, each.specifier) }))
        .filter(({ specifier }) => specifier !== `./${file}`),
    );
    const bodies = parts.map((part) => `// ----- ${part.file} -----\n\n${part.body}`);
    const header = printHeader(['templates/runtime']).toString();
    const imports = printStatements(withoutTypesOfValues(statements));
    return { path: file, text: `${header}\n${imports}\n${bodies.join('\n')}` };
  });
}

/** Reads modules so that each one follows those that it imports: constants are initialized in this order. */
function inOrderOfUse(texts: ReadonlyMap<string, string>): RuntimeModule[] {
  const modules = new Map<string, RuntimeModule>();
  const pending = new Set<string>();
  const add = (file: string): void => {
    const text = texts.get(file);
    if (text === undefined || pending.has(file)) return;
    pending.add(file);
    const statements = readStatements(text);
    for (const { keyword, specifier } of statements)
      if (!keyword.endsWith(' type')) add(path.posix.join(path.posix.dirname(file), specifier));
    modules.set(file, { file, statements, body: text.replaceAll(STATEMENT, '').replace(/^\n+/, '') });
  };
  for (const file of texts.keys()) add(file);
  return [...modules.values()];
}

/** Returns the specifier of the joined file that has a module; that of a package stays. */
function joinedSpecifier(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return `./${joinedFile(path.posix.join(path.posix.dirname(from), specifier))}`;
}

/** Removes imports of types that another statement imports as values. */
function withoutTypesOfValues(statements: readonly Statement[]): Statement[] {
  const keyOf = (specifier: string, name: string): string => `${specifier} ${name}`;
  const values = new Set(
    statements
      .filter(({ keyword }) => keyword === 'import')
      .flatMap(({ specifier, names }) => names.map((name) => keyOf(specifier, name))),
  );
  return statements
    .map((each) => ({
      ...each,
      names:
        each.keyword === 'import type'
          ? each.names.filter((name) => !values.has(keyOf(each.specifier, name)))
          : each.names,
    }))
    .filter(({ names }) => names.length > 0);
}

/**
 * Replaces the imports of modules of the runtime by imports of the joined files. `moduleOf` returns the path of a module
 * from a specifier, `null` for other files.
 */
export function withJoinedImports(text: string, moduleOf: (specifier: string) => string | null): string {
  const replace = (specifier: string): string => {
    const module = moduleOf(specifier);
    return module === null
      ? specifier
      : `${specifier.slice(0, specifier.length - module.length)}${joinedFile(module)}`;
  };
  const isModule = ({ specifier }: Statement): boolean => moduleOf(specifier) !== null;
  return text
    .replaceAll(STATEMENTS, (block) => {
      const statements = readStatements(block).filter(isModule);
      const joined = statements.map((each) => ({ ...each, specifier: replace(each.specifier) }));
      const others = block.replaceAll(STATEMENT, (written, _keyword, _names, specifier: string) =>
        moduleOf(specifier) === null ? written : '',
      );
      return printStatements(joined) + others;
    })
    .replaceAll(NAMESPACE, (_all, start: string, specifier: string) => `${start}'${replace(specifier)}'`);
}

/** Consecutive statements. */
const STATEMENTS = /(?:^(?:import|export)(?: type)? \{[^}]*\} from '[^']+';\n)+/gm;

const NAMESPACE = /^(import \* as \w+ from )'([^']+)'/gm;
