import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A flow that is stopped from outside. */
export const flowAborted: Scenario = {
  name: 'flow-aborted',
  description: 'Runs the first step of a flow and is aborted in the second.',
  kind: 'flow',
  steps: [
    {
      step: {
        id: 'fetch_orders',
        name: 'Fetch the orders',
        type: 'api-call',
        result: { orders: 400 },
        takes: 600,
      },
    },
    {
      step: {
        id: 'export',
        name: 'Export the orders',
        steps: [{ say: 'I have written 120 of 400 orders.' }],
      },
    },
    { fail: { code: 'RUN_STOPPED', message: 'The flow was stopped by its owner.', outcome: 'aborted' } },
  ],
};
