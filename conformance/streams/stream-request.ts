/** Reads what a request of a run selects: a stream or a JSON result, of a new, resumed or reattached run. */
import type { Contract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import { propertyAt } from '../../templates/runtime/client/property-path.ts';
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { RequestPlan } from '../model/exchange.ts';
import { isFields, parseJson, propertyOf, textOf } from '../model/json-fields.ts';
import type { EventTypes } from './event-types.ts';
import { decodePercent } from '../../templates/runtime/json/value.ts';

/** Where a stream enters its run: at the start, after a pause, or at any event when a client reconnects. */
export type RunEntry = 'start' | 'resume' | 'reattach';

/** The parts of a request that are read. */
export type StreamRequestInput = Pick<RequestPlan, 'path' | 'headers' | 'body'>;

export interface StreamRequest {
  readonly runEntry: RunEntry;
  /** The requested form; `default` if the request does not set it, `unknown` if it cannot be read. */
  readonly form: 'stream' | 'json' | 'default' | 'unknown';
  /** The requested run; `null` if the request names none. */
  readonly runId: string | null;
  /** The `seq` after which a stream begins that is reattached or resumed; `null` for the beginning of the run, `NaN` if unknown. */
  readonly after: number | null;
  /** Whether the response may repeat events of an earlier stream. */
  readonly mayRepeat: boolean;
}

/** What decides how a request is read. */
export interface StreamRequestContext {
  readonly contract: Contract;
  readonly operation: OperationSpec;
  readonly types: EventTypes;
  readonly runEntry: RunEntry;
  /** Returns whether the response to a body may repeat events, though its request does not reattach. */
  readonly mayRepeat: (body: unknown) => boolean;
}

/** Reads a request; `null` if it was not recorded. */
export function readStreamRequest(
  context: StreamRequestContext,
  request: StreamRequestInput | null,
): StreamRequest {
  const { operation, runEntry, mayRepeat } = context;
  const body = parseJson(request?.body ?? '');
  return {
    runEntry,
    form: readForm(operation, body),
    runId: request === null ? null : readRunId(context, body, request.path),
    after: runEntry === 'reattach' || isResumed(request) ? readAfter(operation, request) : null,
    mayRepeat: runEntry === 'reattach' || mayRepeat(body),
  };
}

/** Reads the form that a body selects. Shape: `json` for an operation that does not stream. */
export function readForm({ stream, extensions }: OperationSpec, body: unknown): StreamRequest['form'] {
  if (stream === null) return 'json';
  if (stream.parameter === null) return 'stream';
  if (!isFields(body)) return 'unknown';
  const fallback = textOf(extensions['x-stream'], 'fallback');
  const value = body[stream.parameter.name] ?? (fallback === null ? undefined : propertyAt(body, fallback));
  if (value === undefined) return stream.parameter.default ? 'default' : 'unknown';
  if (typeof value !== 'boolean') return 'unknown';
  return value ? 'stream' : 'json';
}

/** Shape: a reattached run is named by the last parameter of the path, a resumed one in the body. */
function readRunId(
  { contract, operation, types, runEntry }: StreamRequestContext,
  body: unknown,
  path: string,
): string | null {
  if (runEntry === 'start') return null;
  if (runEntry === 'reattach') {
    const name = /\{([^{}]+)\}[^{}]*$/.exec(operation.path)?.[1];
    const value = operationsOf(contract).pathValues(operation.method, path)[name ?? ''];
    return value === undefined ? null : decodePercent(value);
  }
  const id = types.runId === null ? undefined : propertyOf(body, types.runId);
  return typeof id === 'string' ? id : null;
}

function isResumed(request: StreamRequestInput | null): boolean {
  return request?.headers.some(([name]) => name.toLowerCase() === 'last-event-id') === true;
}

function readAfter({ extensions }: OperationSpec, request: StreamRequestInput | null): number | null {
  if (request === null) return Number.NaN;
  const query = new URLSearchParams(request.path.split('?')[1] ?? '');
  const header = request.headers.find(([name]) => name.toLowerCase() === 'last-event-id')?.[1];
  const after = query.get(textOf(extensions['x-resume'], 'cursor') ?? 'after') ?? header ?? '';
  return after === '' ? null : /^\d+$/.test(after) ? Number(after) : Number.NaN;
}
