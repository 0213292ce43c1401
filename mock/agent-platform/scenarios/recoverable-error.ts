import type { Scenario } from '../domain/scenarios/scenario.ts';

/** Failures that do not end the run. */
export const recoverableError: Scenario = {
  name: 'recoverable-error',
  description: 'Recovers from two failures and responds.',
  steps: [
    { say: 'Let me look that up.' },
    {
      tool: {
        role: 'lookup',
        name: 'find_order',
        parameters: { orderId: 'order_1042' },
        error: 'The service did not answer within 2 seconds.',
        takes: 2000,
      },
    },
    { notice: { error: { message: 'The service did not answer. Trying again.' } } },
    {
      notice: {
        error: {
          code: 'TOOL_TIMEOUT',
          message: 'A tool took too long.',
          details: { timeoutMs: 2000 },
          recoverable: true,
        },
      },
    },
    {
      tool: {
        role: 'lookup',
        name: 'find_order',
        parameters: { orderId: 'order_1042' },
        result: { orderId: 'order_1042', state: 'in_transit' },
        takes: 350,
      },
    },
    {
      say: {
        text: 'Your order order_1042 is on its way.',
        adapted: 'The second try worked. {{tool.find_order}} returned {{output.find_order}}.',
      },
    },
  ],
};
