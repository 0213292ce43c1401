/**
 * Finds the root documents of a target and reads their text. Handles paths and files, never their content.
 */
import type { DocumentKind, JsonObject } from './documents.ts';
import path from 'node:path';
import type { Report } from '../diagnostics.ts';
import { readRegularFile } from './reference-access.ts';

/** A root document as read from the disk. */
export interface SourceText {
  readonly kind: DocumentKind;
  /** Relative to the project folder, with `/`. */
  readonly file: string;
  readonly absolute: string;
  readonly text: string;
}

/** The paths of the documents of a target. */
export interface DocumentPaths {
  readonly openapi: string | null;
  readonly asyncapi: readonly string[];
}

/**
 * Reads the root documents, OpenAPI first.
 *
 * Errors: DOCUMENT_ADDRESS, DOCUMENT_NOT_FOUND (reported); a document that can't be read is omitted.
 */
export async function loadDocuments(
  paths: DocumentPaths,
  folder: string,
  report: Report,
): Promise<SourceText[]> {
  const wanted = [
    ...(paths.openapi === null ? [] : [{ kind: 'openapi' as const, written: paths.openapi }]),
    ...paths.asyncapi.map((written) => ({ kind: 'asyncapi' as const, written })),
  ];
  const texts = await Promise.all(
    wanted.map(({ kind, written }) => loadDocument(kind, written, folder, report)),
  );
  return texts.filter((text) => text !== null);
}

/** Returns a path relative to the project folder, the same on every system. */
export function relativeFile(absolute: string, folder: string): string {
  if (/^https?:/.test(absolute)) return absolute;
  return path.relative(folder, absolute).split(path.sep).join('/');
}

async function loadDocument(
  kind: DocumentKind,
  written: string,
  folder: string,
  report: Report,
): Promise<SourceText | null> {
  if (/^[a-z][\w+.-]*:\/\//i.test(written)) {
    report('DOCUMENT_ADDRESS', null, { address: written });
    return null;
  }
  const absolute = path.resolve(folder, written);
  const file = relativeFile(absolute, folder);
  try {
    return { kind, file, absolute, text: await readRegularFile(absolute) };
  } catch {
    report('DOCUMENT_NOT_FOUND', null, { file });
    return null;
  }
}

/** The specifications that each kind of document may follow, by the bundler's names and as text for messages. */
export const accepted = {
  openapi: {
    versions: ['oas3_0', 'oas3_1', 'oas3_2'],
    expected: 'OpenAPI 3.0, 3.1 or 3.2',
    form: /^3\.[012]\.\d+/,
  },
  asyncapi: { versions: ['async3'], expected: 'AsyncAPI 2 or 3', form: /^3\.\d+\.\d+/ },
} as const;

/**
 * Returns the version that a document of that kind declares; `null` for an unsupported one, or one that declares both
 * kinds.
 */
export function acceptedVersion(root: JsonObject, kind: DocumentKind): string | null {
  const other = kind === 'openapi' ? 'asyncapi' : 'openapi';
  const written = Object.hasOwn(root, kind) ? root[kind] : undefined;
  if (typeof written !== 'string' || Object.hasOwn(root, other) || Object.hasOwn(root, 'swagger'))
    return null;
  return accepted[kind].form.test(written) ? written : null;
}
