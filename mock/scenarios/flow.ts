import type { Scenario } from '../domain/scenario.ts';

/** A flow that does not come out well: its result is a failure although it ran to its end. */
export const flow: Scenario = {
  name: 'flow',
  description: 'Runs a flow of four steps: two succeed, one is skipped, one fails.',
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
          attempts: [{ type: 'retry', success: true, model: 'mock-1' }],
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
        error: 'The mail server refused the recipient.',
        takes: 800,
      },
    },
  ],
};
