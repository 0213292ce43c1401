/**
 * Finds the line of a place in the contract, such as `spec/schemas/Agent.yaml#/properties/id`: a file of the package
 * and a JSON pointer. Files are read on demand and cached.
 */
import { readFileSync } from 'node:fs';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node } from 'yaml';
import { unescapeName } from '../../templates/runtime/json/pointer.ts';

/** A position in a file of the contract. Units: line and column from 1. */
export interface SpecPosition {
  /** Path relative to the root of the package. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Paths to the root of the package. Why: in the build this module is one folder deeper than in the sources. */
const roots = ['../../', '../../../'];

interface SpecFile {
  readonly contents: unknown;
  readonly lines: LineCounter;
}

const files = new Map<string, SpecFile | null>();

/**
 * Returns the position of a place.
 *
 * Shape: the position of the key that the pointer ends with, or of the deepest part of the pointer that exists.
 * Errors: `null` for a missing file, or a place outside `spec/`.
 */
export function locatePlace(place: string): SpecPosition | null {
  const [file = '', pointer = ''] = place.split('#');
  if (!/^spec\/[\w./-]+\.yaml$/.test(file) || file.includes('..')) return null;
  const openedFile = openFile(file);
  if (openedFile === null) return null;
  const { line, col } = openedFile.lines.linePos(offsetOf(openedFile.contents, stepsOf(pointer)));
  return { file, line, column: col };
}

function openFile(file: string): SpecFile | null {
  const cached = files.get(file);
  if (cached !== undefined) return cached;
  const text = readText(file);
  const lines = new LineCounter();
  const opened =
    text === null ? null : { contents: parseDocument(text, { lineCounter: lines }).contents, lines };
  files.set(file, opened);
  return opened;
}

function readText(file: string): string | null {
  for (const root of roots) {
    try {
      return readFileSync(new URL(`${root}${file}`, import.meta.url), 'utf8');
    } catch {
      continue;
    }
  }
  return null;
}

function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .filter((step) => step !== '')
    .map(unescapeName);
}

function offsetOf(contents: unknown, steps: readonly string[]): number {
  let node = contents;
  let offset = startOf(node);
  for (const step of steps) {
    const next = childOf(node, step);
    if (next === null) break;
    ({ node, offset } = next);
  }
  return offset;
}

function childOf(node: unknown, step: string): { readonly node: unknown; readonly offset: number } | null {
  if (isSeq(node)) {
    const item = node.items[Number(step)];
    return item === undefined ? null : { node: item, offset: startOf(item) };
  }
  if (!isMap(node)) return null;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
  return pair === undefined ? null : { node: pair.value, offset: startOf(pair.key) };
}

function startOf(node: unknown): number {
  return (node as Node | null)?.range?.[0] ?? 0;
}
