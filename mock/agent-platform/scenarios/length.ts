import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A response that is cut off at the limit of the model. */
export const length: Scenario = {
  name: 'length',
  description: 'Responds until the model reaches its token limit; the response is cut off.',
  steps: [
    { say: 'Here are all 400 orders of last year. Order 1 went to Bergen, order 2 to Hamburg, order 3 to' },
    { finish: { stopReason: 'length' } },
  ],
};
