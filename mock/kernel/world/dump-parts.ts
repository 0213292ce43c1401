/** Reads the parts of a dump. Each part has the format of the state, and is validated here. */
import type { StoredRecord } from '../store/collection.ts';
import type { Origin } from '../store/state.ts';
import type { Entry, TopicHead } from '../store/topic.ts';
import type { Timer } from '../machine/trigger.ts';
import { epochMs, milliseconds, seq, isInstant, type ClockSetting, type EpochMs } from '../time/time.ts';

export function readOrigin(value: unknown, path: string): Origin {
  const origin = expectObject(value, path);
  return {
    seed: expectNumber(origin['seed'], `${path}.seed`),
    fixture: expectString(origin['fixture'], `${path}.fixture`),
    createdAt: expectInstant(origin['createdAt'], `${path}.createdAt`),
    clock: readClock(origin['clock'], `${path}.clock`),
  };
}

/** Reads the origin of a stored world, which has its settings too; a dump does not. */
export function readStoredOrigin(value: unknown, path: string): Origin {
  const { settings } = expectObject(value, path);
  const origin = readOrigin(value, path);
  if (settings === undefined) return origin;
  const { pace, scenario, expiresAfter } = expectObject(settings, `${path}.settings`);
  const place = `${path}.settings`;
  return {
    ...origin,
    settings: {
      ...(pace !== undefined && { pace: expectOneOf(pace, ['real', 'fast', 'instant'], `${place}.pace`) }),
      ...(scenario !== undefined && { scenario: expectString(scenario, `${place}.scenario`) }),
      ...(expiresAfter !== undefined && {
        expiresAfter: milliseconds(expectCount(expiresAfter, `${place}.expiresAfter`)),
      }),
    },
  };
}

export function readClock(value: unknown, path: string): ClockSetting {
  const clock = expectObject(value, path);
  const mode = expectOneOf(clock['mode'], ['real', 'frozen', 'scaled'], `${path}.mode`);
  if (mode === 'real')
    return { mode, offset: milliseconds(expectInteger(clock['offset'], `${path}.offset`)) };
  const now = expectInstant(clock['now'], `${path}.now`);
  if (mode === 'frozen') return { mode, now };
  const since = epochMs(expectInteger(clock['since'], `${path}.since`));
  const rate = expectNumber(clock['rate'], `${path}.rate`);
  if (rate <= 0 || rate > fastestRate)
    throw new DumpMalformed(`${path}.rate`, `must be above 0 and at most ${fastestRate}`);
  return { mode, now, since, rate };
}

/** Source: spec/control/schemas/ClockSetting.yaml. */
const fastestRate = 1_000_000;

/**
 * Reads a record. The shape of its collection is checked elsewhere; here the id is checked, and the instants, which are
 * integers in properties named `…At` at any depth.
 */
export function readRecord(value: unknown, path: string): StoredRecord {
  const record = expectObject(value, path);
  const id = expectString(record['id'], `${path}.id`);
  if (id === '') throw new DumpMalformed(`${path}.id`, 'must not be empty');
  for (const [name, property] of Object.entries(record))
    if (instantName.test(name) && property !== null) expectInteger(property, `${path}.${name}`);
  return { ...record, id };
}

const instantName = /[a-z]At$/;

export function readTimer(value: unknown, path: string): Timer {
  const timer = expectObject(value, path);
  const target = expectObject(timer['target'], `${path}.target`);
  return {
    key: expectString(timer['key'], `${path}.key`),
    due: epochMs(expectInteger(timer['due'], `${path}.due`)),
    target: {
      kind: expectString(target['kind'], `${path}.target.kind`),
      id: expectString(target['id'], `${path}.target.id`),
    },
    trigger: expectString(timer['trigger'], `${path}.trigger`),
    payload: timer['payload'] ?? null,
    wait: timer['wait'] === true,
  };
}

export function readHead(topic: Readonly<Record<string, unknown>>, path: string): TopicHead {
  return {
    status: expectOneOf(topic['status'], ['open', 'paused', 'ended'], `${path}.status`),
    firstSeq: seq(expectCount(topic['firstSeq'], `${path}.firstSeq`)),
    nextSeq: seq(expectCount(topic['nextSeq'], `${path}.nextSeq`)),
    starts: expectArray(topic['starts'], `${path}.starts`).map((start, place) =>
      seq(expectCount(start, `${path}.starts.${place}`)),
    ),
  };
}

/** Reads an entry without checking its event. */
export function readEntry(value: unknown, path: string): Entry<unknown> {
  const entry = expectObject(value, path);
  return {
    seq: seq(expectCount(entry['seq'], `${path}.seq`)),
    segment: expectCount(entry['segment'], `${path}.segment`),
    at: epochMs(expectInteger(entry['at'], `${path}.at`)),
    event: entry['event'],
  };
}

/** The part of a dump that can't be loaded. `path` is dotted, empty for the whole dump. */
export interface DumpProblem {
  readonly code: 'DUMP_MALFORMED';
  readonly path: string;
  readonly message: string;
}

/** Thrown for a problem anywhere in a dump; caught by `loadState`. */
export class DumpMalformed extends Error {
  readonly problem: DumpProblem;

  constructor(path: string, message: string) {
    super(`${path} ${message}`);
    this.problem = { code: 'DUMP_MALFORMED', path, message };
  }
}

/** Reads an object that is neither `null` nor an array. */
export function expectObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new DumpMalformed(path, 'must be an object');
  return value as Readonly<Record<string, unknown>>;
}

export function expectArray(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new DumpMalformed(path, 'must be a list');
  return value;
}

export function expectString(value: unknown, path: string): string {
  if (typeof value !== 'string') throw new DumpMalformed(path, 'must be a string');
  return value;
}

export function expectNumber(value: unknown, path: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new DumpMalformed(path, 'must be a number');
  return value;
}

/** Reads a non-negative integer. */
export function expectCount(value: unknown, path: string): number {
  const number = expectNumber(value, path);
  if (!Number.isSafeInteger(number) || number < 0)
    throw new DumpMalformed(path, 'must be a non-negative integer');
  return number;
}

/** Reads an instant that a world can have. */
export function expectInstant(value: unknown, path: string): EpochMs {
  const number = expectNumber(value, path);
  if (!isInstant(number)) throw new DumpMalformed(path, 'must be milliseconds from 1970 to the end of 9999');
  return number as EpochMs;
}

/** Reads an integer, which may be negative. */
export function expectInteger(value: unknown, path: string): number {
  const number = expectNumber(value, path);
  if (!Number.isSafeInteger(number)) throw new DumpMalformed(path, 'must be an integer');
  return number;
}

export function expectEqual(value: unknown, expected: string | number, path: string): void {
  if (value !== expected) throw new DumpMalformed(path, `must be ${JSON.stringify(expected)}`);
}

export function expectOneOf<T extends string>(value: unknown, names: readonly T[], path: string): T {
  const match = names.find((name) => name === value);
  if (match === undefined) throw new DumpMalformed(path, `must be one of ${names.join(', ')}`);
  return match;
}
