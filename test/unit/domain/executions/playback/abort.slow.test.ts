/** A run can be aborted between any two of its events, and its stream is still complete. */
import { describe, expect, it } from 'vitest';
import { noAgent } from '../../../../../mock/agent-platform/domain/agents/definition/agent-definition.ts';
import {
  executionTopic,
  executions,
} from '../../../../../mock/agent-platform/domain/executions/execution.ts';
import { abortRun } from '../../../../../mock/agent-platform/domain/executions/playback/abort.ts';
import { runs } from '../../../../../mock/agent-platform/domain/executions/playback/run.ts';
import { startRun } from '../../../../../mock/agent-platform/domain/executions/playback/play.ts';
import { ok } from '../../../../../mock/kernel/transaction/result.ts';
import { milliseconds } from '../../../../../mock/kernel/time/time.ts';
import type { World } from '../../../../../mock/kernel/world/world.ts';
import { builtInScenarios } from '../../../../../mock/agent-platform/scenarios/built-in.ts';
import { openTestWorld } from '../../../../support/domain-world.ts';
import { streamProblems } from '../../../../support/stream-problems.ts';

const executionId = 'exec_1';

async function runUntil(scenario: string, ms: number): Promise<World> {
  const world = await openTestWorld('default');
  const found = builtInScenarios.find(({ name }) => name === scenario);
  await world.dispatch((tx) => {
    startRun(tx, {
      id: executionId,
      workspaceId: 'org_studio',
      agentId: 'agent_support',
      agent: { ...noAgent, name: 'Support' },
      agentSpec: null,
      resolution: { agentTargetResolution: null, agentVersionId: null, alias: null },
      messages: [],
      scenario: found!,
      pace: 'real',
      surfaceType: 'api',
      sessionId: null,
      parentExecutionId: null,
    });
    return ok(null);
  });
  await world.advance(milliseconds(ms));
  return world;
}

describe('aborting a run', () => {
  it.each(
    [
      'text',
      'reasoning',
      'tools',
      'subagent',
      'flow',
      'artifacts',
      'media',
      'fallback',
      'everything',
    ].flatMap((name) => [0, 200, 700, 1100, 1700, 2600, 3400, 4500, 6000].map((ms) => [name, ms] as const)),
  )('of %s after %d ms leaves nothing open', async (scenario, ms) => {
    const world = await runUntil(scenario, ms);
    const wasRunning = world.query((view) => view.get(runs, executionId)?.gates.length === 0);
    await world.dispatch((tx) => {
      abortRun(tx, executionId);
      return ok(null);
    });
    for (const execution of world.query((view) => view.scan(executions))) {
      if (execution.id !== executionId && execution.parentExecutionId !== executionId) continue;
      const events = world
        .query((view) => view.entries(executionTopic(execution.id)))
        .map(({ event }) => event);
      expect(streamProblems([events]), execution.id).toEqual([]);
      if (wasRunning) expect(execution.status, execution.id).not.toBe('running');
    }
    if (wasRunning) {
      expect(world.query((view) => view.get(executions, executionId))).toMatchObject({
        status: 'failed',
        outcome: 'aborted',
      });
    }
    await world.advance(milliseconds(60_000));
    if (wasRunning) expect(world.query((view) => view.timer(`run/${executionId}`))).toBeUndefined();
    await world.close();
  });

  it('leaves a paused run and a finished one unchanged', async () => {
    const world = await openTestWorld('default');
    for (const id of ['exec_waits_for_approval', 'exec_answered', 'exec_none']) {
      await world.dispatch((tx) => {
        abortRun(tx, id);
        expect(tx.isUntouched()).toBe(true);
        return ok(null);
      });
    }
  });
});
