/** An execution copied as a test passes against a new mock, and fails if the execution changes. */
import assert from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { recordTest } from '../../console/agent-platform/recording/record-test.ts';
import type { ExecutionDetail, ExecutionEventList } from '../../generated/control-agent-platform/types.ts';
import type { Scenario } from '../../generated/control/types.ts';
import { createApi } from '../../generated/service/api.ts';
import type { ExecutionResult } from '../../generated/service/types.ts';
import { createMock } from '../../mock/index.ts';
import { builtInScenarios } from '../../mock/agent-platform/scenarios/built-in.ts';
import { useMock } from '../support/mock-client.ts';
import { continueRun } from '../support/run-events.ts';

const service = useMock();

type Decision = 'approved' | 'denied' | 'timeout';

/** Plays a scenario to its end and copies it as a test. */
async function copy(scenario: string, decision: Decision = 'approved', own: Scenario | null = null) {
  let result: ExecutionResult = await service.run(scenario);
  const { executionId } = result;
  while (result.status === 'paused') {
    if (decision === 'timeout') {
      await service.advance('PT10M');
      break;
    }
    result = await continueRun(service, result, decision);
  }
  const { body } = await service.get(`/_mock/executions/${executionId}`);
  const list = await service.get<ExecutionEventList>(`/_mock/executions/${executionId}/events?limit=1000`);
  return recordTest({
    execution: body as unknown as ExecutionDetail,
    events: list.body.events,
    ownScenario: own,
  });
}

type Run = (context: { after: (close: () => Promise<void>) => void }) => Promise<void>;

/** Runs the text of a test with the modules that it imports, as `node --test` does. */
async function runTest(text: string): Promise<void> {
  const body = text.replace(/^import .*$/gm, '');
  const runs: Run[] = [];
  const closes: (() => Promise<void>)[] = [];
  const scope = { test: (_: string, run: Run) => runs.push(run), assert, createMock, createApi };

  new Function(...Object.keys(scope), body)(...Object.values(scope));
  expect(runs).toHaveLength(1);
  try {
    for (const run of runs) await run({ after: (close) => closes.push(close) });
  } finally {
    for (const close of closes) await close();
  }
}

describe('an execution copied as a test', () => {
  it.each(builtInScenarios.map(({ name }) => name))('passes for the scenario %s', async (name) => {
    const text = await copy(name);
    await runTest(text);
    // The same test for an execution with a different course.
    const other = name === 'text' ? 'tools' : 'text';
    await expect(runTest(text.replaceAll(`scenario=${name}"`, `scenario=${other}"`))).rejects.toThrow();
  });

  it.each([
    ['approval', 'denied'],
    ['everything', 'denied'],
    ['approval', 'timeout'],
    ['approval-timeout', 'timeout'],
  ] as const)('passes for the scenario %s that was %s', async (name, decision) => {
    const text = await copy(name, decision);
    expect(text).toContain(`"${decision}"]`);
    await runTest(text);
  });

  it.each([
    ['the parameters of a call', '"query":"Hello"', '"query":"Goodbye"'],
    ['the tool that is called', '["find_order"', '["lose_order"'],
    ['the outcome', '"stopReason":"end_turn"', '"stopReason":"length"'],
  ])('fails when %s differs', async (_, was, is) => {
    const text = await copy('tools');
    expect(text).toContain(was);
    await expect(runTest(text.replace(was, is))).rejects.toThrow(assert.AssertionError);
  });

  it('fails when the decision of an approval differs', async () => {
    const text = await copy('approval');
    const denied = text.replace("decision: 'approved'", "decision: 'denied'");
    expect(denied).not.toBe(text);
    await expect(runTest(denied)).rejects.toThrow(assert.AssertionError);
  });

  it('contains the scenario if a new mock does not have it', async () => {
    const own = { name: 'mine', description: 'Mine.', steps: [{ say: 'Only here.' }] };
    await service.putScenario('mine', own.steps);
    const without = await copy('mine');
    await expect(runTest(without)).rejects.toThrow();
    const text = await copy('mine', 'approved', own);
    expect(text).toContain('exists only in the world');
    await runTest(text);
  });
});
