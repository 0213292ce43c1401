/** Checks of cursors at the ends of the feed: before its first event, and beyond its newest. */
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { avoidLimit, keyIn, registerBy, signFor } from '../registration/register.ts';
import { expectStatus } from '../call-response.ts';
import { defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { propertyOf, textOf } from '../read-value.ts';
import { playResult } from '../play-run.ts';
import { currentCursor, feedStart, numberOf, poll } from './feed.ts';

/** Checks of cursors. */
export const cursorChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'EVENT31',
    title: 'A client that starts on an empty feed gets the first event.',
    description:
      'Polls the feed of a new account, plays a failing run in it, and polls again with the cursor of the first page.',
    rationale:
      'A client that keeps its cursor between polls would miss the first event of every new customer.',
    basis: relyOnFacts('F-4.7-003', 'F-4.7-019', 'F-4.7-023'),
    needs: ['signAssertion'],
    runs: ['failing'],
    run: startOnEmptyFeed,
  }),
  defineCheck({
    id: 'EVENT32',
    title: 'A cursor beyond the newest event is rejected, or returns a usable cursor.',
    description: 'Polls with a cursor that is greater than the newest one by a thousand.',
    rationale: 'A client that kept its cursor across a reset of the feed would wait forever.',
    basis: relyOnPractice(
      'A cursor beyond the newest event is not kept, or the client misses the next events.',
    ),
    run: pollAhead,
  }),
];

async function startOnEmptyFeed(context: CheckContext): Promise<void> {
  await avoidLimit(context);
  const key = keyIn((await registerBy(context, await signFor(context))).body);
  if (key === null) return context.skip('A registration by assertion returns no key.');
  const profile = context.profileOf(key, 'accountKey');
  const { cursor } = await poll(context, {}, profile);
  const body = { name: 'Backlot check of a feed' };
  const agentId = textOf(await context.need('createAgent', { body, profile }), 'id') ?? '';
  await playResult(context, 'failing', { agentId, profile });
  const { events: all } = await poll(context, { after: feedStart }, profile);
  if (all.length === 0) context.skip('A run that failed in the new account created no event.');
  const { events } = await poll(context, cursor === null ? {} : { after: cursor }, profile);
  context.expect(
    events.length > 0,
    'The first event of a feed is lost between two polls of a client that keeps its cursor.',
    'body.events',
  );
}

async function pollAhead(context: CheckContext): Promise<void> {
  const newest = numberOf(await currentCursor(context));
  if (newest === null) return context.skip('The cursor of the feed is not a decimal number.');
  const after = newest + 1_000n;
  const response = await context.call('pollProductEvents', { query: { after: String(after) } });
  if (response.status === 400) return;
  expectStatus(context, response, 200, 'A cursor beyond the newest event');
  const cursor = numberOf(propertyOf(response.body, 'cursor'));
  context.expect(
    cursor !== null && cursor < after,
    'A cursor beyond the newest event is returned as it was sent.',
    'body.cursor',
  );
}
