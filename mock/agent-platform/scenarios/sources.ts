import type { Scenario } from '../domain/scenarios/scenario.ts';

/** Sources of a response. */
export const sources: Scenario = {
  name: 'sources',
  description: 'Responds from three sources, which it cites.',
  steps: [
    {
      tool: {
        role: 'lookup',
        name: 'search_help',
        toolType: 'external',
        parameters: { query: '{{lastMessage}}' },
        annotations: { readOnlyHint: true, openWorldHint: true },
        result: { hits: 3 },
        takes: 380,
      },
    },
    { source: { title: 'Returns', url: 'https://shop.test/help/returns', sourceType: 'web' } },
    { source: { title: 'Terms of sale', url: 'https://shop.test/terms', sourceType: 'web' } },
    { source: { title: 'returns-policy.pdf', sourceType: 'document' } },
    { say: 'You can return it within 30 days. The terms of sale say the same.' },
  ],
};
