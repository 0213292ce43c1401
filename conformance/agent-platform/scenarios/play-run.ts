/** Plays runs, and reads them from a stream or from one result. */
import type { OperationId } from '../contract.ts';
import type { Exchange } from '../../model/exchange.ts';
import { listOf, propertyOf, textOf } from '../../model/json-fields.ts';
import { describeResponse } from './call-response.ts';
import type { PlayedEvent, PlayedRun } from './played-run.ts';
import type { CheckContext, OperationInput, PlayOptions } from './scenario-check.ts';

export type StartedRun = PlayedRun & { readonly executionId: string };

/** Plays a run of a kind, by default as a stream. Skips the check if it does not start. */
export async function playRun(
  context: CheckContext,
  kind: string,
  options: PlayOptions = {},
): Promise<StartedRun> {
  const run = await context.play(kind, options);
  const { executionId } = run;
  return run.status === 200 && executionId !== null
    ? { ...run, executionId }
    : context.skip(`A run of the kind ${kind} does not start: ${describeResponse(run)}.`);
}

/** Plays a run of a kind without streaming. Skips the check if it does not start. */
export function playResult(
  context: CheckContext,
  kind: string,
  options: Omit<PlayOptions, 'isStreamed'> = {},
): Promise<StartedRun> {
  return playRun(context, kind, { ...options, isStreamed: false });
}

/** Calls an operation that starts or continues a run, and reads the run. */
export async function callForRun<Id extends OperationId>(
  context: CheckContext,
  operation: Id,
  input: OperationInput<Id>,
): Promise<PlayedRun> {
  return readRun((await context.call(operation, input)).exchange);
}

/** Reads a run from an exchange; a failed one has no events and status 0. */
export function readRun(exchange: Exchange): PlayedRun {
  const recorded = exchange.response?.body;
  const body = recorded?.kind === 'json' ? recorded.value : undefined;
  const values =
    recorded?.kind === 'stream'
      ? recorded.stream.frames.map(({ value }) => value)
      : listOf(propertyOf(body, 'events'));
  return {
    ...playedRun(body, values),
    exchange,
    status: exchange.response?.status ?? 0,
    header: (name) => exchange.response?.headers[name.toLowerCase()] ?? null,
  };
}

/** Reads the result of a run that the driver started. */
export function readResult(body: unknown): PlayedRun {
  return playedRun(body, listOf(propertyOf(body, 'events')));
}

/** Returns the terminal event of a run; `null` if it has not ended. */
export function terminalOf({ events }: PlayedRun): PlayedEvent | null {
  return events.findLast(({ type }) => type === 'execution_complete' || type === 'execution_error') ?? null;
}

/** Returns whether a run waits for an approval or an output. */
export function isPaused(run: PlayedRun): boolean {
  return run.last('approval_start') !== null || run.last('await') !== null;
}

function playedRun(body: unknown, values: readonly unknown[]): PlayedRun {
  const events = values.filter(isEvent);
  return {
    exchange: null,
    status: 200,
    events,
    executionId:
      [body, ...events].map((value) => textOf(value, 'executionId')).find((id) => id !== null) ?? null,
    last: (type) => events.findLast((event) => event.type === type) ?? null,
    body,
    header: () => null,
  };
}

function isEvent(value: unknown): value is PlayedEvent {
  return typeof propertyOf(value, 'type') === 'string';
}
