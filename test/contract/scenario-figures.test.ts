/** The times of a run are consistent in every built-in scenario and at every pace, on a frozen clock. */
import { describe, expect, it } from 'vitest';
import { builtInScenarios } from '../../mock/agent-platform/scenarios/built-in.ts';
import { streamProblems } from '../support/stream-problems.ts';
import { openMock, type MockClient } from '../support/mock-client.ts';
import { continueRun } from '../support/run-events.ts';

const names = builtInScenarios.map(({ name }) => name);

/** Plays a scenario to its end; time passes in the world as long as the run needs it. */
async function play(runs: MockClient, scenario: string) {
  let result = await finished(runs, runs.run(scenario));
  const segments = [result.events];
  while (result.status === 'paused') {
    result = await finished(runs, continueRun(runs, result));
    segments.push(result.events);
  }
  return segments;
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

describe.each(['instant', 'fast', 'real'] as const)('at pace %s', (pace) => {
  // @fact F-6.1-001 F-6.1.2-002
  it.each(names)('the times of %s are consistent', async (name) => {
    const runs = await openMock({ pace });
    expect(streamProblems(await play(runs, name))).toEqual([]);
    await runs.close();
  });
});
