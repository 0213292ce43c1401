/**
 * Takes out of compiled code what nobody needs: unused copies of schemas, source names, empty lines.
 */
import { withoutStrings } from './own-first.ts';

const SCHEMA_COPY = /^const (schema\d+) = .*;$/gm;

/** Tidies the text of a compiled module and types its exports. */
export function tidyModule(code: string): string {
  const used = new Set(withoutStrings(code).match(/\bschema\d+\b(?! = )/g));
  return code
    .replace(/^"use strict";/, '')
    .replaceAll(/^\/\*# sourceURL="\w+" \*\/;$/gm, '')
    .replaceAll(SCHEMA_COPY, (line, name: string) => (used.has(name) ? line : ''))
    .replaceAll(/\n{2,}/g, '\n')
    .replaceAll(TYPED_EXPORT, 'export const $1: Validator = $2;')
    .trim();
}

/** The type spares TypeScript the inference over thousands of compiled functions. */
const TYPED_EXPORT = /^export const ([\w$]+) = (validate\d+);$/gm;
