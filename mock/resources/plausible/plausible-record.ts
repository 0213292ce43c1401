/** Puts values that look real in the place of those that a sample makes up. */
import { memoizeByObject } from '../../../contract/memoize.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { pointerStep, valueAt } from '../../../templates/runtime/json/pointer.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import { isFields } from '../fields.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';
import { candidatesOf, slugOf, type Choice } from './choose.ts';
import { timeOf } from './dates.ts';
import { firstFitting } from './fits.ts';
import type { Kind } from './kinds.ts';
import { readOutline, type OutlinedValue } from './outline.ts';
import { people } from './tables.ts';

export interface RecordChoice {
  /** The number of the record in its resource, from 0. */
  readonly index: number;
  /** The seed of the world. */
  readonly seed: number;
  readonly now: EpochMs;
  /** Whether a client creates it, so that it is in its first state and nothing has happened to it. */
  readonly isNew: boolean;
  /** What the client sent, with which the rest agrees; empty for a record that the world begins with. */
  readonly sent: RecordFields;
}

const outlineOf = memoizeByObject(readOutline);

const madeUpIn = memoizeByObject(
  (plan: ResourcePlan) => new Set(outlineOf(plan).map(({ path }) => path.join())),
);

/** Returns the sample of a resource as one of its records has it. */
export function plausibleSample(plan: ResourcePlan, record: RecordChoice): RecordFields {
  const outline = outlineOf(plan);
  const sample = fill(plan, outline, record);
  if (record.isNew || outline.length === 0 || plan.accepts(sample)) return sample;
  // Why one by one: what is valid by itself may not be what a union of schemas has.
  const valid = outline.filter((leaf) => plan.accepts(fill(plan, [leaf], record)));
  const rest = fill(plan, valid, record);
  return plan.accepts(rest) ? rest : plan.sample;
}

function fill(plan: ResourcePlan, outline: readonly OutlinedValue[], record: RecordChoice): RecordFields {
  let { sample } = plan;
  const offset = numberOf(`${plan.resource.name} ${record.seed}`);
  for (const leaf of outline) {
    if (!isUsed(leaf, record)) continue;
    const personName = personal.has(leaf.kind) ? personBeside(leaf, plan, record) : null;
    const value = chooseValue(leaf, record, { offset, personName, fake: plan.fake });
    if (value !== undefined) sample = withItem(sample, leaf.path, value) as RecordFields;
  }
  return sample;
}

/** Returns the name of the person that the description or the client gives to what has a value; `null` for none. */
function personBeside(
  { path, owner }: OutlinedValue,
  plan: ResourcePlan,
  { sent, index }: RecordChoice,
): string | null {
  const holder = path.slice(0, -1);
  const isMadeUp = (name: string): boolean => madeUpIn(plan).has([...holder, name].join());
  const beside = valueAt({ ...plan.sample, ...sent }, holder.map(pointerStep).join(''));
  const entries = Object.entries(isFields(beside) ? beside : {}).filter(
    ([name]) => (holder.length === 0 && sent[name] !== undefined) || !isMadeUp(name),
  );
  return personIn(entries, owner) ?? (index === 0 ? personOfEmail(entries) : null);
}

/** Returns the name in an email address such as `ada.byron@example.com`; `null` without one. */
function personOfEmail(fields: readonly (readonly [string, JsonValue])[]): string | null {
  for (const [, value] of fields) {
    const match = typeof value === 'string' ? /^([a-z]+)[._]([a-z]+)@/i.exec(value) : null;
    const names = match?.slice(1).map((name) => name.charAt(0).toUpperCase() + name.slice(1));
    if (names !== undefined) return names.join(' ');
  }
  return null;
}

/** Returns an email address with the made-up name of a record, in the place of the one that is shown. */
export function emailFor({ sample }: ResourcePlan, made: RecordFields, shown: string): string | null {
  const name = personIn(
    Object.entries(made).filter(([each, value]) => value !== sample[each]),
    '',
  );
  return name === null ? null : `${slugOf(name, '.')}${shown.slice(shown.indexOf('@'))}`;
}

/** Returns whether a record can have a value of the sample: a new one has what was sent, and what its service adds. */
function isUsed({ path, kind, isAdded }: OutlinedValue, { isNew, sent }: RecordChoice): boolean {
  const isSent = sent[path[0] ?? ''] !== undefined;
  if (isSent && path.length === 1) return false;
  return !isNew || ((isSent || isAdded) && kind !== 'values' && kind !== 'switch');
}

type DrawnValues = Pick<Choice, 'personName' | 'fake'> & { readonly offset: number };

function chooseValue(leaf: OutlinedValue, record: RecordChoice, values: DrawnValues): JsonValue | undefined {
  const { kind, name, schema, sample, path } = leaf;
  const { index } = record;
  if (kind === 'time') return timeOf(name, schema, sample, record);
  if (kind === 'values') return stateOf(schema, sample, index);
  if (kind === 'switch') return switchOf(name, index);
  const holders = path.slice(0, -1).filter((step) => step !== '0');
  const isOther = holders.length > 0 && personal.has(kind);
  const number = values.offset + index + (isOther ? numberOf(holders.join('.')) : 0);
  const choice: Choice = {
    kind,
    owner: leaf.owner,
    number: isSpread(kind) ? number + numberOf(name) : number,
    index,
    isInteger: schema.types?.has('integer') === true,
    personName: values.personName,
    fake: values.fake,
    isLowerCase: /\blower-?\s?case\b/i.test(schema.text),
  };
  return firstFitting(schema, candidatesOf(choice));
}

/** What depends on the name of a person. */
const personal: ReadonlySet<Kind> = new Set([
  'firstName',
  'lastName',
  'fullName',
  'personName',
  'login',
  'email',
]);

function isSpread(kind: string): boolean {
  return ['price', 'count', 'percent', 'rating', 'measure', 'sentence'].includes(kind);
}

/** Returns the name of a person that a record has; `null` if it has none. */
function personIn(fields: readonly (readonly [string, JsonValue])[], owner: string): string | null {
  const text = (wanted: readonly string[]): string | null => {
    const value = fields.find(([name]) => wanted.includes(flatten(name)))?.[1];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  const [first, last] = [text(['firstname', 'givenname']), text(['lastname', 'surname', 'familyname'])];
  if (first !== null && last !== null) return `${first} ${last}`;
  return text(['fullname', ...(people.has(owner.split(' ').at(-1) ?? '') ? ['name', 'displayname'] : [])]);
}

/** Returns a listed value. Why the default after another text: lists may show only that one where it is not asked for. */
function stateOf(
  { values, defaultValue }: SourceSchema,
  sample: JsonValue,
  index: number,
): JsonValue | undefined {
  const states = values ?? [];
  const isOther = typeof sample === 'string' && !states.includes(sample);
  return nextOf(states, isOther ? (defaultValue ?? sample) : sample, index);
}

/** Returns the listed value as many places after that of the sample as the number of the record. */
export function nextOf(
  values: readonly JsonValue[],
  sample: JsonValue,
  index: number,
): JsonValue | undefined {
  const place = values.indexOf(sample);
  return place < 0 ? undefined : values[(place + index) % values.length];
}

/** Switches that are off in most records: those that are on are gone, or out of use. */
const off =
  /delet|archiv|trash|disabl|suspend|bann|block|lock|expir|revok|hidden|deprecat|error|clos|cancel|remov|fail|spam|delinquent|live_?mode|draft|stale|read_?only|muted|sandbox|test|admin/i;

function switchOf(name: string, index: number): boolean {
  return off.test(name) ? false : (index + numberOf(name)) % 3 !== 0;
}

function withItem(value: JsonValue, [step, ...rest]: readonly string[], part: JsonValue): JsonValue {
  if (step === undefined) return part;
  if (Array.isArray(value)) {
    const [first = null, ...others] = value as readonly JsonValue[];
    return [withItem(first, rest, part), ...others];
  }
  const fields = isFields(value) ? value : {};
  return { ...fields, [step]: withItem(fields[step] ?? null, rest, part) };
}

/** Returns a number for a text, the same in every process. */
export function numberOf(text: string): number {
  let number = 0;
  for (const character of text) number = (number * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  return number;
}
