/**
 * Stands in for `bundle.ts` in the package of the mock, which has no bundler: parses YAML, and reports why a document
 * cannot be read alone. It has the functions of `bundle.ts` that other modules call.
 */
import { parse } from 'yaml';
import type { Report } from '../diagnostics/diagnostics.ts';
import type { FindPosition } from './json-positions.ts';
import { accepted, acceptedVersion, type SourceText } from './load.ts';
import { isWalkable } from './measure-tree.ts';
import type { OpenedDocument } from './opened-document.ts';
import { reportDepth, START } from './syntax-problems.ts';
import { openReading, positionOf } from './yaml-value.ts';
import { segmentsOf } from '../json/json.ts';
import { isObject } from '../../templates/runtime/json/value.ts';
import type { JsonObject } from '../json/documents.ts';

/** Parses YAML as the bundler does. Errors: throws the parser's errors. */
export function parseYamlText(text: string): unknown {
  // Why no limit of aliases: trees that are too large are found when they are measured.
  return parse(text, { merge: true, maxAliasCount: -1, logLevel: 'error' }) as unknown;
}

/** Parses a file as `parseYamlText` does. Errors: throws the parser's errors. */
export function parseYamlFile(_: string, text: string): unknown {
  return parseYamlText(text);
}

/** Creates the position finder of a YAML document. */
export function createYamlPositions(_: string, text: string): FindPosition {
  const reading = openReading(text, {});
  return (pointer) => positionOf(reading, segmentsOf(pointer));
}

/**
 * Reports why a document cannot be read alone.
 *
 * Shape: without a document. Errors: DOCUMENT_SYNTAX, DOCUMENT_TOO_DEEP, DOCUMENT_UNSUPPORTED, DOCUMENT_NOT_ALONE.
 */
export function bundleDocument(source: SourceText, _: string, report: Report): Promise<OpenedDocument> {
  reportReason(source, report);
  const files = [source.absolute];
  return Promise.resolve({
    document: null,
    locate: () => null,
    lineOf: () => null,
    files,
    areFilesAll: true,
  });
}

function reportReason({ file, kind, text }: SourceText, report: Report): void {
  const place = { file, pointer: '#/' };
  const [problem] = openReading(text, {}).problems;
  if (problem !== undefined) {
    const { message, line, column } = problem;
    report('DOCUMENT_SYNTAX', place, { problem: message.replace(/\.$/, '') }, { line, column });
    return;
  }
  const root = parseYamlText(text);
  if (!isWalkable(root)) reportDepth(file, report);
  else if (!isObject(root) || acceptedVersion(root as JsonObject, kind) === null)
    report(
      'DOCUMENT_UNSUPPORTED',
      place,
      { problem: 'The document declares another format or version', expected: accepted[kind].expected },
      START,
    );
  else report('DOCUMENT_NOT_ALONE', place, { file }, START);
}
