/** An operation as the mock serves it: its description with its handler. */
import type { LoadSamples } from '../../contract/contract.ts';
import { isXmlMediaType } from '../../templates/runtime/media-type.ts';
import type { JsonValue, OperationSpec, ResponseSpec } from '../../templates/runtime/operation-spec.ts';
import type { MaybePromise } from '../../templates/runtime/maybe-promise.ts';
import type { RequestValues } from '../../templates/runtime/server/read-request.ts';
import type { SchemaCheck } from '../../templates/runtime/schema-check.ts';
import type { HandlerResponse, ServiceDescription } from '../../templates/runtime/server/service.ts';
import { planAdditions, type NewProperties, type OperationAdditions } from './add-properties.ts';
import type { HandlerContext } from './context.ts';
import type { ErrorDetail } from './error-responses.ts';
import type { RequestProperties } from './undescribed-properties.ts';

/** A handler of an operation that is not statically known. */
export type Handler = (request: RequestValues, context: HandlerContext) => MaybePromise<HandlerResponse>;

/** Responds to an invalid request instead of the default 400. Shape: `problems` is not empty. */
export type InvalidRequestHandler = (
  problems: readonly ErrorDetail[],
  context: HandlerContext,
) => MaybePromise<HandlerResponse>;

/** One operation; `handler` is `null` where the mock has none and responds with the sample. */
export interface ServedOperation {
  readonly spec: OperationSpec;
  /** Validates the events of its stream. */
  readonly eventCheck: SchemaCheck | null;
  readonly handler: Handler | null;
  /** Whether a sample is the intended response, so that it is not marked. */
  readonly isSample: boolean;
  /** `null` for the default 400. */
  readonly onInvalidRequest: InvalidRequestHandler | null;
  /** Additions of the contract that the handler lacks; `null` for none. */
  readonly additions: OperationAdditions | null;
  /** The name of the schema of its request body. */
  readonly bodyCheck: string | null;
  readonly loadSamples: LoadSamples;
  /** The error that most operations of the contract declare, for those that declare none; `null` for none. */
  readonly commonError: ResponseSpec | null;
  /** The error that the text about the API shows; absent for none. */
  readonly errorExample?: JsonValue | undefined;
  readonly errors: ErrorForm;
}

/** The properties that determine the form of an error. */
export type ErrorSource = Pick<ServedOperation, 'spec' | 'loadSamples' | 'commonError' | 'errorExample'>;

/** The form of error bodies. */
export type ErrorForm = 'mock' | 'described';

/**
 * A contract and its handlers.
 *
 * Shape: `handlers` is a `Partial<Handlers<HandlerContext>>` of that contract, `null` if all operations respond with
 * samples; `invalidRequestHandlers` are by operation, absent for none.
 */
export interface ContractParts {
  readonly description: ServiceDescription;
  readonly handlers: object | null;
  /** Whether error bodies are those of the mock, or have the form that the operations describe. */
  readonly errors: ErrorForm;
  readonly invalidRequestHandlers?: Readonly<Record<string, InvalidRequestHandler>>;
  /** Absent for none. */
  readonly newProperties?: NewProperties;
  /** Absent when undescribed properties are not reported. */
  readonly requestProperties?: RequestProperties;
  readonly loadSamples: LoadSamples;
  /** The error that the text about the API shows; absent for none. */
  readonly errorExample?: JsonValue | undefined;
}

/** Joins each operation of a contract with its handler. */
export function joinOperations(parts: ContractParts): readonly ServedOperation[] {
  const { operations, streams } = parts.description;
  const commonError = commonErrorOf(operations);
  return operations.map((spec) => ({
    spec,
    eventCheck: spec.stream === null ? null : (streams[spec.stream.stream]?.check ?? null),
    handler: parts.handlers && findHandler(parts.handlers, spec.id),
    isSample: parts.handlers === null || parts.errors === 'described',
    onInvalidRequest: parts.invalidRequestHandlers?.[spec.id] ?? null,
    additions:
      parts.newProperties === undefined
        ? null
        : planAdditions(parts.newProperties, spec.responses, spec.stream?.stream ?? null),
    bodyCheck: spec.body?.content.find(({ check }) => check !== null)?.check?.name ?? null,
    loadSamples: parts.loadSamples,
    commonError,
    errorExample: parts.errorExample,
    errors: parts.errors,
  }));
}

/**
 * Returns the source for errors of unknown paths and methods, which declares nothing; `null` for the form of the mock.
 */
export function outsideOperations(parts: ContractParts): ErrorSource | null {
  const { description, loadSamples, errors, errorExample } = parts;
  const { operations } = description;
  const [any] = operations;
  if (errors === 'mock' || any === undefined) return null;
  const isForUnknown = (status: ResponseSpec['status']): boolean => status === 404 || status === 'default';
  const commonError = commonErrorOf(operations, isForUnknown) ?? commonErrorOf(operations);
  return { spec: { ...any, responses: [] }, loadSamples, commonError, errorExample };
}

/** Returns the response for client errors in the form that most operations declare; `null` if none declares one. */
function commonErrorOf(
  operations: readonly OperationSpec[],
  isWanted: (status: ResponseSpec['status']) => boolean = isClientError,
): ResponseSpec | null {
  const errors = operations.flatMap(({ responses }) =>
    responses.filter(
      ({ status, kind, mediaType }) =>
        kind === 'json' && isWanted(status) && !isXmlMediaType(mediaType ?? ''),
    ),
  );
  const [most = null] = Map.groupBy(errors, ({ check }) => check?.name)
    .values()
    .toArray()
    .toSorted((one, other) => other.length - one.length);
  return most?.[0] ?? null;
}

function isClientError(status: ResponseSpec['status']): boolean {
  return typeof status === 'number' ? status >= 400 && status < 500 : status !== '2XX' && status !== '5XX';
}

function findHandler(handlers: object, id: string): Handler | null {
  const handler = (handlers as Readonly<Record<string, Handler | undefined>>)[id];
  return handler === undefined ? null : handler.bind(handlers);
}

/** Returns whether the success of an operation is a value that can only be written as XML. */
export function showsOnlyXml({ responses }: OperationSpec): boolean {
  const successes = responses.filter(
    ({ status }) => status === '2XX' || (Number(status) >= 200 && Number(status) < 300),
  );
  const isXml = ({ kind, mediaType }: ResponseSpec): boolean =>
    kind === 'json' && isXmlMediaType(mediaType ?? '');
  return successes.length > 0 && successes.every(isXml);
}
