/**
 * Parses the texts of a query or a form: plain values, lists, and objects whose properties are sent under several
 * names. Does not validate; the caller does.
 */
import { namesIn, textsInside } from './bracket-texts.ts';
import { findForbiddenName } from './forbidden-names.ts';
import { cutText } from './instance-path.ts';
import { describeJsonFault, isDeeperThan } from './json-text.ts';
import type { FieldSpec, JoinedSpec, PropertiesSpec, ParameterKind } from './operation-spec.ts';
import type { ProblemCode } from './problem-rows.ts';
import { readScalar, wrongType, type TextReading } from './read-scalar.ts';
import { BROKEN, decodeText, NO_TEXTS, type Text, type TextsByName } from './request-texts.ts';

/** The result of reading a field: absent, a value, or an error with its path. */
export type FieldReading =
  | { readonly kind: 'absent' }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'error'; readonly path: string; readonly code: ProblemCode; readonly detail: string };

const ABSENT: FieldReading = { kind: 'absent' };

/** Reads the field with a name. Shape: `path` is the name of the field in errors. */
export function readField(
  name: string,
  field: FieldSpec,
  texts: TextsByName,
  path = cutText(name),
): FieldReading {
  const { properties, joined } = field;
  const own = texts.get(name) ?? [];
  if (joined !== undefined) return readJoined(field, joined, own, path);
  if (field.repeated === true) return readList(name, field, own, texts, path);
  if (properties?.style === 'own') return readProperties(properties, texts, path);
  const inside = properties === undefined ? NO_TEXTS : textsInside(name, texts);
  if (properties !== undefined && inside.size > 0) {
    return own.length === 0
      ? readProperties(properties, inside, path)
      : rejectField(path, 'INVALID_VALUE', 'is set both as a value and by its properties');
  }
  if (own.length === 0) return ABSENT;
  if (own.length > 1) return rejectField(path, 'DUPLICATE_PARAMETER', 'is given more than once');
  return readOne(field, own[0] ?? '', path);
}

/**
 * Reads the properties of an object; undocumented ones as text, so that the schema can reject them.
 *
 * Shape: absent if there are none.
 */
export function readProperties(properties: PropertiesSpec, texts: TextsByName, path: string): FieldReading {
  const { fields, rest = TEXT } = properties;
  const found: [name: string, value: unknown][] = [];
  for (const name of namesOf(properties, texts)) {
    const inside = path === '' ? cutText(name) : `${path}.${cutText(name)}`;
    if (name === '__proto__') return rejectField(inside, 'INVALID_VALUE', 'is not an allowed name');
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const reading = readField(name, field ?? rest, texts, inside);
    if (reading.kind === 'error') return reading;
    if (reading.kind === 'value') found.push([name, reading.value]);
  }
  return found.length === 0 ? ABSENT : { kind: 'value', value: Object.fromEntries(found) };
}

/** Lists the names of the properties, the documented ones first. */
function namesOf({ style, fields, rest, except = [] }: PropertiesSpec, texts: TextsByName): Iterable<string> {
  const documented = Object.keys(fields);
  if (style === 'own' && rest === undefined) return documented;
  const names = namesIn(texts, documented);
  for (const name of except) names.delete(name);
  return names;
}

/** Reads a whole form. Shape: an empty object if nothing was sent. */
export function readForm(form: PropertiesSpec, texts: TextsByName): FieldReading {
  const reading = readProperties(form, texts, '');
  return reading.kind === 'absent' ? { kind: 'value', value: {} } : reading;
}

const TEXT: FieldSpec = { kind: 'string' };

function readList(
  name: string,
  field: FieldSpec,
  own: readonly Text[],
  texts: TextsByName,
  path: string,
): FieldReading {
  if (field.list === 'brackets') return readBracketList(name, field, own, texts, path);
  return own.length === 0 ? ABSENT : readItems(field, own, path);
}

/** Reads `name[]=a&name[]=b` and `name[0]=a&name[1]=b`; also accepts a bare `name=a` as a list. */
function readBracketList(
  name: string,
  field: FieldSpec,
  own: readonly Text[],
  texts: TextsByName,
  path: string,
): FieldReading {
  const inside = textsInside(name, texts);
  const { properties } = field;
  // The schema decides whether a text may replace the list.
  if (inside.size === 0 && properties !== undefined && own.length === 1 && own[0] === '')
    return { kind: 'value', value: '' };
  if (inside.size === 0) return own.length === 0 ? ABSENT : readItems(field, own, path);
  const item: FieldSpec = { ...field, repeated: false };
  const values: unknown[] = [];
  for (const index of namesIn(inside, [])) {
    if (!/^[0-9]*$/.test(index)) return rejectField(path, 'INVALID_TYPE', 'must be a list');
    // Each `name[]` is one item.
    const repeated = inside.get(index) ?? [];
    if (properties === undefined && index === '') {
      const reading = readItems(field, repeated, path);
      if (reading.kind !== 'value') return reading;
      values.push(...(reading.value as readonly unknown[]));
      continue;
    }
    const reading = readField(index, item, inside, `${path}[${index}]`);
    if (reading.kind === 'error') return reading;
    if (reading.kind === 'value') values.push(reading.value);
  }
  return { kind: 'value', value: values };
}

function readItems(field: FieldSpec, texts: readonly Text[], path: string): FieldReading {
  const values: unknown[] = [];
  for (const text of texts) {
    const reading = readOne(field, text, path);
    if (reading.kind !== 'value') return reading;
    values.push(reading.value);
  }
  return { kind: 'value', value: values };
}

function readOne({ kind, nullable }: FieldSpec, text: Text, path: string): FieldReading {
  if (text === '' && nullable === true) return { kind: 'value', value: null };
  if (text === BROKEN) return rejectField(path, 'INVALID_VALUE', 'has a broken percent-encoding');
  const reading = readText(kind, text);
  return reading.ok
    ? { kind: 'value', value: reading.value }
    : rejectField(path, reading.code, reading.detail);
}

/** Reads a value that is written in one text. */
function readJoined(
  field: FieldSpec,
  joined: JoinedSpec,
  texts: readonly Text[],
  path: string,
): FieldReading {
  const { repeated, properties } = field;
  const [text] = texts;
  if (text === undefined) return ABSENT;
  if (texts.length > 1) return rejectField(path, 'DUPLICATE_PARAMETER', 'is given more than once');
  const pieces = piecesOf(text, joined, repeated === true || properties !== undefined);
  if (pieces === null) return rejectField(path, 'INVALID_VALUE', `must start with ${joined.prefix ?? ''}`);
  if (repeated === true) return readItems(field, pieces, path);
  if (properties === undefined) return readOne(field, pieces[0] ?? '', path);
  const named = joined.pairs === true ? pairsIn(pieces) : alternatesIn(pieces);
  return readProperties({ ...properties, style: 'brackets' }, named, path);
}

/** Splits a text, unless it is a single value; `null` if its prefix is missing. */
function piecesOf(
  text: Text,
  { separator, prefix = '', isEncoded }: JoinedSpec,
  isSeveral: boolean,
): readonly Text[] | null {
  if (text === BROKEN) return [BROKEN];
  if (!text.startsWith(prefix)) return null;
  const rest = text.slice(prefix.length);
  if (!isSeveral) return [rest];
  if (rest === '') return [];
  if (isEncoded !== true) return rest.split(separator).map((piece) => piece.trim());
  // Many clients also encode the separators.
  if (rest.includes(separator)) return rest.split(separator).map(decodeText);
  const decoded = decodeText(rest);
  return decoded === BROKEN ? [BROKEN] : decoded.split(separator);
}

function pairsIn(pieces: readonly Text[]): TextsByName {
  return new Map(
    pieces.map((piece) => {
      const [name = '', ...value] = String(piece).split('=');
      return [name, [piece === BROKEN ? BROKEN : value.join('=')]] as const;
    }),
  );
}

function alternatesIn(pieces: readonly Text[]): TextsByName {
  const names = pieces.filter((_, index) => index % 2 === 0);
  return new Map(names.map((name, index) => [String(name), [pieces[2 * index + 1] ?? '']] as const));
}

function rejectField(path: string, code: ProblemCode, detail: string): FieldReading {
  return { kind: 'error', path, code, detail };
}

/** Parses text as a value of a kind: a scalar, or JSON that is not nested too deeply. */
function readText(kind: ParameterKind, text: string): TextReading {
  return kind === 'json' ? readJsonText(text) : readScalar(kind, text);
}

const MAX_PARAMETER_DEPTH = 64;

function readJsonText(text: string): TextReading {
  if (isDeeperThan(text, MAX_PARAMETER_DEPTH))
    return wrongType(`nests deeper than ${MAX_PARAMETER_DEPTH} levels`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return wrongType(describeJsonFault(text));
  }
  const forbidden = findForbiddenName(value, text);
  return forbidden === null
    ? { ok: true, value }
    : wrongType(`contains ${cutText(forbidden)}, which is not an allowed name`);
}
