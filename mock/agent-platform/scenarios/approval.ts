import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A refund that the owner must approve; the run pauses until then. */
export const approval: Scenario = {
  name: 'approval',
  description: 'Pauses until the owner approves a refund, then reports it. A denial ends the run politely.',
  steps: [
    {
      say: {
        text: 'I can refund this order. It needs an approval first.',
        adapted: 'I can do that with {{tool.refund_order}}. It needs an approval first.',
      },
    },
    {
      approve: {
        role: 'approval',
        name: 'refund_order',
        toolType: 'custom',
        description: 'Pays the full amount of the order back to the card it was paid with.',
        reason: 'A refund over 100 EUR needs the owner.',
        parameters: { orderId: 'order_1042', amount: 129.9, currency: 'EUR' },
        approver: 'owner',
        result: { refundId: 'refund_5501', status: 'accepted' },
        takes: 640,
        denied: [
          {
            say: {
              text: 'The refund was not approved, so I left the order as it is.',
              adapted: 'That was not approved, so I left everything as it is.',
            },
          },
        ],
      },
    },
    {
      say: {
        text: 'Done: refund_5501 over 129.90 EUR is on its way to the card.',
        adapted: 'Done. {{tool.refund_order}} returned {{output.refund_order}}.',
      },
    },
  ],
};
