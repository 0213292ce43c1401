/** The operations on agents and their capabilities. */
import type { Handlers } from '../../../generated/service/server.ts';
import {
  agentsOfWorkspace,
  createAgent,
  findAgent,
  matchesSearch,
  updateAgent,
  workspacePrefix,
  admitAgents,
  voiceOf,
} from '../domain/agents/agent.ts';
import type { AgentRecord } from '../domain/agents/agent.ts';
import { addCapability, removeCapability, type CapabilityRecord } from '../domain/agents/capability.ts';
import { deleteAgent } from '../domain/agents/delete-agent.ts';
import type { DomainErrorOf, AgentErrorOf } from '../domain/errors.ts';
import { readPage } from '../../records/page.ts';
import type { Result } from '../../kernel/transaction/result.ts';
import {
  agentBody,
  agentSummary,
  agentWithCapabilities,
  capabilityBody,
  wholeAgent,
  tokenPolicyBody,
  findCapabilityProblems,
  findForeignReference,
} from './agent-body.ts';
import { agentErrorResponse } from './errors.ts';
import { ownerOf, type ServiceContext } from './context.ts';
import { validateSchema } from '../../../generated/service/validators.ts';
import type { Problem } from '../../../templates/runtime/problem.ts';
import { base64, speak } from '../domain/assets/speech.ts';
import { exportRuntime } from '../domain/agents/runtime-export.ts';
import { readTokenPolicy } from '../domain/agents/token-audience.ts';

type AgentOperation =
  | 'listAgents'
  | 'createAgent'
  | 'getAgent'
  | 'updateAgent'
  | 'deleteAgent'
  | 'addAgentCapability'
  | 'removeAgentCapability';

type Closed = AgentErrorOf<'FEATURE_UNAVAILABLE' | 'FEATURE_HIDDEN'>;

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
      if (!page.ok) return agentErrorResponse(page.error);
      const { items, pagination } = page.value;
      return {
        status: 200,
        body: { data: items.map((agent) => agentSummary(agent, view)), pagination: { ...pagination } },
      };
    });
  },

  async createAgent({ body }, context) {
    const { world, caller } = context;
    const { capabilities = [] } = body;
    const problems = capabilities.length === 0 ? [] : await findCapabilityProblems(capabilities);
    if (problems.length > 0) return invalid(...problems);
    const items = capabilities.filter((item) => validateSchema.CapabilityInput.check(item));
    const { workspaceId } = ownerOf(caller);
    const foreign = world.query(
      (view) =>
        findForeignReference(view, workspaceId, body) ??
        items
          .values()
          .map((item, place) => findForeignReference(view, workspaceId, item, `capabilities.${place}.`))
          .find((problem) => problem !== null),
    );
    if (foreign) return invalid(foreign);
    const created = await world.dispatch(
      (tx): Result<AgentRecord, Closed | DomainErrorOf<'CAPABILITIES_REPEAT'>> => {
        const admitted = admitAgents(tx);
        return admitted.ok ? createAgent(tx, ownerOf(caller), { ...body, id: undefined }, items) : admitted;
      },
    );
    if (!created.ok) return agentErrorResponse(created.error);
    return {
      status: 201,
      body: world.query((view) => agentWithCapabilities(created.value, { view, place: context })),
    };
  },

  getAgent({ path }, context) {
    const { world, caller } = context;
    return world.query((view) => {
      const result = findAgent(view, ownerOf(caller).workspaceId, path.id);
      return result.ok
        ? { status: 200, body: wholeAgent(result.value, { view, place: context }) }
        : agentErrorResponse(result.error);
    });
  },

  async updateAgent({ path, body }, context) {
    const { world, caller } = context;
    const foreign = world.query((view) => findForeignReference(view, ownerOf(caller).workspaceId, body));
    if (foreign) return invalid(foreign);
    const updated = await world.dispatch(
      (tx): Result<AgentRecord, Closed | DomainErrorOf<'AGENT_NOT_FOUND'>> => {
        const admitted = admitAgents(tx);
        return admitted.ok ? updateAgent(tx, ownerOf(caller).workspaceId, path.id, body) : admitted;
      },
    );
    return updated.ok
      ? { status: 200, body: agentBody(updated.value, context) }
      : agentErrorResponse(updated.error);
  },

  async deleteAgent({ path }, { world, caller }) {
    const deleted = await world.dispatch((tx) => deleteAgent(tx, ownerOf(caller).workspaceId, path.id));
    return deleted.ok ? { status: 200, body: { success: true } } : agentErrorResponse(deleted.error);
  },

  async addAgentCapability({ path, body }, { world, caller }) {
    const foreign = world.query((view) => findForeignReference(view, ownerOf(caller).workspaceId, body));
    if (foreign) return invalid(foreign);
    const added = await world.dispatch(
      (tx): Result<CapabilityRecord, DomainErrorOf<'AGENT_NOT_FOUND' | 'TOOL_NAME_TAKEN'>> => {
        const agent = findAgent(tx, ownerOf(caller).workspaceId, path.id);
        return agent.ok ? addCapability(tx, agent.value.id, body) : agent;
      },
    );
    return added.ok ? { status: 201, body: capabilityBody(added.value) } : agentErrorResponse(added.error);
  },

  async removeAgentCapability({ path }, { world, caller }) {
    const removed = await world.dispatch(
      (tx): Result<CapabilityRecord, DomainErrorOf<'AGENT_NOT_FOUND' | 'CAPABILITY_NOT_FOUND'>> => {
        const agent = findAgent(tx, ownerOf(caller).workspaceId, path.id);
        return agent.ok ? removeCapability(tx, agent.value.id, path.capabilityId) : agent;
      },
    );
    return removed.ok ? { status: 200, body: { success: true } } : agentErrorResponse(removed.error);
  },
};

function invalid(...details: Problem[]): {
  readonly status: 400;
  readonly body: { error: string; details: Problem[] };
} {
  return { status: 400, body: { error: 'Validation failed', details } };
}

type DetailOperation = 'exportAgentRuntime' | 'synthesizeAgentVoice' | 'getTokenAudiencePolicy';

export const agentDetailHandlers: Pick<Handlers<ServiceContext>, DetailOperation> = {
  exportAgentRuntime({ path }, { world, caller }) {
    return world.query((view) => {
      const result = findAgent(view, ownerOf(caller).workspaceId, path.id);
      return result.ok
        ? { status: 200, body: exportRuntime(view, result.value) }
        : agentErrorResponse(result.error);
    });
  },

  synthesizeAgentVoice({ path, body }, { world, caller }) {
    const agent = world.query((view) => findAgent(view, ownerOf(caller).workspaceId, path.id));
    if (!agent.ok) return agentErrorResponse(agent.error);
    const voice = voiceOf(agent.value);
    if (!voice.ok) return agentErrorResponse(voice.error);
    if (body.text.trim() === '') return agentErrorResponse({ code: 'TEXT_EMPTY' });
    const { wav, durationMs } = speak(body.text, voice.value);
    return { status: 200, body: { audio: base64(wav), mediaType: 'audio/wav', durationMs } };
  },

  getTokenAudiencePolicy({ path }, { world, caller }) {
    return world.query((view) => {
      const agent = findAgent(view, ownerOf(caller).workspaceId, path.id);
      if (!agent.ok) return agentErrorResponse(agent.error);
      const policy = readTokenPolicy(view, agent.value);
      return policy.ok
        ? { status: 200, body: tokenPolicyBody(path.id, policy.value) }
        : agentErrorResponse(policy.error);
    });
  },
};
