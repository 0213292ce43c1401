/** Changes parts of the values of events. */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { isFields } from '../fields.ts';
import type { RecordFields } from '../record.ts';
import { PIECES, type EventKind } from './event-order.ts';

/** Returns a leaf of a value; `holder` is the name of the object or the list that has it, empty at the top. */
type LeafChange = (leaf: JsonValue, name: string, holder: string) => JsonValue;

/** Units: levels of an event that are changed. */
const MAX_DEPTH = 6;

/** Returns a copy with other leaves; the same object if no leaf changes. */
export function mapLeaves(
  value: RecordFields,
  change: LeafChange,
  holder = '',
  depth = MAX_DEPTH,
): RecordFields {
  const result: Record<string, JsonValue> = {};
  for (const [name, part] of Object.entries(value)) {
    const other = mapPart(part, name, holder, change, depth);
    if (other !== part) result[name] = other;
  }
  return Object.keys(result).length === 0 ? value : { ...value, ...result };
}

function mapPart(
  part: JsonValue,
  name: string,
  holder: string,
  change: LeafChange,
  depth: number,
): JsonValue {
  if (isFields(part)) return depth === 0 ? part : mapLeaves(part, change, name, depth - 1);
  if (!Array.isArray(part)) return change(part, name, holder);
  const list = part as readonly JsonValue[];
  if (depth === 0) return list;
  const mapped = list.map((each) => (isFields(each) ? mapLeaves(each, change, name, depth - 1) : each));
  return mapped.some((each, index) => each !== list[index]) ? mapped : list;
}

/** The properties with a text, in the order in which they are looked for. */
const names = [
  'delta',
  'text',
  'content',
  'token',
  'completion',
  'response',
  'value',
  'message',
  'choices',
  'part',
  'item',
  'data',
  'properties',
  'payload',
];

/** Writes a piece of a text into an event that has one, and the whole text into the event that ends it. */
export function changeText(value: RecordFields, { kind, piece }: TextPlace, text: string): RecordFields {
  const part =
    piece >= 0
      ? pieceOf(text, piece)
      : kind === 'close' || kind === 'end'
        ? text
        : kind === 'open'
          ? ''
          : null;
  return part === null ? value : (withText(value, part) ?? value);
}

/** Where in a text an event is. Shape: `piece` is negative for an event without a piece. */
interface TextPlace {
  readonly kind: EventKind;
  readonly piece: number;
}

/** Returns a copy with another text; `null` if it has none. */
function withText(
  value: JsonValue | undefined,
  text: string,
  depth = MAX_DEPTH,
): (JsonValue & RecordFields) | null {
  if (!isFields(value) || depth === 0) return null;
  for (const name of names) {
    const part = value[name];
    if (typeof part === 'string') return { ...value, [name]: text };
    const list = Array.isArray(part) ? (part as readonly JsonValue[]) : null;
    const inner = withText(list === null ? part : list[0], text, depth - 1);
    if (inner !== null) return { ...value, [name]: list === null ? inner : [inner, ...list.slice(1)] };
  }
  return null;
}

/** Leaves only the text in what an event adds, and who it is from in the first one. */
export function plainDelta(value: RecordFields, piece: number): RecordFields {
  const { delta, choices } = value;
  if (Array.isArray(choices)) {
    const [first, ...rest] = choices as readonly JsonValue[];
    return isFields(first) ? { ...value, choices: [plainDelta(first, piece), ...rest] } : value;
  }
  if (!isFields(delta)) return value;
  const text = names.find((name) => typeof delta[name] === 'string');
  if (text === undefined) return value;
  const { type, role } = delta;
  const from = role !== undefined && piece === 0 ? { role: 'assistant' } : {};
  return { ...value, delta: { ...(type === undefined ? {} : { type }), ...from, [text]: delta[text] ?? '' } };
}

/** Returns one of the pieces of a text. Shape: they have all of it together; empty after the last. */
function pieceOf(text: string, place: number): string {
  const words = text.split(/(?<=\s)/);
  const size = Math.max(1, Math.ceil(words.length / PIECES));
  return words.slice(place * size, (place + 1) * size).join('');
}
