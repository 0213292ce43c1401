/**
 * Input from visitors: decisions on approvals and outputs of the page's tools. Who may provide it, and when.
 */
import type { Transaction } from '../../../kernel/transaction/transaction.ts';
import { ok, err, type Result } from '../../../kernel/transaction/result.ts';
import type { View } from '../../../kernel/store/view.ts';
import { findMessage, findSession, keepMessage, offeredBy } from './session.ts';
import type { ClientCall, ToolOffer, ClientErrorOf, SessionError } from './session.ts';
import type { DomainErrorOf } from '../errors.ts';
import { executions } from '../executions/execution.ts';
import { featureGate } from '../identity/feature-gates.ts';
import { decideApproval, findPendingApproval, type ApprovalDecision } from '../executions/playback/answer.ts';
import type { PaceOptions } from '../executions/playback/new-run.ts';
import type { Segment } from '../executions/playback/event-body.ts';
import { supplyOutputs, waitsForOutput, type ToolOutputs } from '../executions/playback/supply.ts';

/**
 * The visitor of a call. Shape: `origin` is null for a call without that header; `assistantMessageId` is the page's id
 * for its message.
 */
export interface Visitor {
  readonly sessionId: string;
  readonly origin: string | null;
  readonly assistantMessageId: string | undefined;
}

/** The reason why a visitor's decision is rejected, in the order of the checks. */
export type VisitorApprovalError =
  | SessionError
  | DomainErrorOf<'EXECUTION_NOT_FOUND' | 'NOT_PAUSED' | 'APPROVAL_EXPIRED'>
  | ClientErrorOf<'EXECUTION_OF_OTHER_SESSION'>
  | DomainErrorOf<'APPROVAL_ALREADY_RESOLVED' | 'APPROVAL_MISMATCH'>
  | ClientErrorOf<'APPROVER_NOT_END_USER' | 'CLIENT_UNAVAILABLE'>;

/**
 * Resolves an approval as a visitor; a call that is repeated with its message id gets the first response.
 *
 * Errors: see `VisitorApprovalError`; nothing is changed then.
 * Source: F-4.6-029, F-4.6-031, F-4.6-033, F-4.6-034; assumption A-074.
 */
export function decideAsVisitor(
  tx: Transaction,
  { sessionId, origin, assistantMessageId }: Visitor,
  response: ApprovalDecision,
  pace: PaceOptions,
): Result<Segment, VisitorApprovalError> {
  const session = findSession(tx, sessionId, origin, tx.at);
  if (!session.ok) return session;
  const { executionId, approvalId } = response;
  const call: ClientCall = { sessionId, assistantMessageId, subject: `approval/${approvalId}` };
  const earlier = findMessage(tx, call);
  if (earlier?.executionId === executionId) return ok(earlier);
  const execution = tx.get(executions, executionId);
  if (execution === undefined) return err({ code: 'NOT_PAUSED', executionId, waitsFor: 'approval' });
  const approval = findPendingApproval(tx, execution, approvalId);
  if (!approval.ok && isGone(approval.error)) return approval;
  if (execution.sessionId !== sessionId) return err({ code: 'EXECUTION_OF_OTHER_SESSION', executionId });
  if (!approval.ok) return approval;
  if (approval.value.approver !== 'end-user') return err({ code: 'APPROVER_NOT_END_USER', approvalId });
  if (!isAvailable(tx)) return err({ code: 'CLIENT_UNAVAILABLE' });
  const decided = decideApproval(tx, response, pace);
  if (decided.ok) keepMessage(tx, call, decided.value);
  return decided;
}

export interface VisitorOutputs extends ToolOffer {
  readonly executionId: string;
  readonly toolOutputs: ToolOutputs;
}

/** The reason why a visitor's outputs are rejected, in the order of the checks. */
export type VisitorSupplyError =
  | SessionError
  | DomainErrorOf<'EXECUTION_NOT_FOUND' | 'NOT_PAUSED'>
  | ClientErrorOf<'EXECUTION_OF_OTHER_SESSION' | 'CLIENT_TOOLS_FORGOTTEN' | 'CLIENT_UNAVAILABLE'>
  | DomainErrorOf<'OUTPUT_MISSING'>;

/**
 * Supplies outputs as a visitor's page; a repeated call gets the first response.
 *
 * Errors: see `VisitorSupplyError`; nothing is changed then.
 */
export function supplyAsVisitor(
  tx: Transaction,
  { sessionId, origin, assistantMessageId }: Visitor,
  { executionId, toolOutputs, ...offer }: VisitorOutputs,
  pace: PaceOptions,
): Result<Segment, VisitorSupplyError> {
  const session = findSession(tx, sessionId, origin, tx.at);
  if (!session.ok) return session;
  const call: ClientCall = { sessionId, assistantMessageId, subject: `execution/${executionId}` };
  const earlier = findMessage(tx, call);
  if (earlier !== undefined) return ok(earlier);
  if (!waitsForOutput(tx, executionId))
    return err({ code: 'NOT_PAUSED', executionId, waitsFor: 'tool-output' });
  if (tx.get(executions, executionId)?.sessionId !== sessionId)
    return err({ code: 'EXECUTION_OF_OTHER_SESSION', executionId });
  const offered = offeredBy(tx, session.value, offer);
  if (!offered.ok) return offered;
  if (!isAvailable(tx)) return err({ code: 'CLIENT_UNAVAILABLE' });
  const supply = { outputs: toolOutputs, offeredTools: offered.value, pace };
  const supplied = supplyOutputs(tx, executionId, supply);
  if (supplied.ok) keepMessage(tx, call, supplied.value);
  return supplied;
}

/** Returns whether the owner's platform key still covers the calls of visitors. Source: F-4.6-028. */
export function isAvailable(view: View): boolean {
  return featureGate(view, 'platformKeyLimit') === 'ok';
}

function isGone(error: { readonly code: string }): error is DomainErrorOf<'NOT_PAUSED' | 'APPROVAL_EXPIRED'> {
  return error.code === 'NOT_PAUSED' || error.code === 'APPROVAL_EXPIRED';
}
