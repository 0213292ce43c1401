import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A flow with a failed step: it runs to its end, and its result is a failure. */
export const flowError: Scenario = {
  name: 'flow-error',
  description: 'Runs a flow of three steps, of which the last one fails.',
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
        steps: [{ say: 'Order order_1042 over 129.90 EUR is on its way.' }],
      },
    },
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
