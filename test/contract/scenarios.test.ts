/**
 * The built-in scenarios: each tells a whole run in the words of the contract, and together they tell every event.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScenarioList } from '../../generated/control/types.ts';
import type { ExecutionResult, ExecutionStreamEvent } from '../../generated/service/types.ts';
import { executionStreamEventTypes } from '../../generated/service/events.ts';
import { grammarProblems } from '../support/stream-grammar.ts';
import { eventOf, openRuns, pausedAction, typesOf } from './support/runs.ts';
import type { Runs } from './support/runs.ts';

let runs: Runs;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const names =
  'text reasoning tools approval approval-end-user approval-timeout local-tool elicitation crawl durable-poll subagent flow artifacts media state sources fallback compaction custom recoverable-error error blocked aborted max-turns slow everything'.split(
    ' ',
  );

/** Plays a scenario to its end and gives the events of each of its segments. */
async function play(scenario: string): Promise<readonly (readonly ExecutionStreamEvent[])[]> {
  let result = await runs.run(scenario);
  const segments = [result.events];
  while (result.status === 'paused') {
    result = await goOn(result);
    segments.push(result.events);
    expect(segments.length).toBeLessThan(10);
  }
  return segments;
}

async function goOn(result: ExecutionResult): Promise<ExecutionResult> {
  const isApproval = result.pausedReason?.type === 'local_action' && result.pausedReason.approvalId;
  const isWork = result.pausedReason?.type !== 'local_action';
  const reply = isApproval
    ? await runs.approve(result)
    : await runs.resume(result, isWork ? {} : { [pausedAction(result).toolName]: { ok: true } });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body as ExecutionResult;
}

describe('the built-in scenarios', () => {
  it('are those that the control API names', async () => {
    const reply = await runs.call('GET', '/_mock/scenarios');
    const { scenarios } = reply.body as ScenarioList;
    expect(scenarios.map(({ name }) => name)).toEqual([...names].sort());
  });

  // @fact F-6.1-001 F-6.1.2-002
  it.each(names)('%s tells a run that keeps to the grammar', async (name) => {
    expect(grammarProblems(await play(name))).toEqual([]);
  });

  it('show together every event of the contract', async () => {
    const seen = new Set<string>();
    for (const name of names)
      for (const segment of await play(name)) typesOf(segment).forEach((type) => seen.add(type));
    expect(executionStreamEventTypes.length).toBe(38);
    expect([...seen].sort()).toEqual([...executionStreamEventTypes].sort());
  });

  it('has one that shows all events of a completed run and pauses once', async () => {
    const segments = await play('everything');
    const seen = new Set(typesOf(segments.flat()));
    expect(segments.length).toBe(2);
    expect(executionStreamEventTypes.filter((type) => !seen.has(type))).toEqual(['execution_error', 'await']);
    expect(eventOf(segments.flat(), 'execution_complete')).toMatchObject({
      success: true,
      outcome: 'completed',
    });
  });
});
