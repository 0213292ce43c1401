/** Conditions with operators after a dollar sign: `name$like:*port$and:(size$gt:3$or:kind$in:[a,b])`. */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { RecordFields } from '../record.ts';
import { comparisonWith, containsText, isEqual } from './compare.ts';

type Test = (value: RecordFields) => boolean;

/** Finds the property that a condition compares. Errors: may throw for one that has none, or another operator. */
export type FindPlace = (name: string, operator: string) => string | null;

/** Longer texts are not read. Units: characters. */
const MAX_LENGTH = 5000;

/** Units: parentheses in each other. */
const MAX_DEPTH = 20;

/**
 * Returns the test of conditions with `$and:`, `$or:` and parentheses, of which `$and:` binds more closely; `null` for
 * another text. Shape: the property of an unknown name is not tested.
 */
export function readChain(text: string, find: FindPlace): Test | null {
  if (text.length > MAX_LENGTH || !/\$[a-z]{2,4}:/.test(text)) return null;
  const reader: Reader = { text, at: 0, find };
  const test = readAlternatives(reader, 0);
  return reader.at === text.length ? test : null;
}

interface Reader {
  readonly text: string;
  at: number;
  readonly find: FindPlace;
}

function readAlternatives(reader: Reader, depth: number): Test | null {
  return readJoined(
    reader,
    '$or:',
    () => readJoined(reader, '$and:', () => readOne(reader, depth), every),
    some,
  );
}

const every = (tests: readonly Test[]): Test => {
  return (value) => tests.every((test) => test(value));
};
const some = (tests: readonly Test[]): Test => {
  return (value) => tests.some((test) => test(value));
};

/** Reads parts with a word between them. */
function readJoined(
  reader: Reader,
  word: string,
  readPart: () => Test | null,
  join: (tests: readonly Test[]) => Test,
): Test | null {
  const tests: Test[] = [];
  do {
    const test = readPart();
    if (test === null) return null;
    tests.push(test);
  } while (skip(reader, word));
  return join(tests);
}

function readOne(reader: Reader, depth: number): Test | null {
  if (!skip(reader, '(')) return readCondition(reader);
  const inner = depth < MAX_DEPTH ? readAlternatives(reader, depth + 1) : null;
  return inner !== null && skip(reader, ')') ? inner : null;
}

function skip(reader: Reader, word: string): boolean {
  if (!reader.text.startsWith(word, reader.at)) return false;
  reader.at += word.length;
  return true;
}

function match(reader: Reader, pattern: RegExp): readonly string[] | null {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text);
  if (found !== null) reader.at = pattern.lastIndex;
  return found;
}

/** Why `$$` and others: a dollar sign in front of a character of the syntax is an escape. */
const VALUE = /(?:\$[$()*,[\]]|\$null:|[^$)])*/y;

function readCondition(reader: Reader): Test | null {
  const [, name = '', operator = ''] = match(reader, /\s*([A-Za-z_][\w.]{0,200})\$([a-z]{2,4}):/y) ?? [];
  const compare = operators[operator];
  if (compare === undefined) return null;
  const [sent = ''] = match(reader, VALUE) ?? [];
  const place = reader.find(name, operator);
  if (place === null) return () => true;
  const fits = compare(sent);
  return (value) => fits(valueAt(value, place) as JsonValue | undefined);
}

type Fits = (actual: JsonValue | undefined) => boolean;

const operators: Readonly<Record<string, (sent: string) => Fits>> = {
  eq: isValue,
  ne: (sent) => not(isValue(sent)),
  gt: (sent) => comparisonWith(valueOf(sent), 'above'),
  gte: (sent) => comparisonWith(valueOf(sent), 'least'),
  lt: (sent) => comparisonWith(valueOf(sent), 'below'),
  lte: (sent) => comparisonWith(valueOf(sent), 'most'),
  like: isLike,
  in: isListed,
  nin: (sent) => not(isListed(sent)),
};

function not(fits: Fits): Fits {
  return (actual) => !fits(actual);
}

function isValue(sent: string): Fits {
  const wanted = valueOf(sent);
  return (actual) => isEqual(actual, wanted);
}

/** Returns the test of a part of a text, or of a pattern with `*`. */
function isLike(sent: string): Fits {
  if (/(?<!\$)\*/.test(sent)) return comparisonWith(valueOf(sent), 'contains');
  const part = String(valueOf(sent)).toLowerCase();
  return (actual) => containsText(actual, part);
}

function isListed(sent: string): Fits {
  const list = /^\[(.*)\]$/s.exec(sent)?.[1] ?? sent;
  return comparisonWith(list.split(/(?<!\$),/).map(valueOf), 'any');
}

/** Returns a value without its escapes. */
function valueOf(sent: string): string | null {
  return sent === '$null:' ? null : sent.replaceAll(/\$([$()*,[\]])/g, '$1');
}
