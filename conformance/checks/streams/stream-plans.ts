/**
 * The requests of the phase of streams: runs by their recipes, and what has to be refused before a stream begins.
 */
import type { RunTemplate, TestEnvironment } from '../../driver/driver.ts';
import type { RequestPlan } from '../../engine/exchange.ts';

/** A request that is to be refused. */
export interface RefusedPlan extends RequestPlan {
  readonly operation: string;
  /** What is wrong with it, behind `A request`. */
  readonly label: string;
}

const json = ['content-type', 'application/json'] as const;

/** The request that starts a run; `more` goes into its body. */
export function planOfRun(
  runTemplate: RunTemplate,
  more: Readonly<Record<string, unknown>> = {},
): RequestPlan {
  const body = { messages: [{ role: 'user', content: runTemplate.message }], ...runTemplate.body, ...more };
  return {
    operation: 'executeAgent',
    method: 'POST',
    path: `/v1/agents/${encodeURIComponent(runTemplate.agentId)}/execute`,
    headers: [json, ...Object.entries(runTemplate.headers)],
    body: JSON.stringify(body),
    profile: 'full',
  };
}

/** Requests that nothing can run: for what is not there, and with bodies that are no object. */
export function plansOfRefusals(
  environment: TestEnvironment,
  runTemplate: RunTemplate | null,
): readonly RefusedPlan[] {
  const agentId = runTemplate?.agentId ?? agentOf(environment);
  const messages = [{ role: 'user', content: runTemplate?.message ?? 'Hello' }];
  const missing = `${agentId ?? 'agent'}_that_is_not_there`;
  const run = { executionId: 'exec_that_is_not_there', streamResponse: true };
  const unknownAgent = refused(
    'executeAgent',
    missing,
    { messages, streamResponse: true },
    'for an agent that is not there',
  );
  if (agentId === null) return [unknownAgent];
  return [
    unknownAgent,
    refused('executeAgent', agentId, '{"messages": [', 'with a body that is no JSON'),
    refused('executeAgent', agentId, '["Hello"]', 'with a body that is no object'),
    refused('resumeAgentExecution', agentId, { ...run, toolOutputs: {} }, 'for a run that is not there'),
    refused(
      'approveAgentExecution',
      agentId,
      { ...run, approvalId: 'appr_that_is_not_there', decision: 'approved' },
      'for a run that is not there',
    ),
  ];
}

const endings = {
  executeAgent: 'execute',
  resumeAgentExecution: 'resume',
  approveAgentExecution: 'approve',
} as const;

function refused(
  operation: keyof typeof endings,
  agentId: string,
  body: string | Readonly<Record<string, unknown>>,
  label: string,
): RefusedPlan {
  return {
    operation,
    method: 'POST',
    path: `/v1/agents/${encodeURIComponent(agentId)}/${endings[operation]}`,
    headers: [json],
    body: typeof body === 'string' ? body : JSON.stringify(body),
    profile: 'full',
    label,
  };
}

/** Where no run is set up, the agent that other requests are for. */
function agentOf({ parameters }: TestEnvironment): string | null {
  return parameters['executeAgent']?.['id'] ?? parameters['any']?.['id'] ?? null;
}
