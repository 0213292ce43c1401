/** Writes the documents of a description as the texts that a server returns. */
import { stringify } from 'yaml';
import type { BundledDocument } from '../json/documents.ts';

/** The documents that have a name. */
const kinds: Readonly<Record<string, BundledDocument['kind']>> = {
  'openapi-3.2': 'openapi',
  asyncapi: 'asyncapi',
};

/**
 * Returns a document by its name.
 *
 * Shape: `openapi-3.2.json`, `asyncapi.yaml` and so on, in the version it is written in; `null` for any other name,
 * and if the description has no such document.
 */
export function documentText(documents: readonly BundledDocument[], name: string): string | null {
  const [, stem = '', format = ''] = /^(.+)\.(json|yaml)$/.exec(name) ?? [];
  const document = documents.find(({ kind }) => kind === kinds[stem]);
  if (document === undefined) return null;
  const { root } = document;
  return format === 'json'
    ? JSON.stringify(root, null, 2)
    : stringify(root, { aliasDuplicateObjects: false });
}
