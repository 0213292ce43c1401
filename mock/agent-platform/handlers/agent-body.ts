/** Response bodies for agents, their capabilities and their versions. */
import { immutable } from '../../../templates/runtime/server/write-response.ts';
import type {
  Agent,
  AgentSummary,
  AgentVersion,
  AgentVersionSummary,
  Capability,
  TokenAudiencePolicy,
} from '../../../generated/service/types.ts';
import { countCapabilities, agents, type AgentRecord } from '../domain/agents/agent.ts';
import type { AgentVersionRecord } from '../domain/agents/version.ts';
import { capabilities, listCapabilities, type CapabilityRecord } from '../domain/agents/capability.ts';
import { withCardAddress } from '../domain/agents/card-refresh.ts';
import { workspaceItems } from '../domain/identity/workspace-item.ts';
import { findFlow } from '../domain/flows/flow.ts';
import { isoTime, isoTimeOrNull } from '../../kernel/time/iso-time.ts';
import type { TokenPolicyRecord } from '../domain/agents/token-audience.ts';
import type { View } from '../../kernel/store/view.ts';
import type { Problem } from '../../../templates/runtime/problem.ts';
import { validateSchema } from '../../../generated/service/validators.ts';

/** The dependencies of a body besides the agent. Shape: `baseUrl` is the URL of the world. */
export interface AgentSources {
  readonly view: View;
  readonly place: { readonly baseUrl: string };
}

export function agentBody(agent: AgentRecord, place: AgentSources['place']): Agent {
  return {
    id: agent.id,
    organizationId: agent.organizationId,
    userId: agent.userId,
    name: agent.name,
    agentType: agent.agentType,
    description: agent.description,
    icon: agent.icon,
    maxTurns: agent.maxTurns,
    primaryFlowId: agent.primaryFlowId,
    config: agent.config,
    externalConfig: agent.externalConfig && withCardAddress(agent.externalConfig, place.baseUrl),
    partnerManagedConfig: agent.partnerManagedConfig,
    status: agent.status,
    publishedVersionId: agent.publishedVersionId,
    draftVersionId: agent.draftVersionId,
    healthStatus: agent.healthStatus,
    lastHealthCheckAt: isoTimeOrNull(agent.lastHealthCheckAt),
    dashboardUrl: `https://dashboard.agents.test/agents/${agent.id}`,
    createdAt: isoTime(agent.createdAt),
    updatedAt: isoTime(agent.updatedAt),
  };
}

export function agentWithCapabilities(agent: AgentRecord, { view, place }: AgentSources): Agent {
  const body: Agent = agentBody(agent, place);
  body.capabilities = listCapabilities(view, agent.id).map(capabilityBody);
  return body;
}

export const wholeAgent = memoizeWhile(
  ({ externalConfig }: AgentRecord, { view, place }: AgentSources) => [
    view.identityOf(capabilities),
    view.identityOf(workspaceItems),
    externalConfig && place.baseUrl,
  ],
  (agent, sources): Agent => {
    const { workspaceId, primaryFlowId } = agent;
    const body: Agent = agentWithCapabilities(agent, sources);
    body.primaryFlow =
      primaryFlowId === null
        ? null
        : { id: primaryFlowId, name: findFlow(sources.view, workspaceId, primaryFlowId).name };
    return body;
  },
);

export const agentSummary = memoizeWhile(
  (_: AgentRecord, view: View) => [view.identityOf(capabilities)],
  summaryOf,
);

function summaryOf(agent: AgentRecord, view: View): AgentSummary {
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

export function capabilityBody(capability: CapabilityRecord): Capability {
  return { ...capability, createdAt: isoTime(capability.createdAt) };
}

export function versionBody(version: AgentVersionRecord): AgentVersion {
  const { id, agentId, versionNumber, versionType, label, notes, agent, capabilities, createdAt } = version;
  return {
    id,
    agentId,
    versionNumber,
    versionType,
    label,
    notes,
    agentConfig: agent.config,
    agentSnapshot: {
      name: agent.name,
      description: agent.description,
      icon: agent.icon,
      agentType: agent.agentType,
      maxTurns: agent.maxTurns,
      primaryFlowId: agent.primaryFlowId,
      capabilities: capabilities.map(capabilityBody),
      config: agent.config,
      externalConfig: agent.externalConfig,
      partnerManagedConfig: agent.partnerManagedConfig,
    },
    createdAt: isoTime(createdAt),
  };
}

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

/** Returns the body of a policy; without one, the policy of an agent that never had any. */
export function tokenPolicyBody(agentId: string, policy: TokenPolicyRecord | null): TokenAudiencePolicy {
  return {
    agentId,
    entries: (policy?.entries ?? []) as TokenAudiencePolicy['entries'],
    policyRevision: policy?.revision ?? 0,
    updatedAt: isoTimeOrNull(policy?.updatedAt ?? null),
    updatedByUserId: policy?.updatedByUserId ?? null,
  };
}

/** Lists the problems of the items, empty when they can be added. Source: assumption A-021. */
export async function findCapabilityProblems(items: readonly unknown[]): Promise<Problem[]> {
  const problems = await Promise.all(
    items.map((item, position) => validateSchema.CapabilityInput.explain(item, `capabilities.${position}`)),
  );
  return problems.flat();
}

interface References {
  readonly primaryFlowId?: string | null | undefined;
  readonly flowId?: string | undefined;
  readonly subAgentId?: string | undefined;
}

/**
 * Returns the first reference to an item of another workspace, null when there is none.
 *
 * Shape: `prefix` is the path of the object with a trailing dot, or empty.
 */
export function findForeignReference(
  view: View,
  workspaceId: string,
  { primaryFlowId, flowId, subAgentId }: References,
  prefix = '',
): Problem | null {
  const isForeign = (owner: string | undefined): boolean => owner !== undefined && owner !== workspaceId;
  const flowOwner = (id: string | null | undefined): string | undefined =>
    typeof id === 'string' ? view.get(workspaceItems, id)?.workspaceId : undefined;
  if (isForeign(flowOwner(primaryFlowId))) return notFound(`${prefix}primaryFlowId`, 'flow');
  if (isForeign(flowOwner(flowId))) return notFound(`${prefix}flowId`, 'flow');
  if (subAgentId !== undefined && isForeign(view.get(agents, subAgentId)?.workspaceId))
    return notFound(`${prefix}subAgentId`, 'agent');
  return null;
}

function notFound(path: string, what: string): Problem {
  return {
    message: `${path} is not the id of ${what === 'agent' ? 'an agent' : 'a flow'} in this workspace`,
    code: 'INVALID_VALUE',
    path,
    suggestion: `Use the id of ${what === 'agent' ? 'an agent' : 'a flow'} that you own.`,
  };
}

/**
 * Creates a projection that caches the body of a record for as long as its other inputs stay the same.
 *
 * Shape: `sources` returns these inputs, always in the same order: strings, or immutable values such as
 * `View.identityOf`.
 */
function memoizeWhile<Record extends object, Context, Body extends object>(
  sources: (record: Record, context: Context) => readonly unknown[],
  project: (record: Record, context: Context) => Body,
): (record: Record, context: Context) => Body {
  const bodies = new WeakMap<Record, { readonly body: Body; readonly madeOf: readonly unknown[] }>();
  return (record, context) => {
    const madeOf = sources(record, context);
    const cached = bodies.get(record);
    if (cached?.madeOf.every((source, place) => source === madeOf[place])) return cached.body;
    const body = immutable(project(record, context));
    bodies.set(record, { body, madeOf });
    return body;
  };
}
