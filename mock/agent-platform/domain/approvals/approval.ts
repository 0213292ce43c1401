/**
 * The approvals that runs wait for. An approval is bound to one call of one tool with the displayed parameters,
 * and is decided once.
 */
import type { ScenarioApprove } from '../../../../generated/control/types.ts';
import { cancelTimer, send } from '../../../kernel/machine/trigger.ts';
import { defineCollection } from '../../../kernel/store/collection.ts';
import { defineMachine } from '../../../kernel/machine/machine.ts';
import type { EpochMs } from '../../../kernel/time/time.ts';
import type { JsonMap } from '../../../kernel/json.ts';

/** Who decides about an approval. */
export type Approver = NonNullable<ScenarioApprove['approver']>;

export type ApprovalStatus = 'pending' | 'approved' | 'denied' | 'timeout';

/**
 * One approval.
 *
 * Shape: `resolvedAt` and `resolvedBy` are set once it is resolved; `note` is a remark of the person who decided.
 */
export interface ApprovalRecord {
  readonly id: string;
  readonly executionId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly parameters: JsonMap;
  readonly approver: Approver;
  readonly status: ApprovalStatus;
  readonly requestedAt: EpochMs;
  readonly expiresAt: EpochMs;
  readonly resolvedAt: EpochMs | null;
  readonly resolvedBy: 'user' | 'system' | null;
  readonly note: string | null;
}

export const approvals = defineCollection<ApprovalRecord>('approval');

export type ApprovalTrigger =
  { readonly type: 'approve' | 'deny'; readonly note: string | null } | { readonly type: 'expire' };

export const approvalMachine = defineMachine<ApprovalRecord, ApprovalStatus, ApprovalTrigger>({
  id: 'approval',
  field: 'status',
  initial: 'pending',
  final: ['approved', 'denied', 'timeout'],
  table: {
    pending: {
      approve: { to: 'approved', update: recordDecision, effects: stopWaiting },
      deny: { to: 'denied', update: recordDecision, effects: stopWaiting },
      expire: {
        to: 'timeout',
        update: (approval, _, at) => ({ ...approval, resolvedAt: at, resolvedBy: 'system' }),
        effects: ({ id, executionId }) => [
          send({ kind: 'run', id: executionId }, { type: 'expire', approvalId: id }),
        ],
      },
    },
    approved: {},
    denied: {},
    timeout: {},
  },
});

export function approvalTimer(approvalId: string): string {
  return `approval/${approvalId}`;
}

function recordDecision(
  approval: ApprovalRecord,
  { note }: { note: string | null },
  at: EpochMs,
): ApprovalRecord {
  return { ...approval, note, resolvedAt: at, resolvedBy: 'user' };
}

function stopWaiting({ id }: ApprovalRecord) {
  return [cancelTimer(approvalTimer(id))];
}
