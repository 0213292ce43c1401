/**
 * The resources for which an agent may get tokens. The service only reads the policy; the control API changes it.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { defineCollection } from '../../../kernel/store/collection.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import type { EpochMs } from '../../../kernel/time/time.ts';
import type { View } from '../../../kernel/store/view.ts';
import { agents, type AgentRecord } from './agent.ts';
import type { DomainErrorOf, AgentErrorOf } from '../errors.ts';

/** The permitted tokens for one resource. Source: spec/schemas/TokenAudienceEntry.yaml. */
export interface TokenAudienceEntry {
  readonly resource: string;
  readonly allowedGrants: readonly ('principal' | 'delegated')[];
  readonly allowedScopes?: readonly string[] | undefined;
  readonly targetKind?: 'resource' | undefined;
  readonly ttlCeilingSeconds?: number | null | undefined;
}

/** A policy, stored under the id of its agent. Shape: `revision` counts its changes, from 1. */
export interface TokenPolicyRecord {
  readonly id: string;
  readonly entries: readonly TokenAudienceEntry[];
  readonly revision: number;
  readonly updatedAt: EpochMs;
  readonly updatedByUserId: string;
}

export const tokenPolicies = defineCollection<TokenPolicyRecord>('tokenPolicy');

/**
 * Replaces the entries of an agent's policy on behalf of the agent's user.
 *
 * Errors: AGENT_NOT_FOUND; CREDENTIAL_NOT_FOUND.
 * Source: F-2.4-004.
 */
export function setTokenPolicy(
  tx: Transaction,
  agentId: string,
  entries: readonly TokenAudienceEntry[],
): Result<TokenPolicyRecord, DomainErrorOf<'AGENT_NOT_FOUND'> | AgentErrorOf<'CREDENTIAL_NOT_FOUND'>> {
  const agent = tx.get(agents, agentId);
  if (agent === undefined) return err({ code: 'AGENT_NOT_FOUND', agentId });
  const before = readTokenPolicy(tx, agent);
  if (!before.ok) return before;
  return ok(
    tx.put(tokenPolicies, {
      id: agentId,
      entries,
      revision: (before.value?.revision ?? 0) + 1,
      updatedAt: tx.at,
      updatedByUserId: agent.userId,
    }),
  );
}

/**
 * Finds the policy of an agent, null when none was ever set.
 *
 * Errors: CREDENTIAL_NOT_FOUND for an agent that a partner manages: the partner has its credential.
 * Source: F-4.2-253; assumption A-CREDENTIAL.
 */
export function readTokenPolicy(
  view: View,
  agent: AgentRecord,
): Result<TokenPolicyRecord | null, AgentErrorOf<'CREDENTIAL_NOT_FOUND'>> {
  return agent.agentType === 'partner_managed'
    ? err({ code: 'CREDENTIAL_NOT_FOUND', agentId: agent.id })
    : ok(view.get(tokenPolicies, agent.id) ?? null);
}
