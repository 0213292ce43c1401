/**
 * Converts AsyncAPI 2 to AsyncAPI 3. The converter depends on a separate parser, so it is loaded, and has to be
 * installed, only if there is such a document.
 */
import type { Report } from '../diagnostics/diagnostics.ts';
import type { JsonObject } from '../json/documents.ts';
import type { OpenedDocument } from './opened-document.ts';
import type { SourceText } from './load.ts';
import { isWalkable } from './measure-tree.ts';

/** A document converted to a newer specification. */
export interface Conversion {
  /**
   * The source to read instead of the document: JSON, under the same path, so that its references still resolve;
   * `null` when it could not be converted.
   */
  readonly source: SourceText | null;
  /** Maps places in the converted document to lines of the original. */
  readonly inOriginal: (bundling: OpenedDocument) => Promise<OpenedDocument>;
}

const OLD = /^2\.\d+\.\d+/;

/** A quick test whether parsing is worthwhile. */
const MENTIONS_OLD = /asyncapi['"]?\s*:\s*['"]?2\./;

/**
 * Converts an AsyncAPI 2 document; returns `null` for every other.
 *
 * Errors: DOCUMENT_CONVERTED, CONVERSION_LOSS, DOCUMENT_NOT_CONVERTED (reported).
 */
export async function convertOld(source: SourceText, report: Report): Promise<Conversion | null> {
  if (source.kind !== 'asyncapi' || !MENTIONS_OLD.test(source.text)) return null;
  const { parseYamlText } = await import('./bundle.ts');
  const root = readRoot(source.text, parseYamlText);
  const version = root?.['asyncapi'];
  if (root === null || typeof version !== 'string' || !OLD.test(version)) return null;
  const place = { file: source.file, pointer: '#/asyncapi' };
  const inOriginal: Conversion['inOriginal'] = async (bundling) => placeInOriginal(bundling, source);
  try {
    const { convert } = await import('@asyncapi/converter');
    // A copy without shared nodes, because the converter would change all places of a shared node.
    const old = JSON.parse(JSON.stringify({ info: {}, channels: {}, ...root, asyncapi: version })) as {
      readonly asyncapi: string;
    };
    const { result, warnings } = withWarnings(() => convert(old, '3.0.0'));
    report('DOCUMENT_CONVERTED', place, { version });
    for (const warning of warnings) report('CONVERSION_LOSS', place, { problem: sentenceOf(warning) });
    const text = JSON.stringify(result);
    return { source: { ...source, text }, inOriginal };
  } catch (error) {
    report('DOCUMENT_NOT_CONVERTED', place, { version, problem: reasonOf(error) });
    return { source: null, inOriginal };
  }
}

/** Why: the converter logs its warnings to the console, where they would mix with our own output. */
function withWarnings<Result>(work: () => Result): { readonly result: Result; readonly warnings: string[] } {
  const warnings: string[] = [];
  const { warn } = console;
  console.warn = (...parts: unknown[]) => void warnings.push(parts.join(' '));
  try {
    return { result: work(), warnings };
  } finally {
    console.warn = warn;
  }
}

function sentenceOf(warning: string): string {
  return warning
    .split('\n')
    .map((line) => line.trim().replace(/^-\s*/, ''))
    .filter((line) => line !== '')
    .join('; ')
    .replace(/\.?$/, '')
    .replaceAll('.;', ':');
}

function readRoot(text: string, parse: (text: string) => unknown): JsonObject | null {
  try {
    const parsed = parse(text);
    return typeof parsed === 'object' && parsed !== null && isWalkable(parsed)
      ? (parsed as JsonObject)
      : null;
  } catch {
    return null;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isMissing = 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isMissing ? 'the package `@asyncapi/converter` is not installed' : error.message.replace(/\.$/, '');
}

/** Returns a place in the original; for a node that the conversion added, that of its nearest ancestor. */
async function placeInOriginal(
  bundling: OpenedDocument,
  { file, absolute, text }: SourceText,
): Promise<OpenedDocument> {
  const { createYamlPositions } = await import('./bundle.ts');
  const { createLines } = await import('./json-positions.ts');
  const positionOf = createYamlPositions(absolute, text);
  const lines = createLines(text);
  return {
    ...bundling,
    locate: (place) => (place.file === file ? positionOf(place.pointer) : bundling.locate(place)),
    lineOf: (wanted, line) => (wanted === file ? lines.textOf(line) : bundling.lineOf(wanted, line)),
  };
}
