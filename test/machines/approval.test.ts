import fc from 'fast-check';
import { approvalMachine } from '../../mock/agent-platform/domain/approvals/approval.ts';
import type { ApprovalRecord, ApprovalTrigger } from '../../mock/agent-platform/domain/approvals/approval.ts';
import { after, minutes } from '../../mock/kernel/time/time.ts';
import { testStart } from '../support/domain-world.ts';
import { testMachineLaws } from './support/machine-laws.ts';

testMachineLaws({
  machine: approvalMachine,
  record: fc
    .constantFrom<ApprovalRecord['approver']>('owner', 'end-user')
    .map((approver): ApprovalRecord => ({
      id: 'appr_1',
      executionId: 'exec_1',
      toolCallId: 'call_1',
      toolName: 'refund_order',
      parameters: { orderId: 'order_1' },
      approver,
      status: 'pending',
      requestedAt: testStart,
      expiresAt: after(testStart, minutes(5)),
      resolvedAt: null,
      resolvedBy: null,
      note: null,
    })),
  trigger: fc.oneof(
    fc.record({
      type: fc.constantFrom('approve' as const, 'deny' as const),
      note: fc.option(fc.string()),
    }),
    fc.constant<ApprovalTrigger>({ type: 'expire' }),
  ),
});
