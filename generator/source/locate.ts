/**
 * Finds line and column of findings, once all findings are known.
 */
import type { Diagnostic } from '../diagnostics.ts';
import type { Locate } from './bundling.ts';

/** Gives each finding the position of its place, as far as one of the documents knows it. */
export function locateDiagnostics(
  diagnostics: readonly Diagnostic[],
  locators: readonly Locate[],
): Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { place, position } = diagnostic;
    if (place === null || position !== null) return diagnostic;
    for (const locate of locators) {
      const found = locate(place);
      if (found !== null) return { ...diagnostic, position: found };
    }
    return diagnostic;
  });
}
