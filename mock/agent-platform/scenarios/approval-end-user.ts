import type { Scenario } from '../domain/scenarios/scenario.ts';

/** An approval that only the visitor can decide. */
export const approvalEndUser: Scenario = {
  name: 'approval-end-user',
  description: 'Pauses until the visitor approves a change of address; a denial leaves everything as it is.',
  steps: [
    {
      say: {
        text: 'I can send order_1042 to another address.',
        adapted: 'I can do that with {{tool.change_delivery_address}}, if you want me to.',
      },
    },
    {
      approve: {
        role: 'approval',
        name: 'change_delivery_address',
        toolType: 'external',
        description: 'Changes where the parcel is delivered.',
        reason: 'Only you can say where you want it.',
        parameters: { orderId: 'order_1042', city: 'Bergen', street: 'Strandgaten 4' },
        approver: 'end-user',
        result: { changed: true },
        takes: 480,
        denied: [
          {
            say: {
              text: 'All right, the parcel goes to the old address.',
              adapted: 'All right, everything stays as it is.',
            },
          },
        ],
      },
    },
    {
      say: {
        text: 'Done. Your order now goes to Bergen.',
        adapted: 'Done. {{tool.change_delivery_address}} returned {{output.change_delivery_address}}.',
      },
    },
  ],
};
