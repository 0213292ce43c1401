/**
 * The numbers of a run are consistent in every built-in scenario and at every pace, on a frozen clock.
 */
import { describe, expect, it } from 'vitest';
import type { ExecutionStreamEvent } from '../../generated/service/types.ts';
import { builtInScenarios } from '../../mock/agent-platform/scenarios/built-in.ts';
import { streamProblems } from '../support/stream-problems.ts';
import { openMock, type MockClient } from '../support/mock-client.ts';
import { continueRun } from '../support/run-events.ts';

type Fields = ExecutionStreamEvent & Readonly<Record<string, unknown>>;
const names = builtInScenarios.map(({ name }) => name);
const agent = '/v1/agents/agent_support/executions';

/** Plays a scenario to its end; time passes in the world as long as the run needs it. */
async function play(runs: MockClient, scenario: string) {
  let result = await finished(runs, runs.run(scenario));
  const segments = [result.events];
  while (result.status === 'paused') {
    result = await finished(runs, continueRun(runs, result));
    segments.push(result.events);
  }
  return { executionId: result.executionId, segments, events: segments.flat() as readonly Fields[] };
}

async function finished<T>(runs: MockClient, response: Promise<T>): Promise<T> {
  const waiting = { isDone: false };
  const done = response.finally(() => (waiting.isDone = true));
  for (let second = 0; !waiting.isDone && second < 200; second += 1) {
    await runs.advance('PT1S');
    await new Promise(setImmediate);
  }
  return done;
}

function sumOf(events: readonly Fields[], type: string, read: (event: Fields) => number): number {
  return events
    .filter((event) => event.type === type && !('subagent' in event))
    .reduce((sum, event) => sum + read(event), 0);
}

const timeFields = ['startedAt', 'completedAt', 'awaitedAt', 'skippedAt', 'timestamp'];
const tokensOf = (event: Fields) =>
  (event['tokens'] as { input: number; output: number } | undefined) ?? { input: 0, output: 0 };
const costOf = (event: Fields) => Number(event['cost'] ?? 0);

describe.each(['instant', 'fast', 'real'] as const)('at pace %s', (pace) => {
  // @fact F-6.1-001 F-6.1.2-002
  it.each(names)('the numbers of %s are consistent', async (name) => {
    const runs = await openMock({ pace });
    const { executionId, segments, events } = await play(runs, name);
    expect(streamProblems(segments)).toEqual([]);

    const times = events.flatMap((event) =>
      timeFields.flatMap((field) => (field in event ? [String(event[field])] : [])),
    );
    expect(times).toEqual([...times].sort());

    const [start] = events;
    const last = events.at(-1);
    const elapsed = Date.parse(String(last?.['completedAt'])) - Date.parse(String(start?.['startedAt']));
    for (const type of ['model_call_complete', 'step_complete', 'tool_complete'])
      expect(
        sumOf(events, type, (event) => Number(event['durationMs'] ?? event['executionTime'])),
      ).toBeLessThanOrEqual(elapsed);
    if (last?.type === 'execution_complete') {
      expect(last.durationMs).toBe(elapsed);
      const input = sumOf(events, 'model_call_complete', (event) => tokensOf(event).input);
      const output = sumOf(events, 'model_call_complete', (event) => tokensOf(event).output);
      expect(last.totalTokens).toEqual({ input, output });
      expect(last.totalTokensUsed).toBe(input + output);
      expect(last.totalCost).toBeCloseTo(sumOf(events, 'model_call_complete', costOf), 6);
      const steps = sumOf(events, 'step_complete', (event) => Number(event['tokensUsed']));
      const turns = sumOf(events, 'turn_complete', (event) => tokensOf(event).input + tokensOf(event).output);
      expect(turns + steps).toBe(input + output);
    }

    const { body } = await runs.get(`${agent}/${executionId}`);
    if (last?.type === 'execution_complete')
      expect(body).toMatchObject({
        startedAt: start?.['startedAt'],
        completedAt: last.completedAt,
        totalTokens: last.totalTokens,
        iterations: last.iterations,
      });
    const rows = await runs.get(`${agent}/${executionId}/tool-calls`);
    for (const row of (rows.body as { data: { id: string; executionTimeMs: number; createdAt: string }[] })
      .data) {
      const call = events.filter(({ toolCallId }) => toolCallId === row.id);
      expect(row.createdAt).toBe(call.find(({ type }) => type === 'tool_start')?.['startedAt']);
      expect(row.executionTimeMs).toBe(call.find(({ type }) => type === 'tool_complete')?.['executionTime']);
    }
    for (const { toolCallId } of events.filter(({ type }) => type === 'tool_input_delta')) {
      const parts = events.filter((event) => event['toolCallId'] === toolCallId);
      const text = parts
        .flatMap((event) => (event.type === 'tool_input_delta' ? [event.delta] : []))
        .join('');
      expect(JSON.parse(text)).toEqual(parts.find(({ type }) => type === 'tool_start')?.['parameters']);
    }
    for (const medium of events.filter(({ type }) => type === 'media_complete')) {
      const text = events.flatMap((event) =>
        event.type === 'media_delta' && event.id === medium['id'] ? [event.delta] : [],
      );
      if (text.length > 0) expect(text.join('')).toBe(medium['data'] ?? medium['url']);
    }
    await runs.close();
  });
});
