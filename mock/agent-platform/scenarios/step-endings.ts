import type { Scenario } from '../domain/scenarios/scenario.ts';

/** Every way in which the model of a step stops, and every kind of fallback of a step. */
export const stepEndings: Scenario = {
  name: 'step-endings',
  description:
    'Runs a flow whose steps stop for every reason and use every kind of fallback; one of them fails.',
  kind: 'flow',
  steps: [
    {
      step: {
        name: 'Answer',
        steps: [{ say: 'The order is on its way.' }],
        fallback: {
          reason: 'The model provider is overloaded',
          attempts: [
            { type: 'retry', success: false, error: 'The model provider is overloaded' },
            { type: 'model', success: true },
          ],
        },
      },
    },
    {
      step: {
        name: 'List all orders',
        steps: [{ say: 'Order 1, order 2, order 3, and then' }],
        stopReason: 'length',
      },
    },
    {
      step: {
        name: 'Quote the complaint',
        steps: [{ say: 'The customer writes:' }],
        stopReason: 'content_filter',
        fallback: {
          reason: 'The content filter stopped the answer',
          attempts: [{ type: 'message', success: true }],
        },
      },
    },
    {
      step: {
        name: 'Read every page',
        steps: [{ say: 'I have read 3 of 40 pages.' }],
        stopReason: 'max_tool_calls',
        fallback: {
          reason: 'The step may not call more tools',
          attempts: [{ type: 'flow', success: true }],
        },
      },
    },
    {
      step: {
        name: 'Ask the archive',
        steps: [{ say: 'The archive says' }],
        stopReason: 'unknown',
      },
    },
    {
      step: {
        name: 'Translate',
        steps: [{ say: 'Die Bestellung' }],
        fallback: {
          reason: 'No model is available',
          attempts: [{ type: 'retry', success: false, error: 'No model is available' }],
        },
      },
    },
  ],
};
