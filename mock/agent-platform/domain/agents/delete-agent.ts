/** Deletes an agent and everything that belongs to it. */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import type { Result } from '../../../kernel/transaction/result.ts';
import { agents, findAgent, type AgentRecord } from './agent.ts';
import { removeVersions } from './version.ts';
import { removeCapabilities } from './capability.ts';
import { behaviours } from '../scenarios/catalogue.ts';
import type { DomainErrorOf } from '../errors.ts';
import { tokenPolicies } from './token-audience.ts';

/**
 * Deletes an agent with everything that is only reachable through it. Its executions are kept as history, and so
 * are capabilities of other agents that are bound to it.
 *
 * Errors: AGENT_NOT_FOUND.
 * Source: F-4.2-060.
 */
export function deleteAgent(
  tx: Transaction,
  workspaceId: string,
  agentId: string,
): Result<AgentRecord, DomainErrorOf<'AGENT_NOT_FOUND'>> {
  const agent = findAgent(tx, workspaceId, agentId);
  if (!agent.ok) return agent;
  removeCapabilities(tx, agentId);
  removeVersions(tx, agentId);
  tx.delete(tokenPolicies, agentId);
  tx.delete(behaviours, agentId);
  tx.delete(agents, agentId);
  return agent;
}
