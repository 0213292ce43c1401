/** Reads and prints the imports of generated modules. */

/** The endings of relative imports: none, `.js` or `.ts`. */
export const importExtensions = ['none', 'js', 'ts'] as const;

export type ImportExtension = (typeof importExtensions)[number];

/** Returns whether a value is an import extension. */
export function isImportExtension(written: unknown): written is ImportExtension {
  return importExtensions.some((extension) => extension === written);
}

const IMPORT = /^((?:(?:import|export|\})(?: [^'\n]*)? from |const loadFinder = .*\bimport\())'([^'\n]+)'/gm;

const endings: Readonly<Record<ImportExtension, string>> = { none: '', js: '.js', ts: '.ts' };

/** Lists the specifiers that a module imports and re-exports, as written. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, , specifier = '']) => specifier);
}

/** Replaces the extension of the relative imports of a module, and removes that of imports from a package. */
export function withImportExtension(text: string, extension: ImportExtension): string {
  return text.replaceAll(IMPORT, (_written, before: string, specifier: string) => {
    const ending = specifier.startsWith('.') ? endings[extension] : '';
    return `${before}'${specifier.replace(/\.ts$/, ending)}'`;
  });
}

/** An import or export of names from another module. */
export interface Statement {
  readonly keyword: string;
  readonly names: readonly string[];
  readonly specifier: string;
}

/** Matches an import or export of names. */
export const STATEMENT = /^((?:import|export)(?: type)?) \{([^}]*)\} from '([^']+)';\n/gm;

/** Reads statements; types that are imported together with values become separate statements. */
export function readStatements(text: string): Statement[] {
  return [...text.matchAll(STATEMENT)].flatMap(([, keyword = '', written = '', specifier = '']) => {
    const names = written
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '');
    const types = names.filter((name) => name.startsWith('type '));
    const values = names.filter((name) => !name.startsWith('type '));
    return [
      { keyword, names: values, specifier },
      { keyword: `${keyword} type`, names: types.map((name) => name.slice('type '.length)), specifier },
    ].filter((statement) => statement.names.length > 0);
  });
}

/** Prints one statement for each keyword and specifier, in the order of their first use. */
export function printStatements(statements: readonly Statement[]): string {
  const merged = Map.groupBy(statements, ({ keyword, specifier }) => `${keyword} from ${specifier}`);
  return [...merged.values()]
    .map((same) => {
      const { keyword, specifier } = same[0] ?? { keyword: '', specifier: '' };
      const names = [...new Set(same.flatMap((each) => each.names))].sort();
      const line = `${keyword} { ${names.join(', ')} } from '${specifier}';`;
      return line.length <= MAX_LINE_LENGTH
        ? `${line}\n`
        : `${keyword} {\n${names.map((name) => `  ${name},\n`).join('')}} from '${specifier}';\n`;
    })
    .join('');
}

const MAX_LINE_LENGTH = 110;
