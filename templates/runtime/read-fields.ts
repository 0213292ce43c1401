/**
 * Parses the texts of a query or a form: plain values, lists, and objects whose properties are sent under several
 * names. Does not validate; the caller does.
 */
import { namesIn, textsInside } from './forms/bracket-texts.ts';
import { findForbiddenName } from './forbidden-names.ts';
import { cutText } from './instance-path.ts';
import { describeJsonFault, isDeeperThan } from './json-text.ts';
import type { FieldSpec, JoinedSpec, MembersSpec, ParameterKind, ParameterSpec } from './operation-spec.ts';
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
  const { members } = field;
  const own = texts.get(name) ?? [];
  if (field.repeated === true) return readList(name, field, own, texts, path);
  if (members?.style === 'own') return readMembers(members, texts, path);
  const inside = members === undefined ? NO_TEXTS : textsInside(name, texts);
  if (members !== undefined && inside.size > 0) {
    return own.length === 0
      ? readMembers(members, inside, path)
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
export function readMembers({ style, fields }: MembersSpec, texts: TextsByName, path: string): FieldReading {
  const found: [name: string, value: unknown][] = [];
  const names = style === 'own' ? Object.keys(fields) : namesIn(texts, Object.keys(fields));
  for (const name of names) {
    const inside = path === '' ? cutText(name) : `${path}.${cutText(name)}`;
    if (name === '__proto__') return rejectField(inside, 'INVALID_VALUE', 'is not an allowed name');
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const reading = readField(name, field ?? TEXT, texts, inside);
    if (reading.kind === 'error') return reading;
    if (reading.kind === 'value') found.push([name, reading.value]);
  }
  return found.length === 0 ? ABSENT : { kind: 'value', value: Object.fromEntries(found) };
}

/** Reads a whole form: the documented fields, and the others as text. Shape: an empty object if nothing was sent. */
export function readForm({ fields }: MembersSpec, texts: TextsByName): FieldReading {
  const reading = readMembers({ style: 'brackets', fields }, texts, '');
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
  const { list } = field;
  if (list === 'brackets') return readBracketList(name, field, own, texts, path);
  if (list === undefined) return own.length === 0 ? ABSENT : readItems(field, own, path);
  if (own.length === 0) return ABSENT;
  const [text = ''] = own;
  if (own.length > 1) return rejectField(path, 'DUPLICATE_PARAMETER', 'is given more than once');
  if (text === BROKEN) return readOne(field, text, path);
  return readItems(field, text === '' ? [] : text.split(SEPARATORS[list]), path);
}

const SEPARATORS: { readonly [Style in 'commas' | 'spaces' | 'pipes']: string } = {
  commas: ',',
  spaces: ' ',
  pipes: '|',
};

/** Reads `name[]=a&name[]=b` and `name[0]=a&name[1]=b`; also accepts a bare `name=a` as a list. */
function readBracketList(
  name: string,
  field: FieldSpec,
  own: readonly Text[],
  texts: TextsByName,
  path: string,
): FieldReading {
  const inside = textsInside(name, texts);
  const { members } = field;
  // The schema decides whether a text may replace the list.
  if (inside.size === 0 && members !== undefined && own.length === 1 && own[0] === '')
    return { kind: 'value', value: '' };
  if (inside.size === 0) return own.length === 0 ? ABSENT : readItems(field, own, path);
  const item: FieldSpec = { ...field, repeated: false };
  const values: unknown[] = [];
  for (const index of namesIn(inside, [])) {
    if (!/^[0-9]*$/.test(index)) return rejectField(path, 'INVALID_TYPE', 'must be a list');
    // Each `name[]` is one item.
    const repeated = inside.get(index) ?? [];
    if (members === undefined && index === '') {
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

/**
 * Parses a parameter that is written in one text. Shape: `texts` are percent-encoded in a query, and decoded in any
 * other place.
 */
export function readJoined(
  parameter: ParameterSpec,
  joined: JoinedSpec,
  texts: readonly Text[] | undefined,
): FieldReading {
  const { name, repeated, members } = parameter;
  const path = cutText(name);
  const [text] = texts ?? [];
  if (texts === undefined || text === undefined) return { kind: 'absent' };
  if (texts.length > 1)
    return { kind: 'error', path, code: 'DUPLICATE_PARAMETER', detail: 'is given more than once' };
  const pieces = piecesOf(text, joined, parameter);
  if (pieces === null) {
    return { kind: 'error', path, code: 'INVALID_VALUE', detail: `must start with ${joined.prefix ?? ''}` };
  }
  if (repeated) return pieces.length === 0 ? { kind: 'value', value: [] } : readPieces(parameter, pieces);
  if (members === undefined) return readPieces(parameter, pieces);
  const fields = { style: 'brackets', fields: members.fields } as const;
  return readMembers(fields, joined.pairs === true ? pairsIn(pieces) : alternatesIn(pieces), path);
}

function readPieces(parameter: ParameterSpec, pieces: readonly Text[]): FieldReading {
  return readField(parameter.name, parameter, new Map([[parameter.name, pieces]]));
}

/** Splits a text; `null` if its prefix is missing. */
function piecesOf(
  text: Text,
  { separator, prefix = '' }: JoinedSpec,
  { in: place, repeated, members }: ParameterSpec,
): readonly Text[] | null {
  if (text === BROKEN) return [BROKEN];
  if (!text.startsWith(prefix)) return null;
  const rest = text.slice(prefix.length);
  if (!repeated && members === undefined) return [rest];
  if (rest === '') return [];
  if (place !== 'query') return rest.split(separator).map((piece) => piece.trim());
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

const DEEPEST_PARAMETER = 64;

function readJsonText(text: string): TextReading {
  if (isDeeperThan(text, DEEPEST_PARAMETER))
    return wrongType(`nests deeper than ${DEEPEST_PARAMETER} levels`);
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
