/**
 * Reads the parts of a dump. Each part is written as the state has it; here it is checked before it is believed.
 */
import {
  DumpMalformed,
  expectArray,
  expectCount,
  expectInstant,
  expectInteger,
  expectNumber,
  expectObject,
  expectOneOf,
  expectString,
} from './dump-shape.ts';
import type { StoredRecord } from '../store/schema.ts';
import type { Origin } from '../store/state.ts';
import type { Timer } from '../time/timer.ts';
import type { Entry, TopicHead } from '../log/topic.ts';
import { epochMs, milliseconds, seq } from '../time/units.ts';
import type { ClockSetting } from '../time/world-time.ts';

/** Reads where the world comes from. */
export function readOrigin(value: unknown, path: string): Origin {
  const origin = expectObject(value, path);
  return {
    seed: expectNumber(origin['seed'], `${path}.seed`),
    fixture: expectString(origin['fixture'], `${path}.fixture`),
    createdAt: expectInstant(origin['createdAt'], `${path}.createdAt`),
    clock: readClock(origin['clock'], `${path}.clock`),
  };
}

/** Reads a setting of the clock. */
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
 * Reads a record. Its kind knows its members; here the id is checked, and the instants, which are named `…At` and are whole
 * numbers wherever they are.
 */
export function readRecord(value: unknown, path: string): StoredRecord {
  const record = expectObject(value, path);
  if (expectString(record['id'], `${path}.id`) === '')
    throw new DumpMalformed(`${path}.id`, 'must not be empty');
  for (const [name, member] of Object.entries(record))
    if (instantName.test(name) && member !== null) expectInteger(member, `${path}.${name}`);
  return record as unknown as StoredRecord;
}

const instantName = /[a-z]At$/;

/** Reads a timer. */
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

/** Reads how far a topic has come. */
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

/** Reads an entry; its event is taken as it is. */
export function readEntry(value: unknown, path: string): Entry<unknown> {
  const entry = expectObject(value, path);
  return {
    seq: seq(expectCount(entry['seq'], `${path}.seq`)),
    segment: expectCount(entry['segment'], `${path}.segment`),
    at: epochMs(expectInteger(entry['at'], `${path}.at`)),
    event: entry['event'],
  };
}
