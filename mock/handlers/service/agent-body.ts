/**
 * Agents, their capabilities and their versions in the words of the service.
 */
import type {
  Agent,
  AgentSummary,
  AgentVersion,
  AgentVersionSummary,
  Capability,
  TokenAudiencePolicy,
} from '../../../generated/service/types.ts';
import { countCapabilities } from '../../domain/agent.ts';
import type { AgentRecord } from '../../domain/agent.ts';
import type { AgentVersionRecord } from '../../domain/agent-version.ts';
import { listCapabilities } from '../../domain/capability.ts';
import type { CapabilityRecord } from '../../domain/capability.ts';
import { withCardAddress } from '../../domain/card-refresh.ts';
import { flowTitle } from '../../domain/runtime-export.ts';
import { isoTime, isoTimeOrNull } from '../../domain/time.ts';
import type { TokenPolicyRecord } from '../../domain/token-audience.ts';
import type { View } from '../../kernel/view.ts';

/** Writes an agent as a change of it is answered. Shape: `baseUrl` is the address of the world. */
export function agentBody(agent: AgentRecord, baseUrl: string): Agent {
  const { workspaceId: _, lastRunAt: __, lastHealthCheckAt, createdAt, updatedAt, ...members } = agent;
  return {
    ...members,
    externalConfig: withCardAddress(agent.externalConfig, baseUrl),
    lastHealthCheckAt: isoTimeOrNull(lastHealthCheckAt),
    dashboardUrl: `https://dashboard.agents.test/agents/${agent.id}`,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}

/** Writes an agent with its capabilities. */
export function agentWithCapabilities(view: View, agent: AgentRecord, baseUrl: string): Agent {
  return { ...agentBody(agent, baseUrl), capabilities: listCapabilities(view, agent.id).map(capabilityBody) };
}

/** Writes all of an agent. */
export function wholeAgent(view: View, agent: AgentRecord, baseUrl: string): Agent {
  const { workspaceId, primaryFlowId } = agent;
  return {
    ...agentWithCapabilities(view, agent, baseUrl),
    primaryFlow:
      primaryFlowId === null
        ? null
        : { id: primaryFlowId, name: flowTitle(view, workspaceId, primaryFlowId) },
  };
}

/** Writes an agent as lists have it. */
export function agentSummary(view: View, agent: AgentRecord): AgentSummary {
  return {
    id: agent.id,
    name: agent.name,
    description: agent.description,
    icon: agent.icon,
    agentType: agent.agentType,
    status: agent.status,
    primaryFlowId: agent.primaryFlowId,
    config: agent.config,
    capabilityCount: countCapabilities(view, agent.id),
    lastRunAt: isoTimeOrNull(agent.lastRunAt),
    createdAt: isoTime(agent.createdAt),
    updatedAt: isoTime(agent.updatedAt),
  };
}

/** Writes a capability. */
export function capabilityBody(capability: CapabilityRecord): Capability {
  return { ...capability, createdAt: isoTime(capability.createdAt) };
}

/** Writes a version. */
export function versionBody(version: AgentVersionRecord): AgentVersion {
  const { id, agentId, versionNumber, versionType, label, notes, agent, createdAt } = version;
  return {
    id,
    agentId,
    versionNumber,
    versionType,
    label,
    notes,
    agentConfig: agent.config,
    createdAt: isoTime(createdAt),
  };
}

/** Writes a version as lists have it. */
export function versionSummary(version: AgentVersionRecord): AgentVersionSummary {
  const { id, versionNumber, versionType, label, notes, agent, capabilities, createdAt } = version;
  return {
    id,
    versionNumber,
    versionType,
    label,
    notes,
    configSummary: { model: agent.config?.['model'] ?? null, capabilityCount: capabilities.length },
    createdAt: isoTime(createdAt),
  };
}

/** Writes a policy; without one, the policy of an agent that never had any. */
export function tokenPolicyBody(agentId: string, policy: TokenPolicyRecord | null): TokenAudiencePolicy {
  return {
    agentId,
    entries: (policy?.entries ?? []) as TokenAudiencePolicy['entries'],
    policyRevision: policy?.revision ?? 0,
    updatedAt: isoTimeOrNull(policy?.updatedAt ?? null),
    updatedByUserId: policy?.updatedByUserId ?? null,
  };
}
