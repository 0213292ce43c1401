/** RUN25, RUN26: a run has the tools and the messages of its own agent and of no other. */
import type { JsonValue } from '../../../../templates/runtime/operation-spec.ts';
import { makeAgent } from '../agents/make-agent.ts';
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { mentions, textOf } from '../read-value.ts';
import type { PlayedRun } from '../played-run.ts';
import type { CheckContext } from '../scenario-check.ts';
import { playResult } from '../play-run.ts';

/** Checks of the tools and messages of a run. */
export const ownToolChecks = [
  defineCheck({
    id: 'RUN25',
    title: 'A run does not call a tool that its agent no longer has.',
    description:
      'Adds a capability to a new agent, plays runs until one calls it, removes the capability, and plays the same run. Does the same with a capability that is not enabled.',
    rationale: 'A tool that was removed because of its mistakes would go on making them.',
    level: 'destructive',
    runs: ['tools'],
    basis: relyOnPractice('A run calls the tools that its agent has when it starts.'),
    run: callRemoved,
  }),
  defineCheck({
    id: 'RUN26',
    title: 'A run does not contain the messages of other runs.',
    description:
      'Plays runs of two agents with a word of its own in each message, one after the other and at the same time, and looks for the words of the other agent in the events, the result and the detail.',
    rationale: 'A user would read what another one has written.',
    runs: ['text'],
    basis: relyOnPractice('Runs of different agents share nothing.'),
    run: compareMessages,
  }),
];

const TOOL = 'backlot_check_tool';

async function callRemoved(context: CheckContext): Promise<void> {
  const id = await makeAgent(context, { name: 'Backlot check of a tool' });
  const bound = await bindAny(context, id, true);
  const kind = await kindThatCalls(context, id);
  if (kind === null) return context.skip('No kind of run calls the capability of a new agent.');
  const path = { id, capabilityId: textOf(bound, 'id', 'capabilityId') ?? '' };
  await context.need('removeAgentCapability', { path });
  context.note(
    !callsTool(await playResult(context, kind, { agentId: id })),
    'A run calls a tool that was removed from its agent.',
    'events',
  );
  await bindAny(context, id, false);
  context.note(
    !callsTool(await playResult(context, kind, { agentId: id })),
    'A run calls a capability that is not enabled.',
    'events',
  );
}

/** Adds a capability: that of the configuration, or for another agent. */
async function bindAny(context: CheckContext, id: string, enabled: boolean): Promise<unknown> {
  const configured = context.environment.bodies['addAgentCapability'] as object | undefined;
  const binding = configured ?? {
    subAgentId: await makeAgent(context, { name: 'Backlot check of a helper' }),
  };
  const body = { ...binding, toolName: TOOL, enabled } as JsonValue;
  return context.need('addAgentCapability', { path: { id }, body });
}

async function kindThatCalls(context: CheckContext, id: string): Promise<string | null> {
  for (const kind of ['tools', 'subagent']) {
    if (context.environment.runs[kind] === undefined) continue;
    if (callsTool(await playResult(context, kind, { agentId: id }))) return kind;
  }
  return null;
}

function callsTool({ events }: PlayedRun): boolean {
  return events.some((event) => event.type === 'tool_start' && event['toolName'] === TOOL);
}

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
