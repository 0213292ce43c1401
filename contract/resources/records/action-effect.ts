/** What an action does to a record, as its name implies and as its text states. */
import { isObject, toText } from '../../../templates/runtime/json/value.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { SourceSchema } from '../source.ts';
import { flatten, wordsOf } from '../words.ts';
import { COMPLETED_STATES } from './state-values.ts';

type Fields = Readonly<Record<string, JsonValue>>;

/** Units: letters of a verb and of a state that must agree. */
const MIN_STEM_LENGTH = 4;

/**
 * Guesses by words: `cancel` sets a status to `cancelled`, `archive` sets `archived` or `isArchived`; also in an object
 * with the state, such as `state: { status, running }`.
 */
export function guessEffect(schema: SourceSchema, names: readonly string[], value: Fields): Fields {
  const last = names.at(-1) ?? '';
  const named = switchedByNoun(schema, wordsOf(last));
  if (named !== null) return named;
  const verb = stateNames[flatten(last)] === undefined ? (wordsOf(last)[0] ?? '') : flatten(last);
  const isNegated = /^un[a-z]{3}/.test(verb) && !/^(?:unit|until)/.test(verb);
  const stem = stemOf(isNegated ? verb.slice(2) : verb);
  if (stem.length < 3 && stateNames[verb] === undefined) return {};
  const all = [...schema.properties];
  const [flag, values] = switchOf(schema, stem) ?? [];
  const effect =
    flag === undefined || values === undefined ? {} : { [flag]: isNegated ? values.off : values.on };
  for (const [name, property] of all) {
    const { values } = property;
    if (!/(?:^|_)?(?:status|state)$/i.test(name)) continue;
    const inner = value[name];
    const nested = values === null && isObject(inner) ? guessEffect(property, names, inner) : {};
    if (Object.keys(nested).length > 0) return { ...effect, [name]: { ...(inner as Fields), ...nested } };
    const state = stateAfter(values ?? [], verb, isNegated ? null : stem);
    if (state !== undefined) return { ...effect, ...switchesOf(schema, values ?? [], state), [name]: state };
  }
  if (flag !== undefined) return effect;
  const off = switchedOff(schema, opposites[verb]);
  return Object.keys(off).length > 0 ? off : onlySwitch(schema, verb);
}

/** Returns the effect of a verb for any switch, such as `enable`, on the only switch of a record: `isWatched`. */
function onlySwitch({ properties }: SourceSchema, verb: string): Fields {
  if (!/^(?:de)?activate$|^(?:en|dis)able$/.test(verb)) return {};
  const switches = [...properties].filter(
    ([name, { types }]) => /^is(?=[A-Z_])/.test(name) && types?.size === 1 && types.has('boolean'),
  );
  const [only, second] = switches;
  if (only === undefined || second !== undefined) return {};
  return { [only[0]]: verb === 'activate' || verb === 'enable' };
}

/** Returns the switch that a verb and a noun name: `rescue_enabled` of `enable_rescue`; `null` for none. */
function switchedByNoun(
  { properties }: SourceSchema,
  [verb = '', ...noun]: readonly string[],
): Fields | null {
  const isOn = verb === 'enable';
  if (noun.length === 0 || (!isOn && verb !== 'disable')) return null;
  const name = noun.join('');
  const names = new Set([name, `${name}enabled`, `is${name}enabled`, `${name}active`, `enable${name}`]);
  const match = [...properties].find(
    ([each, { types }]) => types?.has('boolean') === true && names.has(flatten(each)),
  );
  return match === undefined ? null : { [match[0]]: isOn };
}

/**
 * Returns the property with the time of an action, by its name: `completed_at`, `complete_ts`, or only `completed`;
 * `null` for none. Why not `start_at` of `start`: that is when it should be done.
 */
export function timeOfAction({ properties }: SourceSchema, names: readonly string[]): string | null {
  const verb = wordsOf(names.at(-1) ?? '')[0] ?? '';
  const last = verb.at(-1) ?? '';
  const regular = [`${verb}d`, `${verb}ed`, `${verb}${last}ed`, verb.replace(/y$/, 'ied')];
  const done = new Set([
    ...regular.filter((each) => each !== verb),
    ...(stateNames[verb] ?? []).map(flatten),
  ]);
  const isNoted = ([name, { types, values, format }]: readonly [string, SourceSchema]): boolean => {
    const words = wordsOf(name);
    if (format?.startsWith('date') === true && done.has(words.join(''))) return true;
    const isTime =
      values === null && ['string', 'integer', 'number'].some((type) => types?.has(type) === true);
    return isTime && timeSuffixes.has(words.at(-1) ?? '') && done.has(words.slice(0, -1).join(''));
  };
  return [...properties].find(isNoted)?.[0] ?? null;
}

const timeSuffixes: ReadonlySet<string> = new Set(['at', 'on', 'date', 'time', 'timestamp', 'ts']);

/** The values of a switch: those of a boolean, or 1 and 0. */
export interface SwitchValues {
  readonly on: JsonValue;
  readonly off: JsonValue;
}

/** Returns the values of a property that is on or off; `null` for another one. */
export function switchValues({ types, values }: SourceSchema): SwitchValues | null {
  if (types?.has('boolean') === true) return { on: true, off: false };
  const isBit =
    types?.has('integer') === true && values?.length === 2 && [0, 1].every((each) => values.includes(each));
  return isBit ? { on: 1, off: 0 } : null;
}

/** Returns the switch that a verb sets, by the beginning of its name; `null` for none. */
function switchOf({ properties }: SourceSchema, stem: string): readonly [string, SwitchValues] | null {
  if (stem.length < 3) return null;
  for (const [name, property] of properties) {
    const values = flatten(name).replace(/^is/, '').startsWith(stem) ? switchValues(property) : null;
    if (values !== null) return [name, values];
  }
  return null;
}

/** Verbs that undo another one: `enable` sets `disabled` to false. */
const opposites: Readonly<Record<string, string>> = {
  enable: 'disable',
  disable: 'enable',
  activate: 'deactivate',
  deactivate: 'activate',
  resume: 'pause',
  pause: 'play',
  restore: 'delete',
  show: 'hide',
  open: 'close',
  reopen: 'close',
  start: 'stop',
};

/** Returns the switch that is named like a verb with the value false; empty if there is none. */
function switchedOff(schema: SourceSchema, verb: string | undefined): Fields {
  if (verb === undefined) return {};
  const [name, values] = switchOf(schema, verb.replace(/(?:(?<=iv)at)?e$/, '')) ?? [];
  return name === undefined || values === undefined ? {} : { [name]: values.off };
}

/** Returns the state that a verb leads to; undefined for none. Shape: `stem` is `null` for the opposite of a verb. */
function stateAfter(values: readonly JsonValue[], verb: string, stem: string | null): JsonValue | undefined {
  const match = (wanted: string): JsonValue | undefined =>
    values.find((each) => typeof each === 'string' && flatten(each) === flatten(wanted));
  for (const each of stateNames[verb] ?? []) {
    const state = match(each);
    if (state !== undefined) return state;
  }
  if (stem === null || stem.length < 3) return undefined;
  const alike = values.find((each) => typeof each === 'string' && flatten(each).startsWith(stem));
  const isAwaited = values.some((each) => {
    const [first = '', second = ''] = wordsOf(toText(each));
    return /^(?:pending|awaiting)$/.test(first) && second.startsWith(stem);
  });
  const others = isAwaited && grants.has(verb) ? COMPLETED_STATES : (otherStateNames[verb] ?? []);
  return alike ?? others.map(match).find((each) => each !== undefined);
}

/** Verbs that lead on from a state such as `pending_approval`. */
const grants: ReadonlySet<string> = new Set([
  'accept',
  'approve',
  'authorize',
  'confirm',
  'review',
  'sign',
  'verify',
]);

/** States that verbs lead to where none is named like the verb. */
const otherStateNames: Readonly<Record<string, readonly string[]>> = {
  cancel: ['interrupted', 'aborted', 'stopped', 'terminated'],
  abort: ['cancelled', 'canceled', 'interrupted', 'stopped'],
  interrupt: ['cancelled', 'canceled', 'stopped'],
};

/** Returns the switches that are named like states: true for the given state, false for the others. */
function switchesOf(schema: SourceSchema, values: readonly JsonValue[], state: JsonValue): Fields {
  const states = new Set(values.map((each) => flatten(toText(each))));
  const now = flatten(toText(state));
  const all = [...schema.properties].flatMap(([name, { types }]): [string, boolean][] => {
    if (types?.has('boolean') !== true) return [];
    const flat = flatten(name);
    if (states.has(flat)) return [[name, flat === now]];
    return /^(?:is)?(?:finished|ended|final)$/.test(flat) && FINAL_STATES.has(now) ? [[name, true]] : [];
  });
  return Object.fromEntries(all);
}

/** States that work does not leave again, as `flatten` writes them. */
const FINAL_STATES: ReadonlySet<string> = new Set([
  ...COMPLETED_STATES.filter((each) => each !== 'ready' && each !== 'available'),
  ...['cancelled', 'canceled', 'failed', 'error', 'expired', 'aborted', 'terminated', 'stopped'],
]);

/** Returns the letters that the forms of a verb share. */
export function stemOf(verb: string): string {
  return verb.replace(/(?:(?<=iv)at)?e$|y$/, '').slice(0, Math.max(MIN_STEM_LENGTH, verb.length - 2));
}

/** Returns the word for the state that a verb leads to: `closed` of `close`. */
export function wordOfState(verb: string): string {
  const regular = verb.endsWith('e') ? `${verb}d` : `${verb}ed`;
  return stateNames[verb]?.[0] ?? (verb === 'cancel' ? 'cancelled' : regular);
}

/** States that verbs lead to, the most likely first. */
const stateNames: Readonly<Record<string, readonly string[]>> = {
  pay: ['paid', 'succeeded'],
  confirm: ['confirmed', 'succeeded', 'processing', 'active'],
  capture: ['captured', 'succeeded'],
  finalize: ['finalized', 'open'],
  send: ['sent'],
  freeze: ['frozen'],
  unfreeze: ['unfrozen', 'active'],
  lend: ['lent'],
  start: ['running', 'active', 'in_progress', 'started'],
  run: ['running'],
  resume: ['running', 'active', 'in_progress'],
  restart: ['running', 'active', 'started', 'restarting'],
  stop: ['stopped', 'off', 'inactive', 'exited', 'offline'],
  kill: ['killed', 'exited', 'stopped', 'terminated'],
  close: ['closed', 'done'],
  complete: ['completed', 'complete', 'done'],
  finish: ['finished', 'done', 'completed'],
  // Why idle first: beside it, what is active is in use.
  enable: ['enabled', 'idle', 'active'],
  disable: ['disabled', 'inactive'],
  activate: ['active', 'activated'],
  deactivate: ['inactive', 'deactivated'],
  ship: ['shipped', 'in_transit'],
  reopen: ['open', 'opened'],
  boot: ['running', 'booting', 'active'],
  reboot: ['running', 'rebooting', 'active'],
  poweron: ['running', 'on', 'active', 'powered_on'],
  poweroff: ['off', 'offline', 'stopped', 'powered_off'],
  shutdown: ['off', 'offline', 'stopped', 'shut_down'],
  suspend: ['suspended', 'inactive'],
  unsuspend: ['active'],
  unpause: ['running', 'active'],
  publish: ['published', 'live'],
};
