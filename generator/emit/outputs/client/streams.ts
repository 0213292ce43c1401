/**
 * Decides how a client reads the streams of an operation: when the response is a stream, which events end it, and how
 * the client resumes after a broken connection.
 */
import type {
  Body,
  Operation,
  ContractModel,
  EventStreamDecl,
  JsonObject,
} from '../../../model/contract-model.ts';
import { objectAt, propertyOf, propertyPlace, textAt } from '../../../json/json.ts';
import type { Report } from '../../../diagnostics/diagnostics.ts';
import { shapeOf, type EventShape } from '../../../describe/service.ts';
import { createSchemaReader, type SchemaReader } from '../../../schema/schema-reader.ts';

/** How one operation streams. */
export interface StreamPlan {
  /** `always`; `chosen` by a property of the request; `either`, at the service's choice. */
  readonly form: 'always' | 'chosen' | 'either';
  /** Name of the check of one event. */
  readonly event: string;
  /**
   * Set for `chosen`: the properties that choose, of which the first one present counts, and the default without
   * them.
   */
  readonly choice: { readonly paths: readonly string[]; readonly default: boolean } | null;
  readonly shape: EventShape;
  /** How the events are separated: frames of `text/event-stream`, lines, or records of `application/json-seq`. */
  readonly framing: 'frames' | 'lines' | 'records';
  readonly tag: string | null;
  /** Events that end the stream. */
  readonly last: readonly string[];
  /** Events after which the service may close the stream for a while. */
  readonly pauses: readonly string[];
  readonly resume: ResumePlan | null;
}

/** How a client resumes a stream. */
export interface ResumePlan {
  /** Id of another operation that resumes it; `null` for the same one. */
  readonly operation: string | null;
  readonly cursor: { readonly in: 'query' | 'header'; readonly name: string };
  readonly position: string | null;
  /** Sources of the path parameters that the original request does not have. */
  readonly path: JsonObject;
}

/** Creates the plans of all operations that stream, by id. Errors: CLIENT_HINT_UNUSABLE (reported). */
export function planStreams(contract: ContractModel, report: Report): ReadonlyMap<string, StreamPlan> {
  const reader = createSchemaReader(contract);
  const planned = new Map<string, StreamPlan>();
  for (const operation of contract.operations) {
    const stream = contract.streams.find(({ name }) => name === operation.stream?.stream);
    if (stream !== undefined)
      planned.set(operation.id, planStream(operation, stream, contract, reader, report));
  }
  return planned;
}

function planStream(
  operation: Operation,
  stream: EventStreamDecl,
  contract: ContractModel,
  reader: SchemaReader,
  report: Report,
): StreamPlan {
  const choice = choiceOf(operation, reader);
  const framing = framingOf(operation);
  const isAlways = !hasOtherSuccess(operation);
  return {
    form: isAlways ? 'always' : choice === null ? 'either' : 'chosen',
    event: stream.check,
    choice: isAlways ? null : choice,
    shape: framing === 'frames' ? shapeOf(stream, reader) : 'json',
    framing,
    tag: stream.tag,
    last: stream.terminal,
    pauses: stream.pausing,
    // Only frames have ids.
    resume:
      framing === 'frames' || Object.hasOwn(operation.extensions, 'x-resume')
        ? resumeOf(operation, stream, contract, reader, report)
        : null,
  };
}

function framingOf({ responses }: Operation): StreamPlan['framing'] {
  const [type = ''] = responses.flatMap(({ content }) =>
    content.flatMap((body) => (body.kind === 'eventStream' ? [body.mediaType.toLowerCase()] : [])),
  );
  if (type.startsWith('text/event-stream')) return 'frames';
  return type.includes('json-seq') ? 'records' : 'lines';
}

function hasOtherSuccess({ responses }: Operation): boolean {
  return responses.some(
    ({ status, content }) =>
      String(status).startsWith('2') && content.some(({ kind }) => kind !== 'eventStream' && kind !== 'none'),
  );
}

/** Properties that request a stream, if the description does not declare one. */
const defaultChoices = ['stream', 'streaming', 'streamResponse'];

function choiceOf(operation: Operation, reader: SchemaReader): StreamPlan['choice'] {
  const declared = operation.stream?.parameter ?? null;
  if (declared !== null) {
    const fallback = textAt(objectAt(operation.extensions, 'x-stream'), 'fallback');
    return { paths: [declared.name, ...(fallback === null ? [] : [fallback])], default: declared.default };
  }
  const body = sentBody(operation)?.content.find(({ kind }) => kind === 'json')?.check ?? null;
  if (body === null) return null;
  const properties = reader.propertiesOf(reader.ofCheck(body));
  for (const name of defaultChoices) {
    const property = properties.get(name);
    if (property === undefined || !reader.hasType(property, 'boolean')) continue;
    return {
      paths: [name],
      default: typeof property === 'object' && propertyOf(property, 'default') === true,
    };
  }
  return null;
}

function resumeOf(
  operation: Operation,
  stream: EventStreamDecl,
  contract: ContractModel,
  reader: SchemaReader,
  report: Report,
): ResumePlan | null {
  if (Object.hasOwn(operation.extensions, 'x-resume')) return readResume(operation, contract, report);
  return operation.method === 'get'
    ? resumeItself(operation)
    : inferRejoin(operation, stream, contract, reader);
}

function readResume(operation: Operation, contract: ContractModel, report: Report): ResumePlan | null {
  const hint = objectAt(operation.extensions, 'x-resume');
  const named = textAt(hint, 'operation') ?? operation.id;
  const cursor = textAt(hint, 'cursor') ?? '';
  const target = contract.operations.find(({ id }) => id === named);
  const reject = (problem: string): null => {
    report('CLIENT_HINT_UNUSABLE', propertyPlace(operation.place, 'x-resume'), {
      operation: operation.id,
      extension: 'x-resume',
      problem,
    });
    return null;
  };
  if (target === undefined) return reject(`there is no operation \`${named}\``);
  if (target.stream?.stream !== operation.stream?.stream)
    return reject(`\`${named}\` does not send the same events`);
  if (target !== operation && !isRejoin(target))
    return reject(`\`${named}\` is itself resumed by another operation`);
  const parameter = target.parameters.find(({ name, in: place }) => name === cursor && place === 'query');
  const isHeader = cursor.toLowerCase() === LAST_EVENT_ID;
  if (parameter === undefined && !isHeader)
    return reject(`\`${named}\` has no query parameter \`${cursor}\``);
  const path = objectAt(hint, 'path');
  const inPath = pathNames(target);
  const unknown = Object.keys(path).find((name) => !inPath.includes(name));
  if (unknown !== undefined) return reject(`\`${named}\` has no path parameter \`${unknown}\``);
  const own = pathNames(operation);
  const open = inPath.find((name) => !Object.hasOwn(path, name) && !own.includes(name));
  if (open !== undefined) return reject(`the path parameter \`${open}\` of \`${named}\` has no value`);
  return {
    operation: target === operation ? null : target.id,
    cursor: parameter === undefined ? { in: 'header', name: LAST_EVENT_ID } : { in: 'query', name: cursor },
    position: textAt(hint, 'position'),
    path,
  };
}

/** Returns whether an operation resumes its own streams, so that no two operations resume each other. */
function isRejoin(target: Operation): boolean {
  const next = textAt(objectAt(target.extensions, 'x-resume'), 'operation');
  return next === null || next === target.id;
}

const LAST_EVENT_ID = 'last-event-id';

/** Common names of the parameter with the position to resume from. */
const positionNames = [
  'after',
  'lastEventId',
  'last_event_id',
  'last-event-id',
  'cursor',
  'starting_after',
  'since',
];

/** Resumes a stream with the operation that opened it; without a cursor parameter, with the standard's own header. */
function resumeItself(operation: Operation): ResumePlan {
  const name = cursorOf(operation);
  const cursor =
    name === null ? { in: 'header' as const, name: LAST_EVENT_ID } : { in: 'query' as const, name };
  return { operation: null, cursor, position: null, path: {} };
}

function cursorOf({ parameters }: Operation): string | null {
  const queries = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  return positionNames.find((name) => queries.includes(name)) ?? null;
}

/**
 * Finds the only operation that fetches the same events from a position, and whose path parameters the request or
 * every event contains.
 */
function inferRejoin(
  operation: Operation,
  stream: EventStreamDecl,
  contract: ContractModel,
  reader: SchemaReader,
): ResumePlan | null {
  const own = pathNames(operation);
  // A bare `id` could be the id of anything.
  const everywhere = (property: string): boolean =>
    property !== 'id' &&
    stream.events.length > 0 &&
    stream.events.every(
      ({ schema }) => reader.at({ $ref: `#/components/schemas/${schema}` }, property) !== null,
    );
  const candidates = contract.operations.filter(
    (other) =>
      other.method === 'get' &&
      other.stream?.stream === stream.name &&
      !hasOtherSuccess(other) &&
      isRejoin(other) &&
      cursorOf(other) !== null &&
      pathNames(other).every((name) => own.includes(name) || everywhere(name)),
  );
  const [target, ...others] = candidates;
  const name = target === undefined ? null : cursorOf(target);
  if (target === undefined || name === null || others.length > 0) return null;
  const fromEvent = pathNames(target).filter((parameter) => !own.includes(parameter));
  return {
    operation: target.id,
    cursor: { in: 'query', name },
    position: null,
    path: Object.fromEntries(fromEvent.map((parameter) => [parameter, `event.${parameter}`])),
  };
}

function pathNames({ parameters }: Operation): string[] {
  return parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
}

/** Methods with which `fetch` rejects a body, even if the description declares one. */
const bodiless: ReadonlySet<string> = new Set(['get', 'head']);

/** Returns the body of an operation; `null` if it has none, or if clients cannot send one. */
export function sentBody({ method, body }: Pick<Operation, 'method' | 'body'>): Body | null {
  return bodiless.has(method) ? null : body;
}
