import type { Scenario } from '../domain/scenarios/scenario.ts';

/** The simplest run: one response that quotes the question. */
export const text: Scenario = {
  name: 'text',
  description: 'Responds with one message and completes.',
  steps: [
    {
      say: 'You said: {{lastMessage}}\n\nThis is the mock answering. Every word of it arrives as an event of its own, the way the service streams it.',
    },
  ],
};
