import type { Scenario } from '../domain/scenarios/scenario.ts';

/** Reasoning before a response, and a reflection on the whole run after it. */
export const reasoning: Scenario = {
  name: 'reasoning',
  description: 'Reasons before it responds, and reflects on the run at the end.',
  steps: [
    {
      think:
        'The question is: {{lastMessage}}. I know enough to answer. I should say what I assume and keep it short.',
    },
    { say: 'Here is what I think. The answer depends on one assumption, and I name it.' },
    {
      think: { text: 'The answer is short, and it names its assumption. Nothing is missing.', scope: 'loop' },
    },
  ],
};
