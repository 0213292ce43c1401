import fc from 'fast-check';
import { executionMachine } from '../../mock/agent-platform/domain/executions/execution.ts';
import type {
  ExecutionRecord,
  ExecutionTrigger,
} from '../../mock/agent-platform/domain/executions/execution.ts';
import { noUsage } from '../../mock/agent-platform/domain/executions/playback/usage.ts';
import { testStart } from '../support/domain-world.ts';
import { testMachineLaws } from './support/machine-laws.ts';

const ended = { stopReason: 'end_turn', error: null, finalOutput: 'Done.', completedAt: testStart } as const;

testMachineLaws({
  machine: executionMachine,
  record: fc.constantFrom<ExecutionRecord['kind']>('agent', 'flow').map((kind): ExecutionRecord => ({
    id: 'exec_1',
    workspaceId: 'org_1',
    kind,
    agentId: kind === 'agent' ? 'agent_1' : null,
    agentName: null,
    agentSpec: null,
    flow: null,
    agentTargetResolution: null,
    agentVersionId: null,
    alias: null,
    status: 'running',
    surfaceType: 'api',
    sessionId: null,
    keyId: null,
    parentExecutionId: null,
    scenario: 'text',
    maxTurns: null,
    model: 'mock-1',
    activeModel: 'mock-1',
    tools: [],
    messages: [],
    iterations: [],
    steps: [],
    openTurn: null,
    usage: noUsage,
    pausedReason: null,
    pauses: [],
    outcome: null,
    stopReason: null,
    finalOutput: null,
    error: null,
    startedAt: testStart,
    completedAt: null,
  })),
  trigger: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constant<ExecutionTrigger>({ type: 'pause', reason: { type: 'durable_poll' } }),
    },
    { weight: 3, arbitrary: fc.constant<ExecutionTrigger>({ type: 'continue' }) },
    {
      weight: 1,
      arbitrary: fc.constant<ExecutionTrigger>({ type: 'complete', outcome: 'completed', ...ended }),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom('error' as const, 'aborted' as const)
        .map((outcome): ExecutionTrigger => ({ type: 'fail', outcome, ...ended })),
    },
  ),
});
