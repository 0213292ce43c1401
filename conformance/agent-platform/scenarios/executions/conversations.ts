/** Checks that a run reads its whole conversation and no other one, and returns its texts unchanged. */
import { makeAgent } from '../agents/make-agent.ts';
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { playResult } from '../play-run.ts';
import type { PlayedRun } from '../played-run.ts';
import { mentions, textOf, textsIn } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';

export const conversationChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'RUN27',
    title: 'A run reads the last message of its conversation.',
    description:
      'Plays a run that calls tools, and sends its message again after another message and a response. If that run calls no tool, plays both again to be sure.',
    rationale: 'An agent that reads only the first message returns the same response for ever.',
    runs: ['text', 'tools'],
    basis: relyOnPractice('An agent responds to the last message of its conversation.'),
    run: sendConversation,
  }),
  defineCheck({
    id: 'RUN28',
    title: 'A message that is repeated is repeated exactly.',
    description:
      'Plays a run whose message has accents, emoji and marks of right-to-left scripts between two unique words, as a stream and as JSON, reads its detail, and compares each text that has both words.',
    rationale: 'Names in other scripts would be damaged without anyone noticing.',
    runs: ['text'],
    basis: relyOnPractice('A quoted text is quoted as it is.'),
    run: sendUnusual,
  }),
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

async function sendConversation(context: CheckContext): Promise<void> {
  const first = context.runTemplate('text').message;
  const last = context.runTemplate('tools').message;
  const alone = [{ role: 'user', content: last }];
  const whole = [
    { role: 'user', content: first },
    { role: 'assistant', content: 'Is there anything else?' },
    ...alone,
  ];
  // Why twice: a model that may call a tool does not always.
  for (const time of ['first', 'second']) {
    if (!(await callsTools(context, alone))) context.skip(`A ${time} run of the kind tools calls no tool.`);
    if (await callsTools(context, whole)) return;
  }
  const text = await context.play('text', { isStreamed: false });
  context.note(
    hasCalls(text),
    'A message that calls a tool alone calls none after another message, as if only the first one was read.',
    'events',
  );
}

/** Returns whether a run with these messages calls a tool. Skips the check if it does not start. */
async function callsTools(context: CheckContext, messages: readonly object[]): Promise<boolean> {
  const run = await context.play('tools', { isStreamed: false, body: { messages } });
  if (run.status !== 200) context.skip(`A run of the kind tools returned ${run.status}.`);
  return hasCalls(run);
}

function hasCalls({ events }: PlayedRun): boolean {
  return events.some(({ type }) => type === 'tool_start' || type === 'tool_complete');
}

/** The words around the sample, and a sample with composed and combining accents, joined emoji and bidi marks. */
const [before, after] = ['zqbegin', 'zqfinish'];
const sample =
  ' Cr\u00e8me bru\u0302le\u0301e \ud83d\udc69\ud83c\udffd\u200d\ud83d\ude80 \u200f\u05e9\u05dc\u05d5\u05dd\u200e \u6f22\u5b57 ';

async function sendUnusual(context: CheckContext): Promise<void> {
  const { agentId: id, message } = context.runTemplate('text');
  const messages = [{ role: 'user', content: `${message} ${before}${sample}${after}`.trim() }];
  for (const isStreamed of [true, false]) {
    const run = await context.play('text', { isStreamed, body: { messages } });
    const { executionId } = run;
    noteDamage(context, isStreamed ? 'A stream' : 'A result', [...run.events, ...joinedTexts(run)]);
    if (executionId === null || isStreamed) continue;
    const { body } = await context.call('getAgentExecution', { path: { id, executionId } });
    noteDamage(context, 'The detail of a run', body);
  }
}

/** Returns the texts of a run, each joined from its pieces. */
function joinedTexts({ events }: PlayedRun): readonly string[] {
  const pieces = events.filter(({ type }) => type === 'text_delta');
  const texts = Map.groupBy(pieces, (event) => textOf(event, 'id'));
  return [...texts.values()].map((list) => list.map((event) => textOf(event, 'delta') ?? '').join(''));
}

function noteDamage(context: CheckContext, what: string, value: unknown): void {
  const isDamaged = textsIn(value).some((text) => {
    const start = text.indexOf(before);
    const end = text.indexOf(after, start);
    return start >= 0 && end >= 0 && isDamage(text.slice(start + before.length, end));
  });
  context.note(!isDamaged, `${what} repeats a message with other characters.`, 'response');
}

/**
 * Why not any difference: a model may shorten or translate a text that it repeats, or compose its accents, but plain
 * letters remain unchanged.
 */
function isDamage(text: string): boolean {
  if (text.normalize('NFC') === sample.normalize('NFC')) return false;
  const forms = [plainLetters, (each: string) => plainLetters(each.normalize('NFD'))];
  return text.includes('\ufffd') || forms.some((form) => form(text) === form(sample));
}

function plainLetters(text: string): string {
  return text.replaceAll(/[^a-z]/gi, '');
}

async function compareMessages(context: CheckContext): Promise<void> {
  const { message } = context.runTemplate('text');
  const first = {
    id: await makeAgent(context, { name: 'Backlot check of one conversation' }),
    word: 'heliotrope',
    otherWord: 'vermilion',
  };
  const second = {
    id: await makeAgent(context, { name: 'Backlot check of another conversation' }),
    word: first.otherWord,
    otherWord: first.word,
  };
  const play = async (agent: typeof first) => {
    const messages = [{ role: 'user', content: `${message} ${agent.word}` }];
    return { agent, run: await playResult(context, 'text', { agentId: agent.id, body: { messages } }) };
  };
  const sequential = [await play(first), await play(second), await play(first)];
  const concurrent = await Promise.all([play(first), play(second)]);
  for (const { agent, run } of [...sequential, ...concurrent]) {
    const path = { id: agent.id, executionId: run.executionId };
    const detail = await context.call('getAgentExecution', { path });
    for (const value of [run.body, detail.body])
      context.note(
        !mentions(value, agent.otherWord),
        'A run contains the message of a run of another agent.',
        'body',
      );
  }
}
