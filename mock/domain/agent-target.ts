/**
 * Which definition of an agent a run reads: a version, what a release alias points at, or the live record.
 */
import { refuse, ok } from '../kernel/result.ts';
import type { Result } from '../kernel/result.ts';
import type { View } from '../kernel/view.ts';
import { agentVersions } from './agent-version.ts';
import type { AgentRecord } from './agent.ts';
import type { SelectorUnknown } from './errors-runs.ts';
import type { TargetResolution } from './execution.ts';
import type { JsonMap } from './scenario.ts';

/**
 * The part of a request that may name a definition.
 *
 * Shape: `agentVersionId` names a version, `alias` a release alias; whatever is not a text names nothing.
 * Source: assumption A-032.
 */
export type TargetSelector = JsonMap;

/** The release alias of the published version. Source: F-9-011. */
const liveAlias = 'live';

/**
 * Resolves what a request names, or the live record of the agent when it names nothing.
 *
 * Errors: SELECTOR_UNKNOWN for a version of no or another agent, and for an alias that points at nothing.
 * Source: F-2.5-020, F-2.5-021, F-2.5-022, F-2.5-024.
 */
export function resolveTarget(
  view: View,
  agent: AgentRecord,
  selector: TargetSelector,
): Result<TargetResolution, SelectorUnknown> {
  const { publishedVersionId } = agent;
  const { alias, agentVersionId } = selector;
  if (typeof agentVersionId === 'string') {
    return view.get(agentVersions, agentVersionId)?.agentId === agent.id
      ? ok({ agentTargetResolution: 'version', agentVersionId, alias: null })
      : refuse({ code: 'SELECTOR_UNKNOWN', selector: 'agentVersionId' });
  }
  if (typeof alias === 'string') {
    return alias === liveAlias && publishedVersionId !== null
      ? ok({ agentTargetResolution: 'alias', agentVersionId: publishedVersionId, alias })
      : refuse({ code: 'SELECTOR_UNKNOWN', selector: 'alias' });
  }
  return ok({
    agentTargetResolution: 'legacy-live-row',
    agentVersionId: publishedVersionId,
    alias: null,
  });
}
