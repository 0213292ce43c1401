/** New keys of records: of the form that the schema and the sample of a key have. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { singularOf, wordsOf } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { textOf } from '../fields.ts';
import { schemaAt } from '../../../contract/resources/records/schema-parts.ts';
import { splitPointer, valueAt } from '../../../templates/runtime/json/pointer.ts';
import { findRecords, listRecords, type RecordFields } from '../record.ts';
import type { ResourcePlan } from '../plan/plan.ts';

/** Returns numbers from 0 to below 1. */
export type RandomNumbers = () => number;

/** Units: how often a key is made again because its paths do not accept it or a record has it. */
const ATTEMPTS = 8;

/**
 * Returns the key of a new record as the property has it: of the form that its paths accept, and of no other record.
 *
 * Shape: what counts the records below their parents, such as `number`, begins with one below each of them.
 */
export function makeKey(
  tx: Transaction,
  plan: ResourcePlan,
  random: RandomNumbers,
  parents: Readonly<Record<string, string>> = {},
): JsonValue {
  const { schema, sample, keyPointer, acceptsKey = () => true, keySample } = plan;
  if (isCounter(plan) && Object.keys(parents).length > 0) return nextNumber(tx, plan, parents);
  const property = keyPointer === null ? null : schemaAt(schema, keyPointer);
  const shown = keyPointer === null ? undefined : (valueAt(sample, keyPointer) as JsonValue | undefined);
  // Why: where a sample shows no more than the name of its key, the path has the better example.
  const isBetter = typeof keySample === 'string' && /\d/.test(keySample) && keySample.length >= LIKE_AN_ID;
  const example = isBetter && isPlaceholder(shown, keyPointer) ? keySample : shown;
  const fits = (key: JsonValue): boolean => hasPattern(property, key) && acceptsKey(key);
  let key = makeLike(tx, plan, property, example ?? keySample, random);
  for (let attempt = 0; attempt < ATTEMPTS && (!fits(key) || isTaken(tx, plan, key)); attempt++)
    key = makeOther(tx, { plan, property, sample: example ?? keySample, random, attempt });
  if (fits(key) || keySample === undefined) return key;
  const other = makeLike(tx, plan, null, keySample, random);
  return acceptsKey(other) ? other : keySample;
}

/**
 * Returns the key that a request has under the name of the parameter or of the key, and that responses do not show under
 * that name: the `file_id` that makes a file one of a store; `null` for none.
 */
export function namedKeyIn(
  { schema, keyParameter, resource }: ResourcePlan,
  fields: RecordFields,
): string | number | null {
  for (const each of [keyParameter, splitPointer(resource.key?.value.property ?? '').join('/')]) {
    const value = each === null || schema?.properties.has(each) === true ? undefined : fields[each];
    if (typeof value === 'number' || (typeof value === 'string' && value !== '')) return value;
  }
  return null;
}

/** The length from which a sample looks like a real id. Units: characters. */
const LIKE_AN_ID = 8;

/** Returns whether a sampled key is only the name of its property. */
function isPlaceholder(shown: JsonValue | undefined, keyPointer: string | null): boolean {
  return typeof shown === 'string' && keyPointer?.endsWith(`/${shown}`) === true;
}

function isTaken(tx: Transaction, { resource }: ResourcePlan, key: JsonValue): boolean {
  return findRecords(tx, resource.name, textOf(key)).length > 0;
}

/** Returns whether a key matches the pattern of a property. Shape: true for a pattern that is not valid. */
export function hasPattern(schema: SourceSchema | null, key: JsonValue): boolean {
  const pattern = schema?.pattern ?? null;
  if (pattern === null || typeof key !== 'string') return true;
  try {
    return new RegExp(pattern, 'u').test(key);
  } catch {
    return true;
  }
}

interface OtherKey {
  readonly plan: ResourcePlan;
  readonly property: SourceSchema | null;
  readonly sample: JsonValue | undefined;
  readonly random: RandomNumbers;
  readonly attempt: number;
}

/**
 * Varies less of a sample with each attempt: what its pattern leaves open, its last letters of hexadecimal numbers, then
 * its last digits.
 */
function makeOther(tx: Transaction, { plan, property, sample, random, attempt }: OtherKey): JsonValue {
  if (typeof sample !== 'string') return makeLike(tx, plan, null, sample, random);
  const head = /^\^([\w-]+)(?=[[(\\])/.exec(property?.pattern ?? '')?.[1] ?? '';
  const isOpen = attempt % 3 === 0 && head !== '' && sample.startsWith(head);
  if (attempt % 3 === 0 && !isOpen) return vary(tx, plan, sample, random);
  const isHex = attempt % 3 === 1;
  const prefix = isOpen ? head : isHex ? /^(.*?)(?<![0-9a-f])[0-9a-f]+$/i.exec(sample)?.[1] : '';
  if (prefix === undefined || prefix === sample) return vary(tx, plan, sample, random);
  const rest = Array.from(sample.slice(prefix.length), (each) =>
    isOpen || isHex || /\d/.test(each) ? otherOf(random, each, isHex) : each,
  );
  return prefix + rest.join('');
}

function makeLike(
  tx: Transaction,
  plan: ResourcePlan,
  schema: SourceSchema | null,
  sample: JsonValue | undefined,
  random: RandomNumbers,
): JsonValue {
  if (isNumeric(schema, sample)) return nextNumber(tx, plan);
  if (schema?.format === 'uuid' || (typeof sample === 'string' && uuid.test(sample))) return makeUuid(random);
  const text = typeof sample === 'string' && sample !== '' ? sample : null;
  if (text === null || text === plan.key) return makeToken(plan, random);
  if (/^\d+$/.test(text)) return nextDigits(tx, plan, text);
  return vary(tx, plan, text, random);
}

/** Makes another id than a sampled one, for a property that is not a key. Shape: `counter` is the name of its numbers. */
export function makeIdLike(
  tx: Transaction,
  counter: string,
  schema: SourceSchema | null,
  sample: JsonValue,
  random: RandomNumbers,
): JsonValue {
  if (typeof sample === 'number') return sample + tx.nextNumber(counter) + 1;
  if (typeof sample !== 'string') return sample;
  if (schema?.format === 'uuid' || uuid.test(sample)) return makeUuid(random);
  return countUp(tx, counter, sample) ?? varyText(sample, random) ?? withNumber(tx, counter, sample);
}

/** Returns a text with the next number at its end, as in `AB-12`; `null` for one that does not count. */
function countUp(tx: Transaction, counter: string, sample: string): string | null {
  const digits = /(?<!\d)\d*$/.exec(sample.slice(-SHORT))?.[0] ?? '';
  if (digits === '' || digits.length === Math.min(SHORT, sample.length)) return null;
  return sample.slice(0, -digits.length) + String(Number(digits) + tx.nextNumber(counter) + 1);
}

function withNumber(tx: Transaction, counter: string, sample: string): string {
  return `${sample}${separatorOf(sample)}${tx.nextNumber(counter) + 2}`;
}

/** Units: digits of a number that counts, as in `AB-12`; longer ones are rather random. */
const SHORT = 4;

/** Units: digits of a number that is exact. */
const EXACT = 15;

function nextDigits(tx: Transaction, { resource }: ResourcePlan, sample: string): string {
  const count = tx.nextNumber(`key:${resource.name}`) + 1;
  return sample.slice(0, -EXACT) + String(Number(sample.slice(-EXACT)) + count);
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function isNumeric(schema: SourceSchema | null, sample: unknown): boolean {
  if (typeof sample === 'number') return true;
  return (
    schema?.types !== null && schema !== null && (schema.types.has('integer') || schema.types.has('number'))
  );
}

/** Returns whether keys are numbers that count the records below their parents. */
function isCounter({ key, schema }: ResourcePlan): boolean {
  return (
    key !== null &&
    /^(?:number|iid|index|position|sequence|seq|no)$/i.test(key) &&
    schema?.properties.get(key)?.types?.has('integer') === true
  );
}

function nextNumber(
  tx: Transaction,
  plan: ResourcePlan,
  parents: Readonly<Record<string, string>> = {},
): number {
  const above = Object.entries(parents);
  const numbers = listRecords(tx, plan.resource.name)
    // Why `text`: a first record below unknown parents is below all of them.
    .filter((record) => above.every(([name, text]) => (record.parents[name] ?? text) === text))
    .map(({ key }) => Number(key));
  return Math.max(0, ...numbers.filter(Number.isSafeInteger)) + 1;
}

/** Returns a random UUID of version 4. */
export function makeUuid(random: RandomNumbers): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16));
  hex[12] = '4';
  hex[16] = '89ab'[Math.floor(random() * 4)] ?? '8';
  const text = hex.join('');
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  );
}

/** Units: characters of a key that no sample shows. */
const TOKEN_LENGTH = 14;

/** Why by name: without a sample, a key shows at least which resource it belongs to. */
function makeToken({ resource }: ResourcePlan, random: RandomNumbers): string {
  const words = wordsOf(resource.name.split('/').at(-1) ?? '');
  return tokenOf([...words.slice(0, -1), singularOf(words.at(-1) ?? '')].join('_') || 'record', random);
}

/** Units: characters that an id may have which is made from the name of its property. */
const MAX_TOKEN_LENGTH = 63;

/** Returns whether a property is named like the id of its record. */
export function isIdName(name: string): boolean {
  return /^_?(?:id|uuid|guid|gid|sid|node_id|iid)$/i.test(name);
}

/** Makes an id whose sample is only its name: `order_…` for `orderId`. Shape: undefined for any other property. */
export function makeNamedId(
  name: string,
  shown: JsonValue,
  schema: SourceSchema | undefined,
  random: RandomNumbers,
): string | undefined {
  const words = wordsOf(name);
  const isId = /^(?:id|uuid|guid|identity|identifier)$/.test(words.at(-1) ?? '');
  if (!isId || shown !== name || schema === undefined) return undefined;
  const { values, pattern, bounds } = schema;
  if (values !== null || pattern !== null || (bounds?.maxLength ?? Infinity) <= MAX_TOKEN_LENGTH)
    return undefined;
  return tokenOf(words.slice(0, Math.max(1, words.length - 1)).join('_'), random);
}

function tokenOf(name: string, random: RandomNumbers): string {
  const letters = classes.slice(0, 2).join('');
  const rest = Array.from(
    { length: TOKEN_LENGTH },
    () => letters[Math.floor(random() * letters.length)] ?? '',
  );
  return `${name}_${rest.join('')}`;
}

/** Varies the last part of a sample: characters become others of the same class, so that its pattern still fits. */
function vary(tx: Transaction, plan: ResourcePlan, sample: string, random: RandomNumbers): string {
  const counter = `key:${plan.resource.name}`;
  return varyText(sample, random) ?? countUp(tx, counter, sample) ?? withNumber(tx, counter, sample);
}

/** Returns a text with other characters at its end; `null` for one that is too short for that. */
function varyText(sample: string, random: RandomNumbers): string | null {
  const [head = '', tail = ''] = splitTail(sample);
  if (tail.length < 4) return null;
  const isHex = /^[0-9a-f]+$/.test(tail) && /\d/.test(tail);
  return head + Array.from(tail, (character) => otherOf(random, character, isHex)).join('');
}

/** Returns a text of the same form as a fingerprint or a checksum: with the name of its method, and other characters. */
export function makeDigest(sample: string, random: RandomNumbers): string {
  const method = /^(?:md5|sha-?\d+)[:=-]/i.exec(sample)?.[0] ?? '';
  const rest = sample.slice(method.length);
  const isHex = /^[0-9a-f:-]+$/.test(rest);
  const isLetter = (character: string): boolean => /[0-9A-Za-z]/.test(character);
  return method + Array.from(rest, (each) => (isLetter(each) ? otherOf(random, each, isHex) : each)).join('');
}

function splitTail(sample: string): readonly string[] {
  const match = /^(.*?[_.:/-])?([^_.:/-]+)$/.exec(sample);
  return [match?.[1] ?? '', match?.[2] ?? sample];
}

function separatorOf(sample: string): string {
  return /[_-]/.exec(sample)?.[0] ?? (/\d$/.test(sample) ? '-' : '');
}

function otherOf(random: RandomNumbers, character: string, isHex: boolean): string {
  const alphabet = isHex ? '0123456789abcdef' : classes.find((each) => each.includes(character));
  return alphabet?.[Math.floor(random() * alphabet.length)] ?? character;
}

const classes = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
