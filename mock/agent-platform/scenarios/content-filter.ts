import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A response that the provider's content filter stops. */
export const contentFilter: Scenario = {
  name: 'content-filter',
  description: 'Starts to respond and is stopped by the content filter of the model provider.',
  steps: [{ say: 'You would have to' }, { finish: { stopReason: 'content_filter' } }],
};
