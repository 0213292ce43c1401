/** Which properties of a record are the times of its creation and its last change, and how they are written. */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { schemaFields } from '../fields.ts';
import type { RecordFields } from '../record.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import { msPerDay } from '../../../templates/runtime/conversion/durations.ts';

const CREATED =
  /^(?:created|(?:date|time)created|(?:created?|creation)(?:at|on|date|time|timestamp)|(?:inserted|registered|added|opened)at)$/;
const CHANGED =
  /^(?:(?:last)?(?:updated|modified)|(?:date|time)(?:last)?(?:updated|modified|changed)|(?:last)?(?:updated?|modified|changed?|edited|modification)(?:at|on|date|time|timestamp))$/;

/** Returns whether a property is the time of the creation or of the last change; `null` for neither. */
export function timeKindOf(name: string, schema: SourceSchema): ('created' | 'changed') | null {
  const flat = flatten(name);
  const kind = CREATED.test(flat) ? 'created' : CHANGED.test(flat) ? 'changed' : null;
  return kind !== null && isTime(schema) ? kind : null;
}

/** Returns the times of a new or of a changed record. Shape: `kind` is absent for both the creation and the change. */
export function timesIn(
  schema: SourceSchema | null,
  sample: RecordFields,
  { at, kind }: { readonly at: EpochMs; readonly kind?: 'created' | 'changed' },
): RecordFields {
  return schemaFields(schema, (name, property) => {
    const own = timeKindOf(name, property);
    return own === null || own !== (kind ?? own) ? undefined : writeTime(at, property, sample[name]);
  });
}

/** Returns whether a property may be an instant. */
export function isTime({ types, format, values }: SourceSchema): boolean {
  if (values !== null) return false;
  if (types === null) return format !== null;
  return types.has('string') ? format !== 'uri' : types.has('integer') || types.has('number');
}

/** Units: a number from which it counts milliseconds. */
const MILLISECONDS = 100_000_000_000;

/** Writes an instant as a property has it: a date, a time, or seconds or milliseconds since 1970. */
export function writeTime(at: EpochMs, schema: SourceSchema, sample: JsonValue | undefined): JsonValue {
  const isNumber = schema.types !== null && !schema.types.has('string');
  if (isNumber) return typeof sample === 'number' && sample >= MILLISECONDS ? at : Math.floor(at / 1000);
  const text = isoTime(at);
  if (
    /2822|1123|5322|822/.test(schema.format ?? '') ||
    (typeof sample === 'string' && /^[A-Z][a-z]{2}, \d/.test(sample))
  )
    return mailTime(at, text);
  if (schema.format === 'date' || (typeof sample === 'string' && /^\d{4}-\d\d-\d\d$/.test(sample)))
    return text.slice(0, 10);
  return typeof sample === 'string' && /T[\d:]+Z$/.test(sample) ? text.replace(/\.\d+Z$/, 'Z') : text;
}

const days = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Writes an instant as in RFC 5322: `Sun, 01 Mar 2026 12:00:00 +0000`. */
function mailTime(at: EpochMs, iso: string): string {
  const day = days[Math.floor(at / msPerDay) % 7] ?? '';
  const month = months[Number(iso.slice(5, 7)) - 1] ?? '';
  return `${day}, ${iso.slice(8, 10)} ${month} ${iso.slice(0, 4)} ${iso.slice(11, 19)} +0000`;
}
