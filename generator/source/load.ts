/**
 * Finds the root documents of a target and reads their text.
 * Knows paths and files, nothing of what is written in them.
 */
import path from 'node:path';
import type { Report } from '../diagnostics.ts';
import type { DocumentKind } from './documents.ts';
import { readRegularFile } from './reference-access.ts';

/** A root document as it lies on the disk. */
export interface SourceText {
  readonly kind: DocumentKind;
  /** Relative to the project folder, with `/`. */
  readonly file: string;
  readonly absolute: string;
  readonly text: string;
}

/** Which documents a target is made of. */
export interface DocumentPaths {
  readonly openapi: string | null;
  readonly asyncapi: readonly string[];
}

/**
 * Reads the root documents, OpenAPI first.
 *
 * Errors: DOCUMENT_ADDRESS, DOCUMENT_NOT_FOUND (reported); a document that can't be read is left out.
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

/** Writes a path relative to the project folder, the same on every system. */
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
