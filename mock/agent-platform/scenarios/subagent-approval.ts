import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A sub-agent with a tool that needs an approval, and a flow step of its own. */
export const subagentApproval: Scenario = {
  name: 'subagent-approval',
  description: 'Calls another agent for a task that the owner must approve, and reports the outcome.',
  steps: [
    { say: 'The bookkeeper takes care of it.' },
    {
      subagent: {
        role: 'subagent',
        name: 'bookkeeping',
        agentName: 'Bookkeeper',
        parameters: { orderId: 'order_1042' },
        steps: [
          {
            step: {
              id: 'check_invoice',
              name: 'Check the invoice',
              type: 'prompt',
              steps: [{ say: 'The invoice is paid.' }],
            },
          },
          { think: 'The amount is over the limit, so the owner has to approve it.' },
          {
            approve: {
              role: 'approval',
              name: 'refund_order',
              description: 'Pays the full amount of the order back.',
              reason: 'A refund over 100 EUR needs the owner.',
              parameters: { orderId: 'order_1042', amount: 129.9, currency: 'EUR' },
              result: { refundId: 'refund_5502' },
              takes: 540,
              denied: [{ say: 'The refund was not approved.' }],
            },
          },
          { say: 'The refund is booked.' },
        ],
      },
    },
    { say: 'The bookkeeper says: {{output.bookkeeping}}' },
  ],
};
