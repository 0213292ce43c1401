/**
 * References of an agent to agents and flows of other workspaces, which are refused as if they did not exist. Ids that the
 * mock keeps no record of are taken as they are.
 */
import type { Problem } from '../../../generated/runtime/problem.ts';
import { agents } from '../../domain/agents/agent.ts';
import { libraryItems } from '../../domain/identity/workspace-item.ts';
import type { View } from '../../kernel/store/view.ts';

/** What an agent or a capability refers to. */
interface References {
  readonly primaryFlowId?: string | null | undefined;
  readonly flowId?: string | undefined;
  readonly subAgentId?: string | undefined;
}

/**
 * Returns the first reference to something of another workspace, null when there is none.
 *
 * Shape: `prefix` is the path of the object, with a dot at its end, or empty.
 */
export function findForeignReference(
  view: View,
  workspaceId: string,
  { primaryFlowId, flowId, subAgentId }: References,
  prefix = '',
): Problem | null {
  const isForeign = (owner: string | undefined): boolean => owner !== undefined && owner !== workspaceId;
  const flowOwner = (id: string | null | undefined): string | undefined =>
    typeof id === 'string' ? view.get(libraryItems, id)?.workspaceId : undefined;
  if (isForeign(flowOwner(primaryFlowId))) return notFound(`${prefix}primaryFlowId`, 'flow');
  if (isForeign(flowOwner(flowId))) return notFound(`${prefix}flowId`, 'flow');
  if (subAgentId !== undefined && isForeign(view.get(agents, subAgentId)?.workspaceId))
    return notFound(`${prefix}subAgentId`, 'agent');
  return null;
}

function notFound(path: string, what: string): Problem {
  return {
    message: `${path} names no ${what} of this workspace`,
    code: 'INVALID_VALUE',
    path,
    suggestion: `Use the id of ${what === 'agent' ? 'an agent' : 'a flow'} of your own.`,
  };
}
