/** What an operation streams: documented events, else a run of samples of them. */
import type { EventUnion } from '../../../contract/contract.ts';
import type { SourceOperation, SourceSchema } from '../../../contract/resources/source.ts';
import type { JsonValue, OperationSpec, ResponseSpec } from '../../../templates/runtime/operation-spec.ts';
import type { StreamRules } from '../../../templates/runtime/server/stream-frames.ts';
import { isFields } from '../fields.ts';
import type { ResourceContract } from '../plan/described-operations.ts';
import { numberOf } from '../../../contract/resources/records/schema-parts.ts';
import { END_MARK, eventsOfExamples, eventsOfText, type ExampleEvents } from './event-examples.ts';
import { orderRun, readTypes, type EventType } from './event-order.ts';
import { eventVariants } from './event-variants.ts';
import type { RunEvent } from './event-values.ts';

export interface EventStreamPlan {
  readonly spec: OperationSpec;
  readonly source: SourceOperation;
  readonly response: ResponseSpec;
  /** The schema of an event; `null` for none. */
  readonly schema: SourceSchema | null;
  /** `null` if the stream is not described. */
  readonly rules: StreamRules | null;
  /** Whether it responds with nothing else. */
  readonly isOnly: boolean;
  /** The events that the description shows; `null` for none. */
  readonly shown: ExampleEvents | null;
  readonly run: readonly RunEvent[];
  /** Whether all events are of one type, of which a run has several. */
  readonly isUniform: boolean;
  /** The text of a last frame that is not an event; `null` for none. */
  readonly end: string | null;
}

/** Plans the stream of an operation; `null` if it has none. */
export async function planStream(
  { contract, graph, source: { operations } }: ResourceContract,
  spec: OperationSpec,
): Promise<EventStreamPlan | null> {
  const response = streamedResponse(spec);
  const source = operations.find(({ id }) => id === spec.id);
  if (response === null || source === undefined) return null;
  const name = spec.stream?.stream ?? '';
  const rules = contract.service.streams[name] ?? null;
  const { events = {} } = await contract.loadSamples();
  const listed = (events as Readonly<Record<string, readonly JsonValue[] | undefined>>)[name] ?? [];
  const union = contract.unions[name] ?? null;
  const schema = source.responses.find(({ kind }) => kind === 'eventStream')?.schema ?? null;
  const shown =
    eventsOfExamples(response.examples, rules?.shape) ?? eventsOfText(schema?.text ?? '', rules?.shape);
  const [only, second] = listed;
  // Why not of records: their stream has the records that exist.
  const isOfRecords = graph.resources.some((each) => each.schema !== null && each.schema === schema?.name);
  const isSingle = only !== undefined && second === undefined && !isOfRecords;
  const samples = isSingle ? eventVariants(only, schema, rules) : listed;
  const isFramed = response.mediaType?.startsWith('text/event-stream') === true;
  return {
    spec,
    source,
    response,
    schema,
    rules,
    isOnly: !spec.responses.some(({ status, kind }) => status === response.status && kind === 'json'),
    shown,
    run: runOf(samples, rules, union),
    isUniform: samples.length < 2,
    end: shown?.end ?? (isFramed && marksEnd(spec, source, schema) ? END_MARK : null),
  };
}

/** Returns the success of an operation that is a stream; `null` for none. */
export function streamedResponse({ responses }: Pick<OperationSpec, 'responses'>): ResponseSpec | null {
  const streams = responses.filter(
    ({ kind, status }) => kind === 'eventStream' && (status === 'default' || isSuccess(status)),
  );
  return streams.toSorted((one, other) => numberOf(one.status) - numberOf(other.status))[0] ?? null;
}

function isSuccess(status: ResponseSpec['status']): boolean {
  return status === '2XX' || (typeof status === 'number' && status >= 200 && status < 300);
}

/** Returns whether a description mentions the text that ends a stream. */
function marksEnd(
  { extensions }: OperationSpec,
  source: SourceOperation,
  schema: SourceSchema | null,
): boolean {
  const bodies = source.bodies.flatMap(({ schema: body }) => (body === null ? [] : textsOf(body)));
  const texts = [
    source.text,
    JSON.stringify(extensions),
    ...bodies,
    ...(schema === null ? [] : textsOf(schema)),
  ];
  return texts.some((text) => text.includes(END_MARK));
}

/** Returns the texts about a schema and its properties. */
function textsOf(schema: SourceSchema, depth = 2): readonly string[] {
  const inner = depth === 0 ? [] : [...schema.properties.values()];
  return [schema.text, ...inner.flatMap((each) => textsOf(each, depth - 1))];
}

const noHints = { terminal: new Set<string>(), keepalive: new Set<string>() };

/** Units: how many events a stream of one type has. */
const EVENTS = 4;

function runOf(
  samples: readonly JsonValue[],
  rules: StreamRules | null,
  union: EventUnion | null,
): readonly RunEvent[] {
  const [only] = samples;
  if (only === undefined) return [];
  if (samples.length === 1)
    return Array.from({ length: EVENTS }, (_, piece) => ({ value: only, kind: 'delta', subject: '', piece }));
  const types = readTypes(
    samples.map((sample) => typeOf(sample, rules)),
    union ?? noHints,
  );
  const contentOf = ({ place }: EventType): JsonValue | undefined => contentIn(samples[place], rules);
  const run = orderRun(types, (inner, outer) => isPartOf(contentOf(inner), contentOf(outer)));
  const pieces = new Map<EventType, number>();
  return run.map((type) => {
    const piece = type.kind === 'delta' ? (pieces.get(type) ?? -1) + 1 : -1;
    pieces.set(type, piece);
    return { value: samples[type.place] ?? null, kind: type.kind, subject: type.subject, piece };
  });
}

/** Returns the property of a frame that has the event; `null` if the event is no frame. */
export function innerOf(rules: StreamRules | null): string | null {
  return rules?.shape === 'frame' ? 'data' : null;
}

function contentIn(event: JsonValue | undefined, rules: StreamRules | null): JsonValue | undefined {
  const inner = innerOf(rules);
  return inner !== null && isFields(event) ? event[inner] : event;
}

function typeOf(event: JsonValue, rules: StreamRules | null): string {
  if (!isFields(event)) return '';
  const names = [
    ...(rules?.shape === 'frame' ? ['event'] : []),
    rules?.tag ?? 'type',
    'type',
    'event',
    'object',
  ];
  const type = names.map((name) => event[name]).find((each) => typeof each === 'string');
  return typeof type === 'string' ? type : '';
}

/** Returns whether an event names by its id what another one has: `item_id`, and `item`. */
function isPartOf(inner: JsonValue | undefined, outer: JsonValue | undefined): boolean {
  if (!isFields(inner) || !isFields(outer)) return false;
  return Object.keys(inner).some(
    (name) => isFields(outer[name.replace(/(?:_id|Id)$/, '')]) && /(?:_id|Id)$/.test(name),
  );
}
