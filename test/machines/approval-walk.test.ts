/** Walks through runs with several approvals, compared with a model of the result of each response. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noAgent } from '../../mock/agent-platform/domain/agents/definition/agent-definition.ts';
import { executionTopic, executions } from '../../mock/agent-platform/domain/executions/execution.ts';
import { decideApproval } from '../../mock/agent-platform/domain/executions/playback/answer.ts';
import { startRun } from '../../mock/agent-platform/domain/executions/playback/play.ts';
import { ok } from '../../mock/kernel/transaction/result.ts';
import { milliseconds } from '../../mock/kernel/time/time.ts';
import type { World } from '../../mock/kernel/world/world.ts';
import { ApprovalModel, type ApprovalMove } from '../support/approval-model.ts';
import { openTestWorld } from '../support/domain-world.ts';
import { streamProblems } from '../support/stream-problems.ts';

const timeout = 60_000;
const executionId = 'exec_walk';

const move: fc.Arbitrary<ApprovalMove> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      whose: fc.constantFrom('last' as const, 'last' as const, 'older' as const, 'nobody' as const),
      decision: fc.constantFrom('approved' as const, 'approved' as const, 'denied' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(0, 1, 20_000, 59_999, 60_000),
    }),
  },
);

// @fact F-3-020 F-3-024 F-3-027
test('every walk through approvals matches the model', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.array(move, { maxLength: 14 }),
      async (gates, moves) => {
        const world = await openTestWorld();
        await startGated(world, gates);
        const model = new ApprovalModel(gates, timeout);
        for (const one of moves) {
          if (one.do === 'wait') {
            await world.advance(milliseconds(one.ms));
            model.wait(one.ms);
          } else {
            const gate = { last: model.asked - 1, older: Math.max(0, model.asked - 2), nobody: null }[
              one.whose
            ];
            expect(await answer(world, gate, one.decision)).toBe(model.answer(gate, one.decision));
          }
          expect(statusOf(world)).toBe(model.status);
          expect(askedOf(world).length).toBe(model.asked);
        }
        expect(streamProblems(segmentsOf(world))).toEqual([]);
        await world.close();
      },
    ),
    { numRuns: 100 },
  );
});

async function startGated(world: World, gates: number): Promise<void> {
  const steps = Array.from({ length: gates }, (_, index) => ({
    approve: { name: `tool_${index}`, timeout },
  }));
  await world.dispatch((tx) => {
    startRun(tx, {
      id: executionId,
      workspaceId: 'org_studio',
      agentId: null,
      agent: { ...noAgent, name: 'Walker' },
      agentSpec: null,
      resolution: { agentTargetResolution: null, agentVersionId: null, alias: null },
      messages: [],
      scenario: { name: 'gates', description: 'Gates.', steps },
      pace: 'instant',
      surfaceType: 'api',
      sessionId: null,
      parentExecutionId: null,
    });
    return ok(null);
  });
}

async function answer(world: World, gate: number | null, decision: 'approved' | 'denied'): Promise<string> {
  const approvalId = gate === null ? 'appr_none' : (askedOf(world)[gate] ?? 'appr_none');
  const answered = await world.dispatch((tx) =>
    decideApproval(
      tx,
      { executionId, approvalId, decision, note: null },
      { requested: null, fallback: 'instant' },
    ),
  );
  return answered.ok ? 'ok' : answered.error.code;
}

function eventsOf(world: World) {
  return world.query((view) => view.entries(executionTopic(executionId)));
}

function askedOf(world: World): readonly string[] {
  return eventsOf(world).flatMap(({ event }) => (event.type === 'approval_start' ? [event.approvalId] : []));
}

function segmentsOf(world: World) {
  const entries = eventsOf(world);
  const count = (entries.at(-1)?.segment ?? 0) + 1;
  return Array.from({ length: count }, (_, segment) =>
    entries.filter((entry) => entry.segment === segment).map(({ event }) => event),
  );
}

function statusOf(world: World): string | undefined {
  return world.query((view) => view.get(executions, executionId)?.status);
}
