/**
 * The operations on agents and their capabilities.
 */
import type { Agent, AgentSummary, Capability } from '../../../generated/service/types.ts';
import type { Handlers } from '../../../generated/service/server.ts';
import {
  agentsOfWorkspace,
  countCapabilities,
  createAgent,
  deleteAgent,
  findAgent,
  matchesSearch,
  updateAgent,
  workspacePrefix,
} from '../../domain/agent.ts';
import type { AgentRecord } from '../../domain/agent.ts';
import { addCapability, listCapabilities, removeCapability } from '../../domain/capability.ts';
import type { CapabilityInput, CapabilityRecord } from '../../domain/capability.ts';
import { readPage } from '../../domain/page.ts';
import type { Refusal } from '../../domain/errors.ts';
import { isoTime, isoTimeOrNull } from '../../domain/time.ts';
import type { ServiceContext } from '../../http/context.ts';
import type { Result } from '../../kernel/result.ts';
import type { View } from '../../kernel/view.ts';
import { ownerOf } from './caller.ts';
import { findCapabilityProblems } from './capability-items.ts';
import { refusal } from './refusals.ts';

type AgentOperation =
  | 'listAgents'
  | 'createAgent'
  | 'getAgent'
  | 'updateAgent'
  | 'deleteAgent'
  | 'addAgentCapability'
  | 'removeAgentCapability';

/** Handles the operations on agents. */
export const agentHandlers: Pick<Handlers<ServiceContext>, AgentOperation> = {
  listAgents({ query }, { world, caller }) {
    const { workspaceId } = ownerOf(caller);
    const { search, ...paging } = query;
    return world.query((view) => {
      const page = readPage(view, {
        source: agentsOfWorkspace,
        prefix: workspacePrefix(workspaceId),
        keep: search === undefined || search === '' ? undefined : (agent) => matchesSearch(agent, search),
        ...paging,
      });
      if (!page.ok) return refusal(page.error);
      const { items, pagination } = page.value;
      return {
        status: 200,
        body: { data: items.map((agent) => agentSummary(view, agent)), pagination: { ...pagination } },
      };
    });
  },

  async createAgent({ body }, { world, caller }) {
    const { capabilities = [], ...input } = body;
    const problems = await findCapabilityProblems(capabilities);
    if (problems.length > 0) return { status: 400, body: { error: 'Validation failed', details: problems } };
    const items = capabilities as unknown as readonly CapabilityInput[];
    const created = await world.dispatch((draft) => createAgent(draft, ownerOf(caller), input, items));
    if (!created.ok) return refusal(created.error);
    return { status: 201, body: world.query((view) => agentWithCapabilities(view, created.value)) };
  },

  getAgent({ path }, { world, caller }) {
    return world.query((view) => {
      const found = findAgent(view, ownerOf(caller).workspaceId, path.id);
      return found.ok
        ? { status: 200, body: agentWithCapabilities(view, found.value) }
        : refusal(found.error);
    });
  },

  async updateAgent({ path, body }, { world, caller }) {
    const updated = await world.dispatch((draft) =>
      updateAgent(draft, ownerOf(caller).workspaceId, path.id, body),
    );
    return updated.ok ? { status: 200, body: agentBody(updated.value) } : refusal(updated.error);
  },

  async deleteAgent({ path }, { world, caller }) {
    const deleted = await world.dispatch((draft) => deleteAgent(draft, ownerOf(caller).workspaceId, path.id));
    return deleted.ok ? { status: 200, body: { success: true } } : refusal(deleted.error);
  },

  async addAgentCapability({ path, body }, { world, caller }) {
    const added = await world.dispatch(
      (draft): Result<CapabilityRecord, Refusal<'AGENT_NOT_FOUND' | 'TOOL_NAME_TAKEN'>> => {
        const agent = findAgent(draft, ownerOf(caller).workspaceId, path.id);
        return agent.ok ? addCapability(draft, agent.value.id, body as CapabilityInput) : agent;
      },
    );
    return added.ok ? { status: 201, body: capabilityBody(added.value) } : refusal(added.error);
  },

  async removeAgentCapability({ path }, { world, caller }) {
    const removed = await world.dispatch(
      (draft): Result<CapabilityRecord, Refusal<'AGENT_NOT_FOUND' | 'CAPABILITY_NOT_FOUND'>> => {
        const agent = findAgent(draft, ownerOf(caller).workspaceId, path.id);
        return agent.ok ? removeCapability(draft, agent.value.id, path.capabilityId) : agent;
      },
    );
    return removed.ok ? { status: 200, body: { success: true } } : refusal(removed.error);
  },
};

function agentBody(agent: AgentRecord): Agent {
  const { workspaceId: _, lastRunAt: __, createdAt, updatedAt, ...members } = agent;
  return {
    ...members,
    draftVersionId: null,
    healthStatus: null,
    lastHealthCheckAt: null,
    dashboardUrl: `https://dashboard.agents.test/agents/${agent.id}`,
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}

function agentWithCapabilities(view: View, agent: AgentRecord): Agent {
  return { ...agentBody(agent), capabilities: listCapabilities(view, agent.id).map(capabilityBody) };
}

function agentSummary(view: View, agent: AgentRecord): AgentSummary {
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

function capabilityBody(capability: CapabilityRecord): Capability {
  return { ...capability, createdAt: isoTime(capability.createdAt) };
}
