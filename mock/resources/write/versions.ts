/**
 * The versions that records have as properties: which ones, what they begin with, and what a client may expect of them.
 */
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { flatten } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { OperationError } from '../../http/declared-error.ts';
import { sentFields, type ResourceCall } from '../call.ts';
import { isFields, pickFields, textOf } from '../fields.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { RecordFields, ResourceRecord } from '../record.ts';
import { holderOf } from './key-holders.ts';

/** Names of texts with the version of a record, without case and separators. */
const texts: ReadonlySet<string> = new Set(['etag', 'resourceversion', 'rev', 'revisionid']);

/** Names of integers with the version of a record. */
const numbers: ReadonlySet<string> = new Set([
  'version',
  'revision',
  'lockversion',
  'objectversion',
  'resourceversion',
]);

/** Descriptions of versions that the service sets. */
const counts =
  /\bincrement|\bincreas|\bcurrent\s+version|\boptimistic|\bconcurren|-assigned\b|\bmust\s+match\b/i;

/** Descriptions of versions that a request must match. */
const fails =
  /\bmust\s+(?:match|equal|be\s+the\s+(?:current|latest))|\bconflict|\bmismatch|\boptimistic|\bconcurren/i;

/** Descriptions of versions that a request must match, whatever errors are declared. */
const rejects =
  /\b(?:fails?|rejected|refused)\s+(?:if|when|unless)\b[^.]{0,60}\bversion\b[^.]{0,60}\bmatch|\bversion\b[^.]{0,60}\bmatch[^.]{0,60}\b(?:fails?|rejected|refused)\b/i;

interface EarlierVersion {
  readonly before: RecordFields;
  readonly by: number;
}

/**
 * Writes the version of a record where it has a property for it that clients do not write: a text is the number of its
 * changes, an integer what it was before and the step `by`, else the first version.
 */
export function withVersion(
  plan: ResourcePlan,
  value: RecordFields,
  version: number,
  earlier: EarlierVersion,
): RecordFields {
  const { schema, writable } = plan;
  const name = holderOf(plan);
  const result = { ...value, ...textIn(schema, version, writable), ...numberIn(plan, earlier) };
  const holder = name === null ? undefined : value[name];
  if (name === null || holder === undefined || !isFields(holder)) return result;
  const inner = textIn(schema?.properties.get(name) ?? null, version, new Set());
  return { ...result, [name]: { ...holder, ...inner } };
}

function textIn(schema: SourceSchema | null, version: number, writable: ReadonlySet<string>): RecordFields {
  for (const [name, { types }] of schema?.properties ?? []) {
    const flat = flatten(name);
    if (texts.has(flat) && types?.has('string') === true && !writable.has(flat))
      return { [name]: String(version) };
  }
  return {};
}

function numberIn(plan: ResourcePlan, { before, by }: EarlierVersion): RecordFields {
  const name = numberedIn(plan);
  if (name === null) return {};
  const old = before[name];
  return { [name]: typeof old === 'number' ? old + by : firstVersion(plan, name) };
}

/** Returns the integer with the version of a record, which its service sets; `null` for none. */
function numberedIn({ schema, writable }: Pick<ResourcePlan, 'schema' | 'writable'>): string | null {
  for (const [name, { types, isReadOnly, text }] of schema?.properties ?? []) {
    const flat = flatten(name);
    if (!numbers.has(flat) || types?.has('integer') !== true) continue;
    if (isReadOnly || !writable.has(flat) || counts.test(text)) return name;
  }
  return null;
}

/** Returns what an action was sent without the version that it is about. */
export function withoutVersion(plan: ResourcePlan, sent: RecordFields): RecordFields {
  const name = numberedIn(plan);
  return pickFields(sent, (each) => each !== name);
}

/** Returns the version of a new record: its minimum or its example, where that is 0 or 1. */
function firstVersion({ schema, sample }: ResourcePlan, name: string): number {
  const { minimum = null, examples = [] } = schema?.properties.get(name) ?? {};
  const candidates: readonly unknown[] = [minimum, ...examples, sample[name]];
  return candidates.includes(0) && minimum !== 1 ? 0 : 1;
}

/**
 * Rejects a request for another version of a record than the current one, where its operation declares a conflict, or
 * another error and the description requires that the versions match.
 *
 * Errors: throws an OperationError with 409.
 */
export function assertVersion(call: ResourceCall, { value }: ResourceRecord): void {
  const { plan, request } = call;
  const name = numberedIn(plan.resource);
  const query = request.query as RecordFields;
  const sent: JsonValue | undefined = name === null ? undefined : (sentFields(call)[name] ?? query[name]);
  if (name === null || typeof sent !== 'number' || sent === value[name]) return;
  const { text = '' } = plan.written?.properties.get(name) ?? {};
  const declares = (status: number): boolean => plan.spec.responses.some((each) => each.status === status);
  const isWrong = fails.test(text) || fails.test(plan.source.text);
  if (declares(409) || rejects.test(text) || (isWrong && (declares(400) || declares(422))))
    throw new OperationError(409, `The record has changed: its ${name} is ${textOf(value[name])}`);
}
