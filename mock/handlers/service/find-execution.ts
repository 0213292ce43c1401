/**
 * Finding an execution below its agent, for the operations that read it.
 */
import { findAgent } from '../../domain/agent.ts';
import { executions } from '../../domain/execution.ts';
import type { ExecutionRecord } from '../../domain/execution.ts';
import type { Refusal } from '../../domain/errors.ts';
import type { Caller } from '../../http/context.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { View } from '../../kernel/view.ts';
import { ownerOf } from './caller.ts';

/**
 * Finds an execution of an agent that the caller may see.
 *
 * Errors: AGENT_NOT_FOUND; EXECUTION_NOT_FOUND, also when it is another agent's.
 */
export function findExecution(
  view: View,
  caller: Caller,
  agentId: string,
  executionId: string,
): Result<ExecutionRecord, Refusal<'AGENT_NOT_FOUND' | 'EXECUTION_NOT_FOUND'>> {
  const agent = findAgent(view, ownerOf(caller).workspaceId, agentId);
  if (!agent.ok) return agent;
  const execution = view.get(executions, executionId);
  return execution?.agentId === agentId
    ? ok(execution)
    : refuse({ code: 'EXECUTION_NOT_FOUND', executionId });
}
