import type { Scenario } from '../domain/scenario.ts';

/** A long job that a run comes back to. */
export const durablePoll: Scenario = {
  name: 'durable-poll',
  description: 'Pauses for a job of another service, which is asked about until it is done after 30 seconds.',
  steps: [
    { say: 'I have started the export. I will look after it.' },
    {
      await: [
        {
          poll: {
            name: 'export_orders',
            parameters: { year: 2025, format: 'csv' },
            result: { file: 'orders-2025.csv', rows: 1204 },
          },
        },
      ],
    },
    { say: 'The export is ready: 1204 orders in orders-2025.csv.' },
  ],
};
