/**
 * Reads and rewrites the imports of generated modules. Templates write them with `.ts`, each at the start of a line, where
 * no text of a document can stand.
 */
import type { ImportExtension } from '../import-extension.ts';

const IMPORT = /^((?:(?:import|export|\})(?: [^'\n]*)? from |const loadFinder = .*\bimport\())'([^'\n]+)'/gm;

const endings: Readonly<Record<ImportExtension, string>> = { none: '', js: '.js', ts: '.ts' };

/** Lists what a module imports and re-exports, as written. */
export function importsOf(text: string): string[] {
  return [...text.matchAll(IMPORT)].map(([, , specifier = '']) => specifier);
}

/** Gives the relative imports of a module another extension. */
export function withImportExtension(text: string, extension: ImportExtension): string {
  if (extension === 'ts') return text;
  const ending = endings[extension];
  return text.replaceAll(IMPORT, (written, before: string, specifier: string) =>
    specifier.startsWith('.') ? `${before}'${specifier.replace(/\.ts$/, ending)}'` : written,
  );
}
