/** Writes the responses of a server: those of handlers, validated, and its own errors. */
import type { HttpResponse, HttpRequest } from '../http.ts';
import { thenDo, type MaybePromise } from '../maybe-promise.ts';
import type { OperationSpec } from '../operation-spec.ts';
import { errorResponse, type ServerError } from './errors.ts';
import type { OperationCall, ServerHooks } from './hooks.ts';
import type { AnyServerOptions, HandlerResponse, ServiceDescription } from './service.ts';
import { itemWriter, streamFrames } from './stream-frames.ts';
import { ContractViolation, ResponseWriter } from './write-response.ts';

type Stream = NonNullable<HandlerResponse['stream']>;

/** The responses of one service. */
export class Responses {
  readonly #streams: ServiceDescription['streams'];
  readonly #options: AnyServerOptions;
  readonly #hooks: ServerHooks;
  readonly #writer: ResponseWriter;
  readonly #isChecked: boolean;
  readonly #frames: WeakMap<object, string> | null;

  constructor({ streams }: ServiceDescription, options: AnyServerOptions) {
    this.#streams = streams;
    this.#options = options;
    this.#hooks = options.hooks ?? {};
    this.#writer = new ResponseWriter(options.headers, options.xml);
    this.#isChecked = options.checkResponses ?? true;
    this.#frames = options.immutableEvents === true ? new WeakMap() : null;
  }

  /**
   * Writes the response of a handler.
   *
   * Errors: throws ContractViolation and closes the stream if a response violates the contract and is not replaced.
   */
  write(call: OperationCall, response: HandlerResponse): MaybePromise<HttpResponse> {
    const written = this.#check(call, response, this.#isChecked);
    if (!(written instanceof ContractViolation)) return written;
    return thenDo(this.#hooks.onInvalidResponse?.(response, written, call) ?? null, (replaced) => {
      const { stream } = response;
      if (replaced?.stream !== stream) void stream?.batches[Symbol.asyncIterator]().return?.();
      const again = replaced === null ? written : this.#check(call, replaced, replaced !== response);
      if (again instanceof ContractViolation) throw written;
      return again;
    });
  }

  #check(
    call: OperationCall,
    response: HandlerResponse,
    isChecked: boolean,
  ): HttpResponse | ContractViolation {
    return this.#writer.write(call.operation, response, isChecked, (stream, mediaType) =>
      this.#writeFrames(call, stream, mediaType),
    );
  }

  #writeFrames(call: OperationCall, stream: Stream, mediaType: string | null): AsyncIterable<string> {
    const { operation } = call;
    const hooks = this.#hooks;
    return streamFrames(stream, {
      writeItem: itemWriter(mediaType),
      rules: operation.stream === null ? null : (this.#streams[operation.stream.stream] ?? null),
      isChecked: this.#isChecked,
      cache: this.#frames,
      change: (event) => hooks.beforeEvent?.(event, call) ?? null,
      replace: (event, message) => hooks.onInvalidEvent?.(event, message, call) ?? null,
      onError: (error) => this.#options.onError(error, operation),
      onEnd: () => hooks.onStreamEnd?.(call),
    });
  }

  /** Writes an error of the server itself, which the description need not declare. */
  writeError(
    error: ServerError,
    operation: OperationSpec | null,
    request: HttpRequest,
  ): MaybePromise<HttpResponse> {
    return thenDo(this.#options.writeError?.(error, { request, operation }) ?? null, (response) =>
      response === null
        ? this.#defaultError(error, operation)
        : { ...response, headers: { ...error.headers, ...response.headers } },
    );
  }

  #defaultError(error: ServerError, operation: OperationSpec | null): HttpResponse {
    const response = errorResponse(error, operation);
    const written = this.#writer.write(operation ?? NO_OPERATION, response, false, () => {
      throw new Error('An error is not a stream.');
    });
    if (written instanceof ContractViolation) throw written;
    return written;
  }
}

/** The operation of responses outside any operation. */
const NO_OPERATION: OperationSpec = {
  id: '',
  method: '',
  path: '',
  tag: null,
  parameters: [],
  body: null,
  responses: [],
  security: [],
  stream: null,
  extensions: {},
};
