import type { Scenario } from '../domain/scenarios/scenario.ts';

/** One agent calls another; the child's execution names this one as its parent. */
export const subagent: Scenario = {
  name: 'subagent',
  description: 'Calls another agent for research, in a separate execution, and responds with the result.',
  steps: [
    { think: 'Somebody who knows the literature should look at this.' },
    {
      subagent: {
        role: 'subagent',
        name: 'research',
        agentName: 'Research assistant',
        parameters: { topic: '{{lastMessage}}' },
        steps: [
          { think: 'I look for recent sources first.' },
          {
            tool: {
              role: 'lookup',
              name: 'search_library',
              toolType: 'external',
              parameters: { query: '{{lastMessage}}', limit: 3 },
              streamInput: true,
              progress: ['Searching… '],
              result: { hits: 3 },
              takes: 700,
            },
          },
          { source: { title: 'Parcels in winter', url: 'https://library.test/parcels-in-winter' } },
          {
            say: {
              text: 'Three sources agree: parcels take two days longer in January.',
              adapted: 'This is what {{tool.search_library}} says: {{output.search_library}}',
            },
          },
        ],
      },
    },
    { say: 'I have asked a colleague. {{output.research}}' },
  ],
};
