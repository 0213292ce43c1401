import type { Scenario } from '../domain/scenarios/scenario.ts';

/** Notices about a conversation that no longer fits. */
export const compaction: Scenario = {
  name: 'compaction',
  description: 'A long conversation is compacted while it continues.',
  steps: [
    {
      notice: {
        compaction: { reason: 'threshold', strategy: 'summary', tier: 1, before: 182_000, after: 24_000 },
      },
    },
    { say: 'We have talked for a while, so I have summed up what was said.' },
    {
      tool: {
        role: 'lookup',
        name: 'read_archive',
        parameters: { year: 2025 },
        result: { messages: 1840, tokens: 176_900 },
        takes: 2400,
      },
    },
    {
      notice: {
        compaction: {
          reason: 'overflow',
          strategy: 'provider_native',
          tier: 2,
          outcome: 'gap',
          before: 201_000,
          after: 9_000,
          takes: 1500,
        },
      },
    },
    { say: 'Some of the beginning is gone now. Ask me again if I forget something.' },
  ],
};
