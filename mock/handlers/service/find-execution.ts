/**
 * Finding an execution that a caller may see.
 */
import { findAgent } from '../../domain/agents/agent.ts';
import { executions, inlineAgentId } from '../../domain/executions/execution.ts';
import type { ExecutionRecord } from '../../domain/executions/execution.ts';
import type { DomainErrorOf } from '../../domain/errors.ts';
import type { Caller } from '../../http/context.ts';
import { ok, err } from '../../kernel/transaction/result.ts';
import type { Result } from '../../kernel/transaction/result.ts';
import type { View } from '../../kernel/store/view.ts';
import type { ScopeLattice } from '../../http/scopes.ts';
import { mayRead, ownerOf } from './caller.ts';

/**
 * Finds an execution below its agent.
 *
 * Shape: runs without a stored agent, those of inline agents and of flows, are below `inlineAgentId`.
 * Errors: AGENT_NOT_FOUND; EXECUTION_NOT_FOUND, also when it is another agent's.
 */
export function findExecution(
  view: View,
  caller: Caller,
  agentId: string,
  executionId: string,
): Result<ExecutionRecord, DomainErrorOf<'AGENT_NOT_FOUND' | 'EXECUTION_NOT_FOUND'>> {
  const agent = checkAgent(view, caller, agentId);
  if (!agent.ok) return agent;
  const result = findOwnExecution(view, caller, executionId);
  return result.ok && (result.value.agentId ?? inlineAgentId) !== agentId
    ? err({ code: 'EXECUTION_NOT_FOUND', executionId })
    : result;
}

/**
 * Checks that executions can be listed below an agent: one of the caller's, or `inlineAgentId`.
 *
 * Errors: AGENT_NOT_FOUND.
 */
export function checkAgent(
  view: View,
  caller: Caller,
  agentId: string,
): Result<null, DomainErrorOf<'AGENT_NOT_FOUND'>> {
  if (agentId === inlineAgentId) return ok(null);
  const agent = findAgent(view, ownerOf(caller).workspaceId, agentId);
  return agent.ok ? ok(null) : agent;
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
): Result<ExecutionRecord, DomainErrorOf<'EXECUTION_NOT_FOUND'>> {
  const execution = view.get(executions, executionId);
  return execution?.workspaceId === ownerOf(caller).workspaceId
    ? ok(execution)
    : err({ code: 'EXECUTION_NOT_FOUND', executionId });
}

/**
 * Admits an execution that a caller may read: with AGENTS:READ, or because its key started it.
 *
 * Errors: SCOPE_MISSING, and what the search found.
 */
export function readable<Error>(
  scopes: ScopeLattice,
  caller: Caller,
  result: Result<ExecutionRecord, Error>,
): Result<ExecutionRecord, Error | DomainErrorOf<'SCOPE_MISSING'>> {
  return result.ok && !mayRead(scopes, caller, 'AGENTS:READ', result.value)
    ? err({ code: 'SCOPE_MISSING' })
    : result;
}
