/**
 * Reads values of a YAML document, and records each problem with its position.
 * Independent of the meaning of the values.
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node } from 'yaml';
import { closestWord } from '../../templates/runtime/closest-word.ts';
import { messageOf } from '../../templates/runtime/json/value.ts';

/** A problem in a text. Units: line and column, counted from 1. */
export interface ConfigProblem {
  readonly line: number;
  readonly column: number;
  /** The problem, and how to fix it. */
  readonly message: string;
}

/** The state of reading a document. */
export interface ConfigReading {
  readonly document: Document.Parsed;
  readonly lines: LineCounter;
  readonly problems: ConfigProblem[];
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Reads one value; `path` identifies it in problems. Shape: `undefined` for an invalid value, whose problem is
 * recorded.
 */
export type Read<T> = (node: unknown, path: string, reading: ConfigReading) => T | undefined;

/** Parses a text. Shape: `problems` has its YAML syntax errors. */
export function openReading(text: string, env: ConfigReading['env']): ConfigReading {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const reading = { document, lines, problems: [], env };
  for (const { pos, message } of document.errors) note(reading, pos[0], message);
  return reading;
}

/** Records a problem at a node. */
export function noteAt(reading: ConfigReading, node: unknown, message: string): void {
  note(reading, startOf(node), message);
}

function note({ lines, problems }: ConfigReading, offset: number, message: string): void {
  const { line, col } = lines.linePos(offset);
  problems.push({ line: Math.max(1, line), column: Math.max(1, col), message });
}

/** Returns the offset at which a node begins. */
export function startOf(node: unknown): number {
  return (node as Node | null)?.range?.[0] ?? 0;
}

/**
 * Returns the position at some steps from the root: of the key of the last one, or of the deepest part that exists.
 * Units: line and column, counted from 1.
 */
export function positionOf(
  { document, lines }: Pick<ConfigReading, 'document' | 'lines'>,
  steps: readonly string[],
): { readonly line: number; readonly column: number } {
  let node: unknown = document.contents;
  let offset = startOf(node);
  for (const step of steps) {
    const next = childOf(node, step);
    if (next === null) break;
    ({ node, offset } = next);
  }
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
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

function resolve(node: unknown, { document }: ConfigReading): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

export const readText: Read<string> = (node, path, reading) => {
  const value = resolve(node, reading);
  if (isScalar(value) && typeof value.value === 'string') return value.value;
  if (isScalar(value) && ['number', 'boolean'].includes(typeof value.value)) {
    noteAt(reading, node, `${path} must be a string. Put it in quotes: '${String(value.value)}'.`);
    return undefined;
  }
  noteAt(reading, node, `${path} must be a string.`);
  return undefined;
};

/** Reads a string; a number and a boolean are returned as written. */
export const readWord: Read<string> = (node, path, reading) => {
  const value = resolve(node, reading);
  if (isScalar(value) && ['number', 'boolean'].includes(typeof value.value))
    return value.source ?? String(value.value);
  return readText(node, path, reading);
};

export const readFlag: Read<boolean> = (node, path, reading) => {
  const value = resolve(node, reading);
  if (isScalar(value) && typeof value.value === 'boolean') return value.value;
  noteAt(reading, node, `${path} must be true or false.`);
  return undefined;
};

export const readJson: Read<unknown> = (node, path, reading) => {
  const value = resolve(node, reading) as Node | null;
  try {
    return value === null ? null : (value.toJS(reading.document) as unknown);
  } catch (error) {
    noteAt(reading, node, `${path} can't be read: ${messageOf(error)}`);
    return undefined;
  }
};

export function readWhole(least: number, most: number = Number.MAX_SAFE_INTEGER): Read<number> {
  const bounds = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  return (node, path, reading) => {
    const value = resolve(node, reading);
    const number = isScalar(value) ? value.value : null;
    if (typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most)
      return number;
    noteAt(reading, node, `${path} must be an integer ${bounds}.`);
    return undefined;
  };
}

/** Reads one of a list of words. */
export function readOneOf<T extends string>(texts: readonly T[]): Read<T> {
  return (node, path, reading) => {
    const value = resolve(node, reading);
    const word = isScalar(value) ? String(value.value) : '';
    const match = texts.find((each) => each === word);
    if (match !== undefined) return match;
    noteAt(reading, node, `${path} must be one of ${texts.join(', ')}.${guess(word, texts)}`);
    return undefined;
  };
}

/** Extends a reader to accept `null`. */
export function readOrNull<T>(read: Read<T>): Read<T | null> {
  return (node, path, reading) => {
    const value = resolve(node, reading);
    if (node === null || (isScalar(value) && value.value === null)) return null;
    return read(node, path, reading);
  };
}

export function readList<T>(read: Read<T>): Read<readonly T[]> {
  return (node, path, reading) => {
    const value = resolve(node, reading);
    if (!isSeq(value)) {
      noteAt(reading, node, `${path} must be a list.`);
      return undefined;
    }
    return value.items.flatMap((item, index) => {
      const one = read(item, `${path}.${index}`, reading);
      return one === undefined ? [] : [one];
    });
  };
}

/** Reads an object with any names; `check` returns the problem of a name. */
export function readMap<T>(
  readOne: (name: string) => Read<T>,
  check: (name: string, path: string) => string | null = () => null,
): Read<Readonly<Record<string, T>>> {
  return (node, path, reading) => {
    const entries: [string, T][] = [];
    for (const { name, key, value } of propertiesOf(node, path, reading)) {
      const problem = check(name, path);
      if (problem !== null) {
        noteAt(reading, key, problem);
        continue;
      }
      const one = readOne(name)(value, join(path, name), reading);
      if (one !== undefined) entries.push([name, one]);
    }
    return Object.fromEntries(entries);
  };
}

/** Reads an object with known properties; all but `required` are optional. */
export function readProperties<T extends object>(
  table: { readonly [K in keyof T]-?: Read<T[K]> },
  required: readonly (keyof T & string)[] = [],
): Read<Partial<T>> {
  const names = Object.keys(table);
  return (node, path, reading) => {
    const result: Record<string, unknown> = {};
    for (const { name, key, value } of propertiesOf(node, path, reading)) {
      const read = Object.hasOwn(table, name) ? table[name as keyof T] : undefined;
      const place = join(path, name);
      if (read === undefined)
        noteAt(
          reading,
          key,
          `Unknown property ${place}.${guess(name, names) || ` Known are ${names.join(', ')}.`}`,
        );
      else {
        const one = read(value, place, reading);
        // Why: a property that is present but invalid is not reported as missing.
        result[name] = one;
      }
    }
    for (const name of required)
      if (!Object.hasOwn(result, name)) noteAt(reading, node, `${join(path, name)} is missing.`);
    return Object.fromEntries(Object.entries(result).filter(([, one]) => one !== undefined)) as Partial<T>;
  };
}

interface Property {
  readonly name: string;
  readonly key: unknown;
  readonly value: unknown;
}

function propertiesOf(node: unknown, path: string, reading: ConfigReading): readonly Property[] {
  const value = resolve(node, reading);
  if (!isMap(value)) {
    noteAt(
      reading,
      node,
      `${path === '' ? 'The file' : path} must have properties, such as \`name: value\`.`,
    );
    return [];
  }
  return value.items.map(({ key, value: property }) => ({
    name: isScalar(key) ? String(key.value) : '',
    key,
    value: property,
  }));
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** Returns a suggestion for a misspelt word; empty if no known word is similar. */
export function guess(word: string, names: Iterable<string>): string {
  const close = closestWord(word, names);
  return close === null ? '' : ` Did you mean ${close}?`;
}
