/**
 * Takes out of compiled code what nobody needs: unused copies of schemas, source names, empty lines.
 */
import { withoutStrings } from './rewrite-own-property-checks.ts';

const SCHEMA_COPY = /^const (schema\d+) = .*;$/gm;

/** Tidies the code of one schema. */
export function tidyCode(code: string): string {
  const used = new Set(withoutStrings(code).match(/\bschema\d+\b(?! = )/g));
  return code
    .replaceAll(/^\/\*# sourceURL="\w+" \*\/;$/gm, '')
    .replaceAll(SCHEMA_COPY, (line, name: string) => (used.has(name) ? line : ''))
    .replaceAll(/\n{2,}/g, '\n')
    .trim();
}
