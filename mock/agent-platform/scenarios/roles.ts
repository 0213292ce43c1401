import { mediumPath } from '../domain/assets/media/built-in-media.ts';
import type { Scenario } from '../domain/scenarios/scenario.ts';

/** Turns of the system and of the user beside those of the assistant. */
export const roles: Scenario = {
  name: 'roles',
  description:
    'Shows turns of the system and of the user, each with a picture, before the assistant responds.',
  steps: [
    { say: { text: 'A colleague has joined the conversation and shares the plan.', role: 'system' } },
    { media: { mediaType: 'image/png', url: mediumPath('parcel.png') } },
    { say: { text: 'Here is the chart of the last three months.', role: 'user' } },
    { media: { mediaType: 'image/png', url: mediumPath('chart.png') } },
    { say: 'Thank you both. The third month is the best so far.' },
  ],
};
