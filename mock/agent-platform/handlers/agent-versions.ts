/** The operations on versions of agents, and publishing the live record. */
import type { Handlers } from '../../../generated/service/server.ts';
import { findAgent } from '../domain/agents/agent.ts';
import {
  findPublishedVersion,
  findVersion,
  listVersions,
  publishAgent,
  publishVersion,
} from '../domain/agents/version.ts';
import { versionBody, versionSummary } from './agent-body.ts';
import { agentErrorResponse } from './errors.ts';
import { ownerOf, type ServiceContext } from './context.ts';

type VersionOperation =
  | 'listAgentVersions'
  | 'publishAgentVersion'
  | 'getPublishedAgentVersion'
  | 'getAgentVersion'
  | 'publishAgent';

export const agentVersionHandlers: Pick<Handlers<ServiceContext>, VersionOperation> = {
  listAgentVersions({ path, query }, { world, caller }) {
    return world.query((view) => {
      const result = findAgent(view, ownerOf(caller).workspaceId, path.agentId);
      if (!result.ok) return agentErrorResponse(result.error);
      const { id, publishedVersionId, draftVersionId } = result.value;
      const { type = '' } = query;
      const versions = listVersions(view, id)
        .filter(({ versionType }) => type === '' || versionType === type)
        .map(versionSummary);
      return { status: 200, body: { agentId: id, publishedVersionId, draftVersionId, versions } };
    });
  },

  async publishAgentVersion({ path, body }, { world, caller }) {
    const published = await world.dispatch((tx) =>
      publishVersion(tx, ownerOf(caller).workspaceId, path.agentId, body.versionId),
    );
    return published.ok
      ? { status: 200, body: versionBody(published.value) }
      : agentErrorResponse(published.error);
  },

  getPublishedAgentVersion({ path }, { world, caller }) {
    const result = world.query((view) =>
      findPublishedVersion(view, ownerOf(caller).workspaceId, path.agentId),
    );
    return result.ok ? { status: 200, body: versionBody(result.value) } : agentErrorResponse(result.error);
  },

  getAgentVersion({ path }, { world, caller }) {
    const result = world.query((view) =>
      findVersion(view, ownerOf(caller).workspaceId, path.agentId, path.versionId),
    );
    return result.ok ? { status: 200, body: versionBody(result.value) } : agentErrorResponse(result.error);
  },

  async publishAgent({ path }, { world, caller }) {
    const published = await world.dispatch((tx) => publishAgent(tx, ownerOf(caller).workspaceId, path.id));
    if (!published.ok) return agentErrorResponse(published.error);
    const { id, versionNumber } = published.value;
    return {
      status: 200,
      body: {
        success: true,
        publishedVersionId: id,
        message: `Agent published as version ${versionNumber}`,
      },
    };
  },
};
