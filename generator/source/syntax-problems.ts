/** Reports why a file cannot be parsed: from the errors of the bundler's YAML parser, which also reads JSON. */
import { Lexer } from 'yaml';
import type { Position, Report } from '../diagnostics/diagnostics.ts';
import { createLines } from './json-positions.ts';
import { MAX_LEVELS } from './measure-tree.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';

/** The start of a file, for problems of the whole of it. */
export const START: Position = { line: 1, column: 1 };

/** Reports that a file is nested too deeply to be read. */
export function reportDepth(file: string, report: Report): void {
  report('DOCUMENT_TOO_DEEP', { file, pointer: '#/' }, { limit: MAX_LEVELS }, START);
}

/**
 * Reports an error of the parser.
 *
 * Errors: DOCUMENT_SYNTAX, DOCUMENT_KEY_DUPLICATE, DOCUMENT_TOO_DEEP (reported).
 */
export function reportSyntax(
  error: unknown,
  { file, text }: { readonly file: string; readonly text: string },
  report: Report,
): void {
  if (/nesting exceeded maxDepth/.test(messageOf(error))) {
    reportDepth(file, report);
    return;
  }
  const place = { file, pointer: '#/' };
  const position = positionOf(error);
  const duplicate = position === undefined ? null : duplicateKey(error, position, text);
  if (duplicate !== null) {
    report('DOCUMENT_KEY_DUPLICATE', place, { key: duplicate.key }, duplicate.position);
    return;
  }
  const open = findOpenBracket(text);
  if (open === null) report('DOCUMENT_SYNTAX', place, { problem: syntaxProblem(error) }, position);
  else report('DOCUMENT_SYNTAX', place, { problem: `this \`${open.bracket}\` is not closed` }, open.position);
}

/** Marks of the lexer that correspond to no text: of a document, of its end and of a scalar. */
const LEXER_MARKS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

/** Returns the last bracket of a text that is not closed; `null` if there is none. */
function findOpenBracket(text: string): { readonly bracket: string; readonly position: Position } | null {
  const open: { readonly bracket: string; readonly offset: number }[] = [];
  let offset = 0;
  for (const token of new Lexer().lex(text)) {
    if (LEXER_MARKS.has(token)) continue;
    if (token === '{' || token === '[') open.push({ bracket: token, offset });
    if (token === '}' || token === ']') open.pop();
    offset += token.length;
  }
  const last = open.at(-1);
  return last === undefined
    ? null
    : { bracket: last.bracket, position: createLines(text).positionOf(last.offset) };
}

function positionOf(error: unknown): Position | undefined {
  if (!(error instanceof Error && 'line' in error && 'col' in error)) return undefined;
  const { line, col } = error;
  return typeof line === 'number' && typeof col === 'number' ? { line, column: col } : undefined;
}

/** Returns the first line of the message of an error. */
export function firstLine(error: unknown): string {
  return messageOf(error).split('\n')[0] ?? '';
}

/** Returns the parser's message without the path and the position, which are reported separately. */
function syntaxProblem(error: unknown): string {
  return firstLine(error)
    .replace(/ in "[^"]*"/, '')
    .replace(/ \(\d+:\d+\)$/, '')
    .replace(/(?<![.:])[.:]+$/, '');
}

/** A quoted key, or a plain one up to its colon. */
const KEY = /"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^:]*[^:\s])/y;

/** Returns the key that an error reports as duplicate, and where it starts; `null` for every other error. */
function duplicateKey(
  error: unknown,
  { line, column }: Position,
  text: string,
): { readonly key: string; readonly position: Position } | null {
  if (!/duplicated mapping key/.test(messageOf(error))) return null;
  const written = createLines(text).textOf(line) ?? '';
  // The parser reports the position after the opening quote.
  const start = /["']/.test(written.charAt(column - 2)) ? column - 1 : column;
  KEY.lastIndex = start - 1;
  const [, double, single, plain] = KEY.exec(written) ?? [];
  const key = double ?? single ?? plain;
  return key === undefined ? null : { key, position: { line, column: start } };
}
