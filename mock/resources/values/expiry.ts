/** When a record expires, by the duration in a request: `expires_at` is now plus `ttl`. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { parseDuration } from '../../kernel/time/iso-time.ts';
import { epochMs, latestInstant, type EpochMs } from '../../kernel/time/time.ts';
import { textOf } from '../fields.ts';
import type { RecordFields } from '../record.ts';
import { isTime, writeTime } from './times.ts';
import { msPerDay, msPerHour, msPerMinute } from '../../../templates/runtime/conversion/durations.ts';

const expiries =
  /^(?:expires?(?:at|on|date|time)?|expir(?:y|ation)(?:at|date|time|timestamp)?|valid(?:until|to))$/;

const durations =
  /^(?:ttl|timetolive|lifetime|maxage|validfor|validity|duration|leaseduration|expir(?:es?|y|ation)(?:in|after|ttl)?)(?:in)?(milliseconds?|ms|seconds?|secs?|s|minutes?|mins?|hours?|days?|weeks?)?$/;

/** Units: milliseconds, by the first letters of a unit. */
const units: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|milli)/, 1],
  [/^s/, 1000],
  [/^m/, msPerMinute],
  [/^h/, msPerHour],
  [/^d/, msPerDay],
  [/^w/, 604_800_000],
];

/** A request. Shape: `written` is the schema of its body. */
interface SentDuration {
  readonly sent: RecordFields;
  readonly written: SourceSchema | null;
  readonly at: EpochMs;
}

/**
 * Returns a record that expires when the duration of a request has passed; the same one if it says nothing of that.
 */
export function withExpiry(
  value: RecordFields,
  schema: SourceSchema | null,
  { sent, written, at }: SentDuration,
): RecordFields {
  const [expiry, other] = [...(schema?.properties ?? [])].filter(
    ([name, property]) => expiries.test(flatten(name)) && isTime(property),
  );
  if (expiry === undefined || other !== undefined || sent[expiry[0]] !== undefined) return value;
  const [name, property] = expiry;
  for (const [each, text] of Object.entries(sent)) {
    const match = durations.exec(flatten(each));
    const about = (written?.properties.get(each) ?? schema?.properties.get(each))?.text ?? '';
    // Why: what has a duration may also expire, such as a video.
    if (match === null || (match[0].startsWith('duration') && !/expir|valid|lease|until/i.test(about)))
      continue;
    const lasting = lastingMs(text, match[1] ?? unitIn(about));
    if (lasting === 0 || at + lasting > latestInstant) continue;
    return { ...value, [name]: writeTime(epochMs(at + lasting), property, value[name]) };
  }
  return value;
}

/** Returns the unit that a text names, seconds by default. */
function unitIn(text: string): string {
  return /\b(?:milliseconds?|seconds?|minutes?|hours?|days?|weeks?)\b/i.exec(text)?.[0].toLowerCase() ?? 's';
}

/** Returns a duration in milliseconds: of a number, `90s`, or `PT90S`; 0 for none. */
function lastingMs(value: JsonValue, unit: string): number {
  const [, digits, own = ''] = /^(\d{1,12}(?:\.\d{1,9})?)\s?(ms|s|m|h|d|w)?$/.exec(textOf(value)) ?? [];
  if (digits === undefined) return parseDuration(textOf(value));
  const [, size = 1000] = units.find(([start]) => start.test(own === '' ? unit : own)) ?? [];
  return Math.floor(Number(digits) * size);
}
