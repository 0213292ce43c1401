/**
 * The times of a run are consistent in every built-in scenario and at every pace, on a frozen clock.
 */
import { describe, expect, it } from 'vitest';
import type { ExecutionStreamEvent } from '../../generated/service/types.ts';
import { builtInScenarios } from '../../mock/agent-platform/scenarios/built-in.ts';
import { streamProblems } from '../support/stream-problems.ts';
import { openMock, type MockClient } from '../support/mock-client.ts';
import { continueRun } from '../support/run-events.ts';

type Fields = ExecutionStreamEvent & Readonly<Record<string, unknown>>;
const names = builtInScenarios.map(({ name }) => name);

/** Plays a scenario to its end; time passes in the world as long as the run needs it. */
async function play(runs: MockClient, scenario: string) {
  let result = await finished(runs, runs.run(scenario));
  const segments = [result.events];
  while (result.status === 'paused') {
    result = await finished(runs, continueRun(runs, result));
    segments.push(result.events);
  }
  return { segments, events: segments.flat() as readonly Fields[] };
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

describe.each(['instant', 'fast', 'real'] as const)('at pace %s', (pace) => {
  // @fact F-6.1-001 F-6.1.2-002
  it.each(names)('the times of %s are consistent', async (name) => {
    const runs = await openMock({ pace });
    const { segments, events } = await play(runs, name);
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
    if (last?.type === 'execution_complete') expect(last.durationMs).toBe(elapsed);
    await runs.close();
  });
});
