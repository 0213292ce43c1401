/** Finds the root documents of a target and reads their text. Handles paths and addresses, never their content. */
import type { DocumentKind, JsonObject } from '../json/documents.ts';
import path from 'node:path';
import type { Report } from '../diagnostics/diagnostics.ts';
import { isAddress, relativeFile, STANDARD_INPUT } from './document-names.ts';
import { fetchDocument, MAX_BODY_SIZE, readText } from './fetch-document.ts';
import { readRegularFile } from './reference-access.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';

/** A root document. */
export interface SourceText {
  readonly kind: DocumentKind;
  /** Relative to the project folder, with `/`; or an address. */
  readonly file: string;
  /** An absolute path or an address. */
  readonly absolute: string;
  readonly text: string;
}

/** The documents of a target: files, addresses, or `-` for the standard input. */
export interface DocumentPaths {
  readonly openapi: string | null;
  readonly asyncapi: readonly string[];
  /** The overlays to apply, in their order; absent for none. */
  readonly overlays?: readonly string[] | undefined;
  /** Texts to use instead of files, by the name of a document; absent for none. */
  readonly texts?: ReadonlyMap<string, string> | undefined;
}

/**
 * Reads the root documents, OpenAPI first.
 *
 * Errors: DOCUMENT_ADDRESS, DOCUMENT_NOT_FOUND, DOCUMENT_TOO_LARGE (reported); a document that can't be read is omitted.
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
    wanted.map(async ({ kind, written }): Promise<SourceText | null> => {
      const text = paths.texts?.get(written);
      if (text === undefined) return loadDocument(kind, written, folder, report);
      return { kind, file: written, absolute: path.resolve(folder, written), text };
    }),
  );
  return texts.filter((text) => text !== null);
}

/**
 * Reads a document: a file, an address, or `-`. Shape: `absolute` is the path, or the address after redirects; that of
 * the standard input is a path in the folder, to which its references are relative.
 *
 * Errors: DOCUMENT_ADDRESS, DOCUMENT_NOT_FOUND, DOCUMENT_TOO_LARGE (reported), then `null`.
 */
export async function readDocument(
  written: string,
  folder: string,
  report: Report,
): Promise<Pick<SourceText, 'absolute' | 'text'> | null> {
  if (/^[a-z][\w+.-]*:\/\//i.test(written)) return readAddress(written, report);
  if (written === STANDARD_INPUT) return readStandardInput(folder, report);
  const absolute = path.resolve(folder, written);
  try {
    return { absolute, text: await readRegularFile(absolute) };
  } catch {
    report('DOCUMENT_NOT_FOUND', null, { file: relativeFile(absolute, folder) });
    return null;
  }
}

async function readStandardInput(
  folder: string,
  report: Report,
): Promise<Pick<SourceText, 'absolute' | 'text'> | null> {
  const text = await readText(process.stdin);
  if (text !== null) return { absolute: path.join(folder, 'stdin'), text };
  report('DOCUMENT_TOO_LARGE', null, { file: 'standard input', limit: MAX_BODY_SIZE / 1024 / 1024 });
  return null;
}

async function readAddress(
  written: string,
  report: Report,
): Promise<Pick<SourceText, 'absolute' | 'text'> | null> {
  const fail = (reason: string): null => {
    report('DOCUMENT_ADDRESS', null, { address: written, reason });
    return null;
  };
  if (!isAddress(written)) return fail('only http and https addresses are supported');
  try {
    const { text: body, address, mediaType } = await fetchDocument(written);
    if (mediaType?.startsWith('text/html') === true) return fail('it is an HTML page, not a description');
    return { absolute: address, text: body };
  } catch (error) {
    return fail(messageOf(error));
  }
}

async function loadDocument(
  kind: DocumentKind,
  written: string,
  folder: string,
  report: Report,
): Promise<SourceText | null> {
  const read = await readDocument(written, folder, report);
  return read === null ? null : { kind, file: relativeFile(read.absolute, folder), ...read };
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
