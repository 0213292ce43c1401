/**
 * Finding an execution that a caller may see.
 */
import { findAgent } from '../../domain/agent.ts';
import { executions, inlineAgentId } from '../../domain/execution.ts';
import type { ExecutionRecord } from '../../domain/execution.ts';
import type { Refusal } from '../../domain/errors.ts';
import type { Caller } from '../../http/context.ts';
import { ok, refuse } from '../../kernel/result.ts';
import type { Result } from '../../kernel/result.ts';
import type { View } from '../../kernel/view.ts';
import { ownerOf } from './caller.ts';

/**
 * Finds an execution below its agent.
 *
 * Shape: the runs of inline agents are below an agent that is not stored.
 * Errors: AGENT_NOT_FOUND; EXECUTION_NOT_FOUND, also when it is another agent's.
 */
export function findExecution(
  view: View,
  caller: Caller,
  agentId: string,
  executionId: string,
): Result<ExecutionRecord, Refusal<'AGENT_NOT_FOUND' | 'EXECUTION_NOT_FOUND'>> {
  const { workspaceId } = ownerOf(caller);
  const agent = agentId === inlineAgentId ? null : findAgent(view, workspaceId, agentId);
  if (agent !== null && !agent.ok) return agent;
  const found = findOwnExecution(view, caller, executionId);
  return found.ok && found.value.agentId !== agentId
    ? refuse({ code: 'EXECUTION_NOT_FOUND', executionId })
    : found;
}

/**
 * Finds an execution of the caller's workspace, whatever runs in it.
 *
 * Errors: EXECUTION_NOT_FOUND.
 */
export function findOwnExecution(
  view: View,
  caller: Caller,
  executionId: string,
): Result<ExecutionRecord, Refusal<'EXECUTION_NOT_FOUND'>> {
  const execution = view.get(executions, executionId);
  return execution?.workspaceId === ownerOf(caller).workspaceId
    ? ok(execution)
    : refuse({ code: 'EXECUTION_NOT_FOUND', executionId });
}
