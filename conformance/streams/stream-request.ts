/** Reads what a run request asks for: a stream or a JSON result, of a new, resumed or reattached run. */
import type { Operation } from '../schema-location/operations.ts';
import type { RequestPlan } from '../model/exchange.ts';
import { isFields } from './stream-event.ts';
import { rowFor, type RunEntry } from './stream-operations.ts';

/** The parts of a request that are read. */
export type StreamRequestInput = Pick<RequestPlan, 'path' | 'headers' | 'body'>;

/** The stream options of a request. */
export interface StreamRequest {
  readonly runEntry: RunEntry;
  /** The requested form; `default` if the request does not set it, `unknown` if it cannot be read. */
  readonly form: 'stream' | 'json' | 'default' | 'unknown';
  /** The requested run; `null` if the request names none. */
  readonly executionId: string | null;
  /** The `seq` after which a reattached stream begins; `null` for the beginning of the run, `NaN` if unknown. */
  readonly after: number | null;
  /**
   * Whether the response may repeat events: the request reattaches, or names a message and may be a re-send.
   */
  readonly mayRepeat: boolean;
}

/** Reads a request; `null` if it was not recorded. */
export function readStreamRequest(operation: Operation, request: StreamRequestInput | null): StreamRequest {
  const { runEntry } = rowFor(operation);
  const body = request === null ? null : parse(request.body);
  return {
    runEntry,
    form: formOf(operation, body),
    executionId: executionOf(runEntry, body, request),
    after: runEntry === 'reattach' ? afterOf(request) : null,
    mayRepeat: runEntry === 'reattach' || (runEntry === 'resume' && namesMessage(body)),
  };
}

function formOf({ stream }: Operation, body: unknown): StreamRequest['form'] {
  if (stream == null) return 'json';
  if (stream.parameter === null) return 'stream';
  if (!isFields(body)) return 'unknown';
  const { name } = stream.parameter;
  const options = body['options'];
  const wish = body[name] ?? (isFields(options) ? options[name] : undefined);
  if (wish === undefined) return 'default';
  if (typeof wish !== 'boolean') return 'unknown';
  return wish ? 'stream' : 'json';
}

function executionOf(runEntry: RunEntry, body: unknown, request: StreamRequestInput | null): string | null {
  if (runEntry === 'start' || request === null) return null;
  if (runEntry === 'reattach') {
    const part = /\/executions\/([^/?]+)\/events/.exec(request.path)?.[1];
    return part === undefined ? null : decode(part);
  }
  const named = isFields(body) ? body['executionId'] : undefined;
  return typeof named === 'string' ? named : null;
}

function namesMessage(body: unknown): boolean {
  return isFields(body) && typeof body['assistantMessageId'] === 'string';
}

function afterOf(request: StreamRequestInput | null): number | null {
  if (request === null) return Number.NaN;
  const query = new URLSearchParams(request.path.split('?')[1] ?? '');
  const header = request.headers.find(([name]) => name.toLowerCase() === 'last-event-id')?.[1];
  const after = query.get('after') ?? header ?? '';
  return after === '' ? null : /^\d+$/.test(after) ? Number(after) : Number.NaN;
}

function parse(body: string | null): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
