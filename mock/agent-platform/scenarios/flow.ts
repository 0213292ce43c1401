import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A flow that succeeds with one skipped step. */
export const flow: Scenario = {
  name: 'flow',
  description: 'Runs a flow of four steps: three succeed, one is skipped.',
  kind: 'flow',
  steps: [
    {
      step: {
        id: 'fetch_order',
        name: 'Fetch the order',
        type: 'api-call',
        output: 'order',
        result: { orderId: 'order_1042', total: 129.9 },
        takes: 420,
      },
    },
    {
      step: {
        id: 'summarize',
        name: 'Sum up the order',
        type: 'prompt',
        output: 'summary',
        steps: [{ say: 'Order order_1042 over 129.90 EUR is on its way.' }],
        fallback: {
          reason: 'The first model was busy',
          attempts: [{ type: 'retry', success: true }],
        },
        unresolvedVariables: ['customer.nickname'],
      },
    },
    { step: { id: 'translate', name: 'Translate', type: 'prompt', skip: "record.language != 'en'" } },
    {
      step: {
        id: 'send_mail',
        name: 'Send the mail',
        type: 'send-email',
        result: { messageId: 'mail_31', accepted: true },
        takes: 800,
      },
    },
  ],
};
