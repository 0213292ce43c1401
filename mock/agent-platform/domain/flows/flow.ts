/**
 * Flows as a workspace defines them: a name and steps. A flow that is unknown in the workspace is accepted: its name is
 * derived from its id, and it has no steps.
 */
import type { View } from '../../../kernel/store/view.ts';
import { workspaceItems } from '../identity/workspace-item.ts';
import type { JsonMap } from '../../../kernel/json.ts';

/**
 * A flow. Source: spec/schemas/DispatchRequest.yaml.
 *
 * Shape: a step has `id`, `name`, `type`, `enabled`, `config` and, when it is conditional, `when`.
 */
export interface Flow {
  readonly id: string;
  readonly name: string;
  readonly steps: readonly JsonMap[];
}

export function findFlow(view: View, workspaceId: string, id: string): Flow {
  const item = view.get(workspaceItems, id);
  if (item?.type !== 'flow' || item.workspaceId !== workspaceId) return { id, name: titleOf(id), steps: [] };
  return { id, name: item.name, steps: item.steps ?? [] };
}

/** Returns `Find order` for `flow_find_order`, and `Flow 01jd3k9w` for an id without words. */
function titleOf(id: string): string {
  const words = id
    .replace(/^flow[_-]/, '')
    .slice(0, maxTitleLength)
    .replaceAll(/[_-]+/g, ' ')
    .trim();
  if (!/^[a-z]{2,}( [a-z0-9]+)*$/i.test(words)) return `Flow ${words === '' ? id : words}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const maxTitleLength = 60;
