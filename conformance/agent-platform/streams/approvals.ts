/** S15: each decided approval was requested in this stream or an earlier one, and each decision is reported. */
import type { Problem } from '../../model/finding.ts';
import { assumptionSeverity } from '../../provenance/provenance.ts';
import { agentPlatformContract } from '../contract.ts';
import { idOf, type CheckedEvent } from '../../streams/stream-event.ts';
import type { FrameContext } from '../../streams/stream-rule.ts';
import type { ExecutionRule, RunMemory } from './run-memory.ts';

/** The maximum number of approvals tracked for each run. */
const MAX_APPROVALS = 1_000;

const decisions: ReadonlySet<unknown> = new Set(['approved', 'denied', 'timeout']);

/** S15. */
export const approvalRule: ExecutionRule = {
  check: 'S15',
  open(context) {
    const isResponse = context.operation.id === 'approveAgentExecution';
    let isDecided = false;
    let wasPending = false;
    let isFirst = true;
    return {
      take(frameContext) {
        const { run } = context;
        const { event, isRepeat } = frameContext;
        if (event === null || isRepeat) return null;
        if (isFirst) wasPending = [...run.approvals.values()].includes('pending');
        isFirst = false;
        if (event.type === 'approval_start') {
          note(run, event);
          return null;
        }
        if (event.type !== 'approval_complete') return null;
        isDecided = true;
        return checkDecision(context.run, context.hasUnreadableFrames, event, frameContext);
      },
      end({ end, status, count }) {
        const isClosed = end === 'closed' && status === null && count > 0;
        if (
          !isResponse ||
          !isClosed ||
          isDecided ||
          !wasPending ||
          !context.run.isWhole ||
          context.hasUnreadableFrames
        )
          return null;
        return [
          {
            message: 'The stream after a decision has no approval_complete.',
            at: 'stream',
            facts: ['F-3-021'],
          },
        ];
      },
    };
  },
};

function note(run: RunMemory, { fields }: CheckedEvent): void {
  const id = idOf(fields['approvalId']);
  if (id === null || run.approvals.size >= MAX_APPROVALS) run.isWhole = false;
  else run.approvals.set(id, 'pending');
}

function checkDecision(
  run: RunMemory,
  hasUnreadableFrames: boolean,
  { fields }: CheckedEvent,
  { at }: FrameContext,
): readonly Problem[] {
  const { decision, resolvedBy } = fields;
  const id = idOf(fields['approvalId']);
  const before = id === null ? undefined : run.approvals.get(id);
  if (id !== null) run.approvals.set(id, 'resolved');
  const problems: Problem[] = [];
  if (typeof decision === 'string' && !decisions.has(decision))
    problems.push({
      message: `approval_complete has the undeclared decision ${decision}.`,
      ...assumed('A-111', at('decision')),
    });
  if (before === 'resolved')
    problems.push({
      message: 'approval_complete repeats a decision.',
      ...assumed('A-118', at('approvalId')),
    });
  if (before === undefined && id !== null && run.isWhole && !hasUnreadableFrames)
    problems.push({
      message: 'approval_complete has an approval that was never requested.',
      ...assumed('A-118', at('approvalId')),
    });
  if (decision === 'timeout' && resolvedBy === 'user')
    problems.push({
      message: 'A decision with timeout has resolvedBy user.',
      ...assumed('A-117', at('resolvedBy')),
    });
  return problems;
}

function assumed(assumption: string, at: string): Omit<Problem, 'message'> {
  return { at, severity: assumptionSeverity(agentPlatformContract, assumption), facts: [], assumption };
}
