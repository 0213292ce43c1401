import type { Scenario } from '../domain/scenarios/scenario.ts';

/** Both kinds of artifacts. */
export const artifacts: Scenario = {
  name: 'artifacts',
  description:
    'Writes a document and a component in addition to its response, and updates the component twice.',
  steps: [
    { say: 'I write you a packing list.' },
    {
      artifact: {
        type: 'markdown',
        title: 'Packing list',
        file: { path: 'packing-list.md', mimeType: 'text/markdown', language: 'markdown' },
        text: '# Packing list\n\n- Passport\n- Charger\n- Rain coat\n\nThe weather in Bergen is wet.\n',
      },
    },
    {
      artifact: {
        type: 'component',
        title: 'Weather',
        component: 'WeatherCard',
        updates: [
          { city: 'Bergen', state: 'loading' },
          { city: 'Bergen', state: 'ready', celsius: 7, rain: true },
        ],
      },
    },
    { say: 'The list is ready, and the weather is beside it.' },
  ],
};
