/**
 * What a request that runs something asks for: a stream or one result, of a run that begins, goes on or is joined again.
 */
import type { Operation } from '../../schema-location/operations.ts';
import type { RequestPlan } from '../../engine/exchange.ts';
import { isFields } from './stream-event.ts';
import { rowFor, type RunEntry } from './stream-operations.ts';

/** What of a request is looked at. */
export type AskingRequest = Pick<RequestPlan, 'path' | 'headers' | 'body'>;

/** A request as far as its stream is concerned. */
export interface StreamRequest {
  readonly runEntry: RunEntry;
  /** What is asked for; `default` where the request leaves it open, `unknown` where it can't be read. */
  readonly form: 'stream' | 'json' | 'default' | 'unknown';
  /** The run that is meant; `null` where that is not said. */
  readonly executionId: string | null;
  /** Behind which `seq` a joined run is told; `null` for its beginning, `NaN` where that is not known. */
  readonly after: number | null;
  /** Whether the response may repeat events: it joins a run again, or names a message and may be a re-send. */
  readonly mayRepeat: boolean;
}

/** Reads a request; `null` for one that nobody has seen. */
export function readStreamRequest(operation: Operation, request: AskingRequest | null): StreamRequest {
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

function executionOf(runEntry: RunEntry, body: unknown, request: AskingRequest | null): string | null {
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

function afterOf(request: AskingRequest | null): number | null {
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
