/** Reads bodies that are sequences of JSON values, and validates each item. */
import { readJsonValue } from './read-json.ts';
import { badEncoding, explainBody, type InvalidReason, type ReadBody, rejectPart } from './read-problems.ts';
import type { Problem } from '../problem.ts';
import { decodeUtf8 } from '../request-texts.ts';
import type { SchemaCheck } from '../schema-check.ts';
import { type SequenceSplitter, splitterOf } from '../split-sequence.ts';

/** How the items of a sequence are read. Units: `deepest` in levels, `longest` in characters of an item. */
export interface ItemRules {
  readonly mediaType: string;
  readonly check: SchemaCheck;
  readonly deepest: number;
  readonly longest: number;
}

/** Thrown where a handler iterates over a body with an invalid item. The server responds for a handler that fails with it. */
export class InvalidItemError extends Error {
  override readonly name = 'InvalidItemError';
  readonly reason: InvalidReason;
  readonly problems: readonly Problem[];

  constructor(reason: InvalidReason, problems: readonly Problem[]) {
    super(problems[0]?.message ?? 'body is invalid');
    this.reason = reason;
    this.problems = problems;
  }
}

/** Reads a whole sequence as an `AsyncIterable`. Shape: the path of an error starts with the index. */
export function readSequence(bytes: Uint8Array, rules: ItemRules): ReadBody {
  const text = decodeUtf8(bytes);
  if (text === null) return badEncoding();
  const splitter = splitterOf(rules.mediaType);
  const values: unknown[] = [];
  for (const one of [...splitter.take(text), ...splitter.end()]) {
    const read = readItem(one, values.length, rules);
    if (read.kind !== 'value') return read;
    values.push(read.value);
  }
  return { kind: 'value', value: { [Symbol.asyncIterator]: () => iterateOver(values) } };
}

async function* iterateOver(values: readonly unknown[]): AsyncGenerator {
  for (const value of values) yield await Promise.resolve(value);
}

/**
 * Reads the items of a sequence as they arrive; holds one item and the chunk that it is in.
 *
 * Shape: can be iterated once. A consumer that stops releases the chunks.
 * Errors: iteration throws InvalidItemError for an invalid item, and the error of the chunks.
 */
export async function* streamSequence(chunks: AsyncIterable<Uint8Array>, rules: ItemRules): AsyncGenerator {
  const splitter = splitterOf(rules.mediaType);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let index = 0;
  for await (const chunk of chunks) {
    const piece = decodePiece(() => decoder.decode(chunk, { stream: true }), index);
    for (const one of splitter.take(await piece)) yield await valueOf(readItem(one, index++, rules));
    await valueOf(readPending(splitter, index, rules));
  }
  splitter.take(await decodePiece(() => decoder.decode(), index));
  for (const one of splitter.end()) yield await valueOf(readItem(one, index++, rules));
}

/** Errors: rejects with InvalidItemError for bytes that are not UTF-8. */
async function decodePiece(decode: () => string, index: number): Promise<string> {
  try {
    return decode();
  } catch {
    await valueOf(rejectPart('encoding', String(index), 'INVALID_VALUE', 'is not valid UTF-8'));
    return '';
  }
}

function readItem(text: string, index: number, { check, deepest, longest }: ItemRules): ReadBody {
  const path = String(index);
  return text.length > longest ? tooLong(path, longest) : readJsonValue(text, check, deepest, path);
}

function readPending({ pending }: SequenceSplitter, index: number, { longest }: ItemRules): ReadBody {
  return pending > longest ? tooLong(String(index), longest) : { kind: 'value', value: undefined };
}

function tooLong(path: string, longest: number): ReadBody {
  return rejectPart('item-length', path, 'TOO_LONG', `is longer than ${longest} characters`);
}

/** Returns a value that was read. Errors: rejects with InvalidItemError for any other result. */
async function valueOf(read: ReadBody): Promise<unknown> {
  if (read.kind === 'value') return read.value;
  throw new InvalidItemError(read.kind === 'error' ? read.reason : 'invalid', await explainBody(read));
}
