/** RUN26: a run has the messages of its own agent and of no other. */
import { makeAgent } from '../agents/make-agent.ts';
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { mentions } from '../read-value.ts';
import type { PlayedRun } from '../played-run.ts';
import type { CheckContext } from '../scenario-check.ts';
import { playResult } from '../play-run.ts';

export const ownToolChecks = [
  defineCheck({
    id: 'RUN26',
    title: 'A run does not contain the messages of other runs.',
    description:
      'Plays runs of two agents with a word of its own in each message, one after the other and at the same time, and looks for the words of the other agent in the events, the result and the detail.',
    rationale: 'A user could read messages of another one.',
    runs: ['text'],
    basis: relyOnPractice('Runs of different agents share nothing.'),
    run: compareMessages,
  }),
];

async function compareMessages(context: CheckContext): Promise<void> {
  const ids = [
    await makeAgent(context, { name: 'Backlot check of one conversation' }),
    await makeAgent(context, { name: 'Backlot check of another conversation' }),
  ];
  const words = ['heliotrope', 'vermilion'];
  const { message } = context.runTemplate('text');
  const play = (index: number): Promise<PlayedRun> => {
    const messages = [{ role: 'user', content: `${message} ${words[index] ?? ''}` }];
    return playResult(context, 'text', { agentId: ids[index] ?? '', body: { messages } });
  };
  const one = [await play(0), await play(1), await play(0)];
  const both = await Promise.all([play(0), play(1)]);
  for (const [index, run] of [...one, ...both].entries()) {
    const own = [0, 1, 0, 0, 1][index] ?? 0;
    const path = { id: ids[own] ?? '', executionId: run.executionId ?? '' };
    const detail = await context.call('getAgentExecution', { path });
    for (const value of [run.body, detail.body])
      context.note(
        !mentions(value, words[1 - own] ?? ''),
        'A run contains the message of a run of another agent.',
        'body',
      );
  }
}
