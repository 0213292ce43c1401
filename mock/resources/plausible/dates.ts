/** Times of a record that make sense together: created, then changed, both past; what begins before what ends. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { wordsOf } from '../../../contract/resources/words.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import { timeKindOf, writeTime } from '../values/times.ts';
import { msPerDay, msPerHour } from '../../../templates/runtime/conversion/durations.ts';

/** When a record is. Shape: `index` is its number; `isNew` for one that a client creates now. */
export interface RecordTimes {
  readonly now: EpochMs;
  readonly index: number;
  readonly isNew: boolean;
}

type Role = 'created' | 'changed' | 'birth' | 'began' | 'ended' | 'start' | 'end' | 'future' | 'past';

/** The roles by the words of a name, in the order in which they are looked for. */
const roles: readonly (readonly [Role, ReadonlySet<string>])[] = (
  [
    ['birth', 'birth birthday birthdate dob born'],
    ['began', 'started began opened joined hired'],
    ['ended', 'ended finished completed closed stopped left resolved delivered'],
    ['start', 'start starts begin begins from departure departs checkin pickup effective scheduled since'],
    [
      'future',
      'expires expire expiry expiration due deadline valid renews renewal next best trial estimated redeem',
    ],
    ['end', 'end ends finish until to arrival arrives checkout return dropoff through'],
  ] as const
).map(([role, words]) => [role, new Set(words.split(' '))]);

/** What has happened to few records: no time for most. */
const rare = new Set(
  (
    'deleted archived cancelled canceled trashed removed disabled revoked failed suspended banned locked ' +
    'blocked deprecated refunded rejected dismissed merged discontinued'
  ).split(' '),
);

/** Returns a time as its property has it; `null` for what has not happened, undefined for what keeps its sample. */
export function timeOf(
  name: string,
  schema: SourceSchema,
  sample: JsonValue,
  record: RecordTimes,
): JsonValue | undefined {
  const words = wordsOf(name);
  if (words.some((word) => rare.has(word))) return schema.isNullable ? null : undefined;
  const at = instantOf(timeKindOf(name, schema) ?? roleOf(words), record) as EpochMs;
  if (schema.types?.has('string') !== true) {
    const isMilliseconds = /ms$|millis/i.test(name) || (schema.minimum ?? 0) > 1e11;
    return writeTime(at, schema, isMilliseconds ? at : undefined);
  }
  const isInstant = typeof sample === 'string' && /T\d/.test(sample);
  const isDay = schema.format === null && !isInstant && /(?:date|birthday|dob)$/i.test(name);
  return isDay ? isoTime(at).slice(0, 10) : writeTime(at, schema, sample);
}

function roleOf(words: readonly string[]): Role {
  // Why also together: `check_in` is one word.
  const pairs = words.map((word, index) => word + (words[index + 1] ?? ''));
  return roles.find(([, set]) => [...words, ...pairs].some((word) => set.has(word)))?.[0] ?? 'past';
}

/** Why whole days: worlds that begin on the same day have the same times. */
function instantOf(role: Role, { now, index, isNew }: RecordTimes): number {
  const today = Math.floor(now / msPerDay) * msPerDay;
  const age = Math.max(4, 92 - 3 * index);
  const hour = 8 + ((index * 5) % 10);
  const created = isNew ? now : today - age * msPerDay + hour * msPerHour;
  const after = (share: number): number =>
    isNew ? now : created + Math.floor(age * share) * msPerDay + msPerHour;
  const start = today + (index + 2) * msPerDay + (9 + (index % 6)) * msPerHour;
  const at: Readonly<Record<Role, number>> = {
    created,
    changed: after(0.5),
    began: after(0.25),
    ended: after(0.4),
    past: after(0.3),
    start,
    end: start + msPerDay + 2 * msPerHour,
    future: today + (30 + 7 * index) * msPerDay + 12 * msPerHour,
    birth: today - (20 * 365 + ((index * 977) % 16_000)) * msPerDay,
  };
  return at[role];
}
