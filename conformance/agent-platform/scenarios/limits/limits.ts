/** The group about the limits of executions of a key. */
import { expectFailure, isSuccess } from '../call-response.ts';
import { decideCorrectly, inSession } from '../client-approval/turn.ts';
import { citeAssumption, defineChecks, relyOnAssumption, relyOnFacts, citeFacts } from '../define-check.ts';
import { pendingApproval } from '../paused-run.ts';
import type { CheckContext, ScenarioCheckGroup } from '../scenario-check.ts';
import { testKeyChecks } from './test-key.ts';
import {
  avoidMidnight,
  exhaustTestKey,
  profileWith,
  advanceToNextDay,
  startAll,
  startRun,
  testKeyLimits,
} from './start-runs.ts';

/** Headers of a burst rate. */
const rateHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/** A higher rate is not tested. */
const MAX_STARTS = 40;

export const limitsGroup: ScenarioCheckGroup = {
  name: 'limits',
  checks: [
    ...defineChecks({ needs: ['makeKey'], runs: ['text'], profiles: [] }, [
      {
        id: 'LIMIT01',
        title: 'A test key may start 20 executions a day.',
        description:
          'Creates a test key and starts runs with it: 20 are accepted, the next one is rejected. That its status is 429 is an assumption of the contract; a 429 needs Retry-After.',
        rationale: 'Tests would cause unlimited cost, or stop too early.',
        basis: relyOnFacts('F-5-005', 'F-5-006', 'F-8-001'),
        async run(context: CheckContext) {
          const response = await startRun(context, await exhaustTestKey(context));
          expectFailure(context, response, 'Run 21 of a day with a test key');
          const message = `An exhausted test key returned ${response.status} instead of 429.`;
          context.note(response.status === 429, citeAssumption('A-062', message, 'status'));
          if (response.status === 429) expectRetryAfter(context, response.header('retry-after'));
        },
      },
      {
        id: 'LIMIT04',
        title: 'A test key may start 200 executions in total.',
        description:
          'Starts 20 runs a day on ten days with a test key, and one on the day after, which must be rejected.',
        rationale: 'A key for trials would be used in production.',
        basis: relyOnFacts('F-5-006', 'F-5-007', 'F-8-001', 'F-8-002'),
        needs: ['makeKey', 'advance'],
        async run(context: CheckContext) {
          await avoidMidnight(context);
          const profile = await profileWith(context, { environment: 'test' });
          for (let before = 0; before < testKeyLimits.total; before += testKeyLimits.perDay) {
            await startAll(context, profile, testKeyLimits.perDay, before);
            await advanceToNextDay(context);
          }
          const response = await startRun(context, profile);
          expectFailure(context, response, 'Run 201 with a test key');
        },
      },
      {
        id: 'LIMIT05',
        title: 'Each test key has its own limits.',
        description: 'Exhausts the daily limit of one test key, and starts a run with another one.',
        rationale: 'One test would block all others.',
        basis: relyOnFacts('F-5-007', 'F-8-001', 'F-8-002'),
        async run(context: CheckContext) {
          const other = await profileWith(context, { environment: 'test' });
          await exhaustTestKey(context);
          const response = await startRun(context, other);
          context.expect(
            isSuccess(response),
            `A test key returned ${response.status} when another one was exhausted.`,
            'status',
          );
        },
      },
      {
        id: 'LIMIT06',
        title: 'The approval of a visitor does not count as an execution.',
        description:
          'Starts a run with a test key that waits for a visitor, approves it in the browser session, and starts 19 more runs, which must be accepted.',
        rationale: 'A shop would reach its limit sooner the more its visitors decide.',
        basis: relyOnFacts('F-4.6-037', 'F-8-025', 'F-5-006'),
        runs: ['text', 'endUserGate'],
        async run(context: CheckContext) {
          await avoidMidnight(context);
          const { key } = await context.abilities.makeKey({ environment: 'test', scopes: ['*'] });
          const profile = context.profileOf(key, 'limitedKey');
          await approveAsVisitor(context, profile);
          await startAll(context, profile, testKeyLimits.perDay - 1, 1);
        },
      },
      {
        id: 'LIMIT07',
        title: 'Where a burst rate applies, executions report it in headers.',
        description:
          'Starts three runs at once with a key whose plan has a burst rate, looks for the three rate headers, and compares what remains. That the rate applies to agents is an assumption of the contract.',
        rationale: 'A program would only notice the rate when it is rejected.',
        basis: relyOnAssumption('A-062'),
        run: readRate,
      },
      {
        id: 'LIMIT08',
        title: 'Beyond the burst rate an execution is rejected with 429 and Retry-After.',
        description:
          'Reads the rate from the headers of a run, and starts more than twice as many within a second, so that at least one is too many.',
        rationale:
          'A burst of one customer would slow down all others, or a program would not know when to continue.',
        basis: relyOnAssumption('A-062'),
        async run(context: CheckContext) {
          const profile = await profileWith(context, { plan: 'burst' });
          const started = performance.now();
          const first = await startRun(context, profile);
          const rate = Number(first.header('RateLimit-Limit') ?? Number.NaN);
          if (!Number.isInteger(rate) || rate < 1 || rate > MAX_STARTS)
            context.skip('The burst rate is unknown or too high to test.');
          const rest = Array.from({ length: 2 * rate }, () => startRun(context, profile));
          const rejected = (await Promise.all(rest)).find(({ status }) => status === 429);
          if (rejected === undefined && performance.now() - started > 950)
            context.skip('The runs could not be started within a second.');
          context.expect(
            rejected !== undefined,
            'More than twice as many runs as the burst rate allows were started within a second.',
            'status',
          );
          expectRetryAfter(context, rejected.header('retry-after'));
        },
      },
    ]),
    ...testKeyChecks,
  ],
};

async function readRate(context: CheckContext): Promise<void> {
  const profile = await profileWith(context, { plan: 'burst' });
  const started = performance.now();
  const responses = await Promise.all(Array.from({ length: 3 }, () => startRun(context, profile)));
  const accepted = responses.filter(isSuccess);
  const [first] = accepted;
  if (first === undefined) return context.skip(`The run returned ${responses[0]?.status ?? 'nothing'}.`);
  // Why: a driver may not be able to choose the plan of a key.
  const isLimited =
    rateHeaders.some((name) => first.header(name) !== null) || (await isEnforced(context, profile));
  if (!isLimited) return context.skip('The key of the driver has no burst rate.');
  for (const name of rateHeaders)
    context.note(
      first.header(name) !== null,
      `An execution under a burst rate has no ${name}.`,
      `header ${name}`,
    );
  const remaining = accepted.map((response) => response.header('RateLimit-Remaining'));
  // Why: of three runs within a second two are in the same window, and all of them if one is rejected.
  const isWhole = accepted.length === 3 || responses.some(({ status }) => status === 429);
  if (!isWhole || accepted.length < 2 || remaining.includes(null) || performance.now() - started > 900)
    return;
  context.warn(
    new Set(remaining).size > 1,
    `Executions at the same time all have the same RateLimit-Remaining, ${remaining[0]}.`,
    'header RateLimit-Remaining',
  );
}

/** Returns whether a key is rejected when it starts many runs at once. */
async function isEnforced(context: CheckContext, profile: string): Promise<boolean> {
  const responses = await Promise.all(Array.from({ length: MAX_STARTS }, () => startRun(context, profile)));
  return responses.some(({ status }) => status === 429);
}

/** Reports a missing Retry-After. Why a failure: the source requires the header for every 429. */
function expectRetryAfter(context: CheckContext, retryAfter: string | null): void {
  const message = 'The 429 of an execution has no Retry-After.';
  context.note(retryAfter !== null, {
    ...citeFacts(['F-7-017', 'F-8-021'], message, 'header Retry-After'),
    assumption: null,
    severity: 'fail',
  });
}

/** Starts a run that waits for a visitor and approves it. Skips the check if that fails. */
async function approveAsVisitor(context: CheckContext, profile: string): Promise<void> {
  const session = context.environment.clientSession;
  if (session === null) return context.skip('It needs a browser session: set clientSession.');
  const kind = 'endUserGate';
  const { body } = inSession(session);
  const run = await context.play(kind, { profile, isStreamed: false, body });
  const { agentId } = context.runTemplate(kind);
  await decideCorrectly(context, { ...pendingApproval(context, { agentId, kind, run }), session });
}
