/**
 * Knows which specifications are read.
 */
import type { DocumentKind, JsonObject } from './documents.ts';

/** The specifications each kind of document may follow, in the bundler's names and in words. */
export const accepted = {
  openapi: {
    versions: ['oas3_0', 'oas3_1', 'oas3_2'],
    expected: 'OpenAPI 3.0, 3.1 or 3.2',
    form: /^3\.[012]\.\d+/,
  },
  asyncapi: { versions: ['async3'], expected: 'AsyncAPI 2 or 3', form: /^3\.\d+\.\d+/ },
} as const;

/** Returns the version a document of that kind declares; `null` for one that is not read, or that declares both kinds. */
export function acceptedVersion(root: JsonObject, kind: DocumentKind): string | null {
  const other = kind === 'openapi' ? 'asyncapi' : 'openapi';
  const written = Object.hasOwn(root, kind) ? root[kind] : undefined;
  if (typeof written !== 'string' || Object.hasOwn(root, other) || Object.hasOwn(root, 'swagger'))
    return null;
  return accepted[kind].form.test(written) ? written : null;
}
