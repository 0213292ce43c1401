/**
 * Why a run is paused, in the contract's words.
 */
import type { PausedReason } from '../../../generated/service/types.ts';
import type { Gate } from './run.ts';

/**
 * Returns the reason for the first of the gates that hold a run.
 *
 * Source: spec/schemas/PausedReason.yaml; an approval is a local action with an `approvalId` (assumption A-115).
 */
export function pausedReason(executionId: string, gates: readonly Gate[]): PausedReason {
  const [gate] = gates;
  if (gate === undefined) throw new Error('A run is paused by a gate.');
  const { tool } = gate;
  const action = {
    type: 'local_action',
    executionId,
    toolName: tool.name,
    parameters: { ...tool.parameters },
  } as const;
  return gate.kind === 'approval'
    ? { ...action, toolId: gate.toolCallId, approvalId: gate.approvalId, awaitReason: 'approval_required' }
    : { ...action, toolId: gate.toolId };
}
