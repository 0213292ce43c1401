/** Writes the documents of a description as the texts that a server returns. */
import { stringify } from 'yaml';
import type { BundledDocument } from '../json/documents.ts';

/** The documents of a description. */
export type DescriptionDocuments = readonly BundledDocument[];

/** Returns a document as JSON or YAML; `null` if the description has none of the kind. */
export function documentText(
  documents: DescriptionDocuments,
  kind: BundledDocument['kind'],
  format: 'json' | 'yaml',
): string | null {
  const root = documents.find((document) => document.kind === kind)?.root;
  if (root === undefined) return null;
  return format === 'json'
    ? JSON.stringify(root, null, 2)
    : stringify(root, { aliasDuplicateObjects: false });
}
