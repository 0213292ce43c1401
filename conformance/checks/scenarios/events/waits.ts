/** Checks of polls that wait for an event. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { awaitResponse } from '../call-response.ts';
import { defineCheck, relyOnAssumption, relyOnFacts } from '../define-check.ts';
import { pollProductEvents } from '../../../../generated/service/client.ts';
import { currentCursor, cursorsOf, makeEvent, poll, readCatalogue } from './feed.ts';

const MOST_WAIT = 50_000;

/** Checks of waiting. */
export const waitChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'EVENT16',
    title: 'A waiting poll returns as soon as an event happens.',
    description:
      'Polls for two seconds behind the last event, lets one happen while the poll waits, and looks whether it comes before the time is up.',
    rationale: 'A client that waits for an approval would see it late, or would have to poll repeatedly.',
    basis: relyOnFacts('F-4.7-006'),
    needs: ['makeProductEvent'],
    async run(context: CheckContext) {
      const [descriptor] = await readCatalogue(context);
      if (descriptor === undefined) return context.skip('The catalogue has no event.');
      const after = await currentCursor(context);
      const waitMs = 2_000;
      const started = performance.now();
      const sinceStart = (): number => performance.now() - started;
      const [polled, made] = await Promise.all([
        poll(context, { after, waitMs }).then(({ events }) => ({ events, at: sinceStart() })),
        pause(40).then(async () => ({
          at: sinceStart(),
          cursor: await makeEvent(context, descriptor),
          done: sinceStart(),
        })),
      ]);
      const isEarly = polled.events.length === 0 && polled.at < made.at;
      if (!isEarly && made.done > waitMs / 2) context.skip('The driver takes too long to make an event.');
      context.expect(
        polled.events.length > 0,
        'A poll that was to wait for an event came back without one.',
        'body.events',
      );
      if (!cursorsOf(polled.events).includes(made.cursor)) context.skip('Something else happened meanwhile.');
      context.expect(
        polled.at < waitMs,
        'A poll that waited came back when its time was up, not when the event happened.',
      );
    },
  }),
  defineCheck({
    id: 'EVENT17',
    title: 'A poll waits no longer than requested.',
    description:
      'Polls behind the last event with `waitMs` of 200, and allows for 1.5 seconds and three times what a poll without a wait takes.',
    rationale: 'A client behind a proxy with a short timeout would lose every response.',
    basis: relyOnFacts('F-4.7-006', 'F-4.7-028', 'F-8-013'),
    async run(context: CheckContext) {
      const after = await currentCursor(context);
      const defaultMs = await timeOf(() => poll(context, { after }));
      const waitMs = 200;
      const tookMs = await timeOf(() => poll(context, { after, waitMs }));
      context.expect(
        tookMs < waitMs + 1_500 + 3 * defaultMs,
        `A poll with a wait of ${waitMs} ms was answered much later.`,
      );
    },
  }),
  defineCheck({
    id: 'EVENT18',
    title: 'A wait of more than 50 seconds is rejected with 400, or shortened.',
    description:
      'Polls with `waitMs` of 50001 where an event is there already, so that nobody waits. A 200 will do.',
    rationale: 'A client could not know whether its wait is honoured.',
    basis: relyOnAssumption('A-081'),
    needs: ['makeProductEvent'],
    async run(context: CheckContext) {
      const [descriptor] = await readCatalogue(context);
      if (descriptor === undefined) return context.skip('The catalogue has no event.');
      const after = await currentCursor(context);
      await makeEvent(context, descriptor);
      const query = { after, waitMs: MOST_WAIT + 1 };
      const { status } = await awaitResponse(pollProductEvents(context.client, { query }));
      context.expect(
        status === 400 || status === 200,
        `A wait of ${query.waitMs} ms returned ${status} instead of 400.`,
        'status',
      );
    },
  }),
];

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}
