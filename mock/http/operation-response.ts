/**
 * Turns the response of a handler into the one that is sent: as it is where it fits the contract, otherwise completed
 * from the samples of the contract.
 */
import type { ResponseViolation } from '../../generated/runtime/check-response.ts';
import type { HttpResponse } from '../../generated/runtime/http.ts';
import type { HandlerResponse } from '../../generated/runtime/server/service.ts';
import type { Result } from '../kernel/transaction/result.ts';
import { thenDo, type MaybePromise } from '../kernel/async.ts';
import { addToResponse, completeResponse, sampledResponse } from './complete-response.ts';
import type { StreamFault } from './event-stream.ts';
import type { Operation } from './operation.ts';
import type { Log } from './pipeline-parts.ts';
import type { RequestContext } from './request-context.ts';
import { markUndeclared, writeError, writeResponse } from './respond.ts';

/** An operation that is called, with what its response depends on. */
export interface OperationCall {
  readonly context: RequestContext;
  readonly operation: Operation;
  /** Absent where no fault applies to the stream of the response. */
  readonly streamFault?: StreamFault;
}

/** Writes the responses of operations. */
export class OperationResponses {
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Writes the response of a handler, with the properties that the contract has gained since the handler was written. */
  writeHandled(call: OperationCall, response: HandlerResponse): MaybePromise<HttpResponse> {
    const { context, operation } = call;
    const addition = operation.additions === null ? null : addToResponse(operation, response);
    if (addition === null) return this.write(call, response);
    return thenDo(this.write(call, addition.response), (written) => {
      if (context.violations.length > 0) return written;
      context.noteAdditions(addition.pointer, addition.paths);
      return markUndeclared(written, 'sampled');
    });
  }

  /** Writes a response; one that leaves the contract is completed from the samples. */
  write(call: OperationCall, response: HandlerResponse): MaybePromise<HttpResponse> {
    const written = this.#check(call, response);
    return written.ok ? written.value : this.#complete(call, response, written.error);
  }

  /** Writes the sample of an operation that has no handler. */
  async writeSample(call: OperationCall): Promise<HttpResponse> {
    const sample = await sampledResponse(call.operation);
    const written = sample && this.#check(call, sample);
    if (written?.ok === true) return markUndeclared(written.value, 'sampled');
    throw new Error(`${call.operation.spec.id} has neither a handler nor a sample`);
  }

  /** Adds what the contract requires and the handler does not return; without samples it is an error of the mock. */
  async #complete(
    call: OperationCall,
    response: HandlerResponse,
    violation: ResponseViolation,
  ): Promise<HttpResponse> {
    const { context, operation } = call;
    const { id } = operation.spec;
    const completed = await completeResponse(operation, response);
    const written = completed && this.#check(call, completed);
    if (written?.ok !== true) {
      const error = context.invalidResponse(id, violation);
      this.#log(error.body.error);
      return writeError(null, error);
    }
    this.#log(`${id} is completed from the samples of the contract: ${violation.message}`);
    context.noteSampled(violation);
    return markUndeclared(written.value, 'sampled');
  }

  #check(
    { context, operation, streamFault }: OperationCall,
    response: HandlerResponse,
  ): Result<HttpResponse, ResponseViolation> {
    const onEventViolation = (message: string): void => {
      this.#log(`An event of ${operation.spec.id} leaves the contract: ${message}`);
      context.noteEvent(message);
    };
    return writeResponse(operation, response, onEventViolation, streamFault, () => context.whenStreamEnds());
  }
}
