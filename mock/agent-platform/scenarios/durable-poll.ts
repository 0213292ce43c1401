import type { Scenario } from '../domain/scenarios/scenario.ts';

/** A long job that a run comes back to. */
export const durablePoll: Scenario = {
  name: 'durable-poll',
  description: 'Pauses for a job of another service, which is polled until it completes after 30 seconds.',
  steps: [
    {
      say: {
        text: 'I have started the export. I will look after it.',
        adapted: 'I have started {{tool.export_orders}}. It takes a moment.',
      },
    },
    {
      await: [
        {
          poll: {
            role: 'action',
            name: 'export_orders',
            parameters: { year: 2025, format: 'csv' },
            result: { file: 'orders-2025.csv', rows: 1204 },
          },
        },
      ],
    },
    {
      say: {
        text: 'The export is ready: 1204 orders in orders-2025.csv.',
        adapted: 'The job is done. {{tool.export_orders}} returned {{output.export_orders}}.',
      },
    },
  ],
};
