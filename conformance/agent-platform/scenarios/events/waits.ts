/** Checks of polls that wait for an event. */
import { setTimeout as pause } from 'node:timers/promises';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { makeAgent } from '../agents/make-agent.ts';
import { defineCheck, relyOnFacts } from '../define-check.ts';
import { currentCursor, cursorsOf, poll } from './feed.ts';
import { causeEvent, prepareEvent } from './triggered.ts';

export const waitChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'EVENT16',
    title: 'A waiting poll returns as soon as an event happens.',
    description:
      'Polls after the last event with `waitMs` of three seconds, triggers an event while the poll waits, by a run without a driver, and checks that it is returned before the wait ends.',
    rationale: 'A client that waits for an approval would see it late, or would have to poll repeatedly.',
    basis: relyOnFacts('F-4.7-006'),
    async run(context: CheckContext) {
      const { query, cause } = await prepareEvent(context);
      const after = await currentCursor(context);
      const waitMs = 3_000;
      const started = performance.now();
      const sinceStart = (): number => performance.now() - started;
      const [polled, made] = await Promise.all([
        poll(context, { after, waitMs, ...query }).then(({ events }) => ({ events, at: sinceStart() })),
        pause(40).then(async () => ({
          at: sinceStart(),
          cursor: await cause(),
          done: sinceStart(),
        })),
      ]);
      const isEarly = polled.events.length === 0 && polled.at < made.at;
      if (!isEarly && made.done > waitMs / 2) context.skip('Creating an event takes too long.');
      context.expect(
        polled.events.length > 0,
        'A poll that waits for an event returned without one.',
        'body.events',
      );
      if (!cursorsOf(polled.events).includes(made.cursor)) context.skip('Another event happened in between.');
      context.expect(
        polled.at < waitMs,
        'A poll returned at the end of its wait, not when the event happened.',
      );
    },
  }),
  defineCheck({
    id: 'EVENT40',
    title: 'A waiting poll does not wake for an event that its filters exclude.',
    description:
      'Polls for the events of a new agent with `waitMs` of two seconds, triggers an event of another one while the poll waits, and checks that the poll returns nothing and waits on.',
    rationale: 'A client that waits for its own agent would poll again for every event of all others.',
    basis: relyOnFacts('F-4.7-006', 'F-4.7-007'),
    run: waitForOther,
  }),
  defineCheck({
    id: 'EVENT17',
    title: 'A poll waits no longer than requested.',
    description:
      'Polls after the last event with `waitMs` of 200. Tolerates another 1.5 seconds plus three times the duration of a poll without a wait.',
    rationale: 'A client behind a proxy with a short timeout would lose every response.',
    basis: relyOnFacts('F-4.7-006', 'F-4.7-028', 'F-8-013'),
    async run(context: CheckContext) {
      const after = await currentCursor(context);
      const defaultMs = await timeOf(() => poll(context, { after }));
      const waitMs = 200;
      const tookMs = await timeOf(() => poll(context, { after, waitMs }));
      context.expect(
        tookMs < waitMs + 1_500 + 3 * defaultMs,
        `A poll with a wait of ${waitMs} ms returned much later.`,
      );
    },
  }),
];

async function waitForOther(context: CheckContext): Promise<void> {
  const agentId = await makeAgent(context, { name: 'Backlot check of another wait' });
  const after = await currentCursor(context);
  const waitMs = 2_000;
  const started = performance.now();
  const sinceStart = (): number => performance.now() - started;
  const [polled, made] = await Promise.all([
    poll(context, { after, waitMs, agentId }).then(({ events }) => ({ events, at: sinceStart() })),
    pause(40).then(async () => ({ at: sinceStart(), cursor: await causeEvent(context), done: sinceStart() })),
  ]);
  context.expect(
    !cursorsOf(polled.events).includes(made.cursor),
    'A poll that waits for the events of one agent returned an event of another one.',
    'body.events',
  );
  if (polled.at < made.at) context.skip('The poll does not wait.');
  if (polled.events.length > 0) context.skip('Creating the agent has caused an event.');
  if (made.done > waitMs - 200) context.skip('Creating an event takes too long.');
  // Why: clocks differ, and a service may round.
  context.expect(
    polled.at > waitMs - 100,
    'A poll that waits for the events of one agent ended when another one had an event.',
  );
}

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}
