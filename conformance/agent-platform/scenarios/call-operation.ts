/** Calls operations by their id, so that a check can send the same kind of request to all operations of a record. */
import type { JsonValue } from '../../../templates/runtime/operation-spec.ts';
import { operationById, type OperationId } from '../contract.ts';
import type { RecordedBody } from '../../model/exchange.ts';
import { baseOf } from '../requests/request-traits.ts';
import { planOf } from '../../requests/request-form.ts';
import type { CheckContext } from './scenario-check.ts';
import { isSuccess } from './call-response.ts';
import type { ReceivedStatus } from './played-run.ts';
import { isEmptyList } from '../../model/search-value.ts';

/** A call. Shape: what is absent is taken from the test environment; `profile` is `full` by default. */
export interface OperationCall {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly profile?: string | null;
}

/** The response of a call. Shape: `status` is 0 without a response; `body` is parsed JSON or text. */
export interface CalledResponse {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

export async function callOperation(
  context: CheckContext,
  id: OperationId,
  { path, query, headers = {}, body, profile = 'full' }: OperationCall = {},
): Promise<CalledResponse> {
  const operation = operationById(id);
  const { base } = baseOf(operation, context.environment);
  const { response } = await context.send(
    planOf({
      ...base,
      path: { ...base.path, ...path },
      query: { ...base.query, ...query },
      headers: [...base.headers, ...Object.entries(headers)],
      body: body === undefined ? base.body : { kind: 'json', value: body as JsonValue },
      profile,
    }),
  );
  if (response === null) return { status: 0, body: undefined, headers: {} };
  return { status: response.status, body: valueOf(response.body), headers: response.headers };
}

/** Returns the operations that read a run, with their path parameters. */
export function runReaders(
  id: string,
  executionId: string,
): readonly (readonly [OperationId, Readonly<Record<string, string>>])[] {
  return [
    ['getExecutionStatus', { executionId }],
    ['getAgentExecution', { id, executionId }],
    ['followExecutionEvents', { id, executionId }],
    ['listExecutionToolCalls', { id, executionId }],
  ];
}

/** Returns whether a response discloses nothing: it is no success, or a list without items. */
export function isClosed(response: ReceivedStatus): boolean {
  return !isSuccess(response) || isEmptyList(response.body);
}

function valueOf(body: RecordedBody): unknown {
  switch (body.kind) {
    case 'json':
      return body.value;
    case 'text':
      return body.text;
    case 'stream':
      return body.stream.frames.map(({ value }) => value);
    case 'none':
    case 'bytes':
      return undefined;
  }
}
