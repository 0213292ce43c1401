/** Reads the streams of runs and worlds, and finds events in them. */
import { expect } from 'vitest';
import type { ExecutionResult, ExecutionStreamEvent } from '../../generated/service/types.ts';
import type { MockClient } from './mock-client.ts';
import { createClient, followWorld } from '../../generated/control/client.ts';

/** Returns the local action that a run is paused for. */
export function pausedAction({ pausedReason }: ExecutionResult) {
  if (pausedReason?.type !== 'local_action') throw new Error(`The run is not paused: ${pausedReason?.type}`);
  return pausedReason;
}

/** Returns the body that decides the approval that a run is paused for. */
export function decisionFor(result: ExecutionResult, decision = 'approved') {
  return { executionId: result.executionId, approvalId: pausedAction(result).approvalId, decision };
}

/** Approves or denies the call that a paused run waits for, or supplies its output. */
export async function continueRun(
  client: MockClient,
  paused: ExecutionResult,
  decision: 'approved' | 'denied' = 'approved',
): Promise<ExecutionResult> {
  const reason = paused.pausedReason;
  const outputs = reason?.type === 'local_action' ? { [reason.toolName]: { ok: true } } : {};
  const { status, text, body } =
    reason?.type === 'local_action' && reason.approvalId !== undefined
      ? await client.approve(paused, decision)
      : await client.resume(paused, outputs);
  expect(status, text).toBe(200);
  return body;
}

/** Lists the types of events, in order. */
export function typesOf(events: readonly ExecutionStreamEvent[]): readonly string[] {
  return events.map(({ type }) => type);
}

export function eventOf<Type extends ExecutionStreamEvent['type']>(
  events: readonly ExecutionStreamEvent[],
  type: Type,
): Extract<ExecutionStreamEvent, { type: Type }> {
  const event = events.find((one) => one.type === type);
  if (event === undefined) throw new Error(`There is no ${type} among ${typesOf(events).join(', ')}`);
  return event as Extract<ExecutionStreamEvent, { type: Type }>;
}

export function eventsOf<Type extends ExecutionStreamEvent['type']>(
  events: readonly ExecutionStreamEvent[],
  type: Type,
) {
  return events.filter((event) => event.type === type) as Extract<ExecutionStreamEvent, { type: Type }>[];
}

/**
 * Reads a stream as the strictest client does: frames end with LF LF and contain the event's name and
 * id besides its data.
 */
export function readFrames(text: string): readonly ExecutionStreamEvent[] {
  expect(text).not.toContain('\r');
  expect(text === '' || text.endsWith('\n\n'), 'the last frame is closed').toBe(true);
  return text
    .split('\n\n')
    .slice(0, -1)
    .map((frame) => {
      const fields = Object.fromEntries(
        frame.split('\n').map((line) => {
          const colon = line.indexOf(': ');
          return [line.slice(0, colon), line.slice(colon + 2)] as const;
        }),
      );
      const event = JSON.parse(fields['data'] ?? '') as ExecutionStreamEvent;
      expect(fields['event']).toBe(event.type);
      expect(fields['id']).toBe(String(event.seq));
      return event;
    });
}

/** An event of a stream: the JSON of its data. */
export type LiveEvent = Record<string, unknown> & { readonly type: string };

export interface LiveEvents {
  /** Waits for the given number of further events. Fails when the stream ends before. */
  take(count: number): Promise<readonly LiveEvent[]>;
  /** Waits for the first event of a type and returns it; earlier events are dropped. */
  until(type: string): Promise<LiveEvent>;
  /** Reads to the end of the stream. */
  rest(): Promise<readonly LiveEvent[]>;
  /** Disconnects before the end. */
  leave(): Promise<void>;
}

/** Reads the response with the emitted client, as it arrives. */
export function liveEvents(response: Response): LiveEvents {
  const client = createClient({
    baseUrl: 'http://reply.test',
    fetch: () => Promise.resolve(response),
    timeoutMs: null,
    retry: false,
  });
  const events = followWorld(client, {}, { resume: false })[Symbol.asyncIterator]();

  async function next(): Promise<LiveEvent> {
    const read = await events.next();
    if (read.done === true) throw new Error('The stream ended.');
    return read.value;
  }

  return {
    async take(count) {
      const taken: LiveEvent[] = [];
      while (taken.length < count) taken.push(await next());
      return taken;
    },
    async until(type) {
      for (;;) {
        const event = await next();
        if (event.type === type) return event;
      }
    },
    async rest() {
      const found: LiveEvent[] = [];
      for (let read = await events.next(); read.done !== true; read = await events.next())
        found.push(read.value);
      return found;
    },
    async leave() {
      await events.return?.();
    },
  };
}
