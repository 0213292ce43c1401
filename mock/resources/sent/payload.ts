/** Makes the bodies of callbacks and webhooks: valid by their schema, and about the record that changed. */
import type { SourceRequest } from '../../../contract/resources/source.ts';
import { flatten, wordsOf } from '../../../contract/resources/words.ts';
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import type { EpochMs } from '../../kernel/time/time.ts';
import { isFields } from '../fields.ts';
import type { ResourcePlan } from '../plan/plan.ts';
import type { RecordFields } from '../record.ts';
import { nounOf } from '../streams/stream-handler.ts';
import { valueOfMessage } from '../streams/event-values.ts';
import { shownIn } from '../values/shown.ts';

/** What a body is made of. */
export interface PayloadParts {
  readonly request: SourceRequest;
  readonly sample: JsonValue;
  readonly accepts: (body: JsonValue) => boolean;
  readonly resource: ResourcePlan;
  readonly value: RecordFields;
  /** What has happened to the record: `created`; `null` if that is not known. */
  readonly verb: string | null;
  readonly at: EpochMs;
}

/** Makes the body of a request about a record. Shape: what would make it invalid is left out. */
export function makePayload(parts: PayloadParts): JsonValue {
  const { request, sample, accepts, resource, at } = parts;
  const value = shownIn({ shown: null, shownSample: {}, resource }, parts.value);
  if (isRecord(request.schema.name, resource)) {
    const shown = shownIn({ shown: request.schema, shownSample: resource.sample, resource }, parts.value);
    if (accepts(shown)) return shown;
  }
  const facts = { parent: value, noun: nounOf(resource), at, accepts };
  const message = valueOfMessage(sample, request.name, facts);
  return withOwnName(withShared(message, value, accepts), parts);
}

/** Returns whether a schema is that of the records of a resource. */
export function isRecord(name: string | null, { schema }: ResourcePlan): boolean {
  return name !== null && name === schema?.name;
}

/** Properties that a message has of its own. */
const own = /^(?:type|event|kind|action|topic|version|object|.*time.*|.*_at|.*At)$/i;

/** Uses the values of a record in a message that has them beside its own, and not as an object. */
function withShared(
  message: JsonValue,
  value: RecordFields,
  accepts: (body: JsonValue) => boolean,
): JsonValue {
  if (!isFields(message) || Object.values(message).some(isFields)) return message;
  const refers = Object.keys(message).some((name) => /.(?:_id|Id)$/.test(name));
  let result: RecordFields = message;
  for (const name of Object.keys(message)) {
    const part = value[name];
    if (part === undefined || own.test(name) || (name === 'id' && refers)) continue;
    const next = { ...result, [name]: part };
    if (accepts(next)) result = next;
  }
  return result;
}

/** Sets the property that names the event, where it lists names. */
function withOwnName(message: JsonValue, { request, verb, accepts }: PayloadParts): JsonValue {
  if (!isFields(message)) return message;
  let result: RecordFields = message;
  for (const [name, schema] of request.schema.properties) {
    const values = schema.values ?? [];
    const named =
      values.find((each) => typeof each === 'string' && flatten(each) === flatten(request.name)) ??
      values.find((each) => typeof each === 'string' && verb !== null && verbOf(wordsOf(each)) === verb);
    if (named === undefined || message[name] === undefined) continue;
    const next = { ...result, [name]: named };
    if (accepts(next)) result = next;
  }
  return result;
}

const verbs: Readonly<Record<string, string>> = {
  created: 'created create creates new added add inserted registered opened',
  updated: 'updated update updates changed change modified edited',
  deleted: 'deleted delete deletes removed remove destroyed',
};

/** Returns the change of a record that words name: `created`, `updated` or `deleted`; `null` for none of them. */
export function verbOf(words: readonly string[]): string | null {
  const match = Object.entries(verbs).find(([, all]) => words.some((word) => all.split(' ').includes(word)));
  return match?.[0] ?? null;
}
