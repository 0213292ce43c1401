/**
 * The definition of an agent that a run uses: a version, the target of a release alias, or the live record.
 */
import { err, ok, type Result } from '../../../kernel/transaction/result.ts';
import type { View } from '../../../kernel/store/view.ts';
import { agentVersions, type AgentVersionRecord } from './version.ts';
import type { AgentRecord } from './agent.ts';
import { defineAgent, type AgentDefinition } from './definition/agent-definition.ts';
import type { SelectorUnknown } from '../executions/limits.ts';
import type { TargetResolution } from '../executions/execution.ts';
import type { JsonMap } from '../../../kernel/json.ts';

/**
 * The part of a request that may select a definition.
 *
 * Shape: `agentVersionId` selects a version, `alias` a release alias; values that are not texts are ignored.
 * Source: assumption A-032.
 */
export type TargetSelector = JsonMap;

/** The release alias of the published version. Source: F-9-011. */
const liveAlias = 'live';

export interface RunTarget {
  readonly agent: AgentDefinition;
  readonly resolution: TargetResolution;
}

/**
 * Resolves the selected definition, or the live record of the agent when none is selected. A version is read as it was
 * when it was published, with its name, its limits and its capabilities.
 *
 * Errors: SELECTOR_UNKNOWN for a version that is missing or belongs to another agent, and for an alias without a
 * target.
 * Source: F-2.5-020, F-2.5-021, F-2.5-022, F-2.5-024.
 */
export function resolveTarget(
  view: View,
  agent: AgentRecord,
  selector: TargetSelector,
): Result<RunTarget, SelectorUnknown> {
  const { publishedVersionId } = agent;
  const { alias, agentVersionId } = selector;
  if (typeof agentVersionId === 'string') {
    const version = view.get(agentVersions, agentVersionId);
    return version?.agentId === agent.id
      ? ok(targetOf(view, version, { agentTargetResolution: 'version', agentVersionId, alias: null }))
      : err({ code: 'SELECTOR_UNKNOWN', selector: 'agentVersionId' });
  }
  if (typeof alias === 'string') {
    const version = publishedVersionId === null ? undefined : view.get(agentVersions, publishedVersionId);
    return alias === liveAlias && version !== undefined
      ? ok(targetOf(view, version, { agentTargetResolution: 'alias', agentVersionId: version.id, alias }))
      : err({ code: 'SELECTOR_UNKNOWN', selector: 'alias' });
  }
  return ok(liveTarget(view, agent));
}

export function liveTarget(view: View, agent: AgentRecord): RunTarget {
  return {
    agent: defineAgent(view, agent),
    resolution: {
      agentTargetResolution: 'legacy-live-row',
      agentVersionId: agent.publishedVersionId,
      alias: null,
    },
  };
}

function targetOf(view: View, { agent, capabilities }: AgentVersionRecord, resolution: TargetResolution) {
  return { agent: defineAgent(view, agent, capabilities), resolution };
}
