/**
 * The suite about how many executions a key may start.
 */
import { approveClientExecution } from '../../../../generated/service/client.ts';
import type { CheckSuite, CheckContext } from '../scenario-check.ts';
import { awaitResponse, expectFailure, expectStatus, expectSuccess, isSuccess } from '../call-response.ts';
import { defineCheck, relyOnAssumption, relyOnFacts } from '../define-check.ts';
import { textOf } from '../read-value.ts';
import {
  awaitRoomInDay,
  clientFor,
  sleepOverNight,
  startAll,
  startRun,
  testKeyLimits,
} from './start-runs.ts';

/** Headers that tell how a burst rate stands. */
const rateHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/** A rate above this is not tried out. */
const MOST_STARTS = 40;

/** Checks of limits. */
export const limitsSuite: CheckSuite = {
  name: 'limits',
  checks: [
    defineCheck({
      id: 'LIMIT01',
      title: 'A test key may start 20 executions a day.',
      description: 'Creates a test key and starts runs with it: 20 are accepted, the next one is rejected.',
      rationale: 'Tests would cause unlimited cost, or stop too early.',
      basis: relyOnFacts('F-5-005', 'F-5-006', 'F-8-001'),
      needs: ['makeKey'],
      runs: ['text'],
      profiles: [],
      async run(tools: CheckContext) {
        await awaitRoomInDay(tools);
        const client = await clientFor(tools, { environment: 'test' });
        await startAll(tools, client, testKeyLimits.day);
        const response = await startRun(tools, client);
        expectFailure(tools, response.status, 'Run 21 of a day with a key for tests');
      },
    }),
    defineCheck({
      id: 'LIMIT02',
      title: 'An exhausted test key is rejected with 429 and Retry-After.',
      description:
        'Exhausts a test key and checks the error: its status, which is an assumption of the contract, and Retry-After with a 429.',
      rationale: 'A program would not know that it should wait, nor how long.',
      basis: relyOnAssumption('A-062'),
      needs: ['makeKey'],
      runs: ['text'],
      profiles: [],
      async run(tools: CheckContext) {
        await awaitRoomInDay(tools);
        const client = await clientFor(tools, { environment: 'test' });
        await startAll(tools, client, testKeyLimits.day);
        const response = await startRun(tools, client);
        if (isSuccess(response)) tools.skip('Run 21 of a day was let through.');
        expectStatus(tools, response.status, 429, 'A key for tests that is used up');
        expectRetryAfter(tools, response.header('retry-after'));
      },
    }),
    defineCheck({
      id: 'LIMIT03',
      title: 'A test key may start executions again the next day.',
      description: 'Exhausts the daily limit of a test key, advances the clock by a day, and starts a run.',
      rationale: 'A key would work for a single day only.',
      basis: relyOnFacts('F-5-006', 'F-8-001'),
      needs: ['makeKey', 'advance'],
      runs: ['text'],
      profiles: [],
      async run(tools: CheckContext) {
        await awaitRoomInDay(tools);
        const client = await clientFor(tools, { environment: 'test' });
        await startAll(tools, client, testKeyLimits.day);
        await sleepOverNight(tools);
        const response = await startRun(tools, client);
        expectSuccess(tools, response.status, 'The first run of the next day with a key for tests');
      },
    }),
    defineCheck({
      id: 'LIMIT04',
      title: 'A test key may start 200 executions in total.',
      description:
        'Starts 20 runs a day on ten days with a key for tests, and one on the day after, which is not let through.',
      rationale: 'A key for trials would be used in production.',
      basis: relyOnFacts('F-5-007', 'F-8-002'),
      needs: ['makeKey', 'advance'],
      runs: ['text'],
      profiles: [],
      async run(tools: CheckContext) {
        await awaitRoomInDay(tools);
        const client = await clientFor(tools, { environment: 'test' });
        for (let before = 0; before < testKeyLimits.life; before += testKeyLimits.day) {
          await startAll(tools, client, testKeyLimits.day, before);
          await sleepOverNight(tools);
        }
        const response = await startRun(tools, client);
        expectFailure(tools, response.status, 'Run 201 of the life of a key for tests');
      },
    }),
    defineCheck({
      id: 'LIMIT05',
      title: 'Each test key has its own limits.',
      description: 'Exhausts the daily limit of one test key, and starts a run with another one.',
      rationale: 'One test would block all others.',
      basis: relyOnFacts('F-5-007', 'F-8-001', 'F-8-002'),
      needs: ['makeKey'],
      runs: ['text'],
      profiles: [],
      async run(tools: CheckContext) {
        await awaitRoomInDay(tools);
        const [one, other] = [
          await clientFor(tools, { environment: 'test' }),
          await clientFor(tools, { environment: 'test' }),
        ];
        await startAll(tools, one, testKeyLimits.day);
        const response = await startRun(tools, other);
        tools.expect(isSuccess(response), {
          message: `A key for tests returned ${response.status} when another one was used up.`,
          at: 'status',
        });
      },
    }),
    defineCheck({
      id: 'LIMIT06',
      title: 'The approval of a visitor does not count as an execution.',
      description:
        'Lets a run of a key for tests wait for a visitor, has it approved in the browser session, and starts 19 more runs, which are all let through.',
      rationale: 'A shop would reach its limit sooner the more its visitors decide.',
      basis: relyOnFacts('F-8-025', 'F-5-006'),
      needs: ['makeKey'],
      runs: ['text', 'endUserGate'],
      profiles: [],
      async run(tools: CheckContext) {
        await awaitRoomInDay(tools);
        const { key } = await tools.abilities.makeKey({ environment: 'test', scopes: ['*'] });
        const client = tools.clientWith(key, 'limitedKey');
        await approveAsVisitor(tools, key);
        await startAll(tools, client, testKeyLimits.day - 1, 1);
      },
    }),
    defineCheck({
      id: 'LIMIT07',
      title: 'Where a burst rate applies, executions report it in headers.',
      description:
        'Starts a run with a key whose plan has a burst rate, and looks for the three rate headers. That the rate applies to agents is a decision of the contract.',
      rationale: 'A program would only learn about the rate when it is rejected.',
      basis: relyOnAssumption('A-062'),
      needs: ['makeKey'],
      runs: ['text'],
      profiles: [],
      async run(tools: CheckContext) {
        const response = await startRun(tools, await clientFor(tools, { plan: 'burst' }));
        if (!isSuccess(response)) tools.skip(`The run returned ${response.status}.`);
        for (const name of rateHeaders)
          tools.note(response.header(name) !== null, {
            message: `An execution under a burst rate has no ${name}.`,
            at: `header ${name}`,
          });
      },
    }),
    defineCheck({
      id: 'LIMIT08',
      title: 'Beyond the burst rate an execution is rejected with 429 and Retry-After.',
      description:
        'Reads the rate from the headers of a run, and starts more than twice as many within a second, so that at least one is too many.',
      rationale:
        'A burst of one customer would slow down all others, or a program would not know when to continue.',
      basis: relyOnAssumption('A-062'),
      needs: ['makeKey'],
      runs: ['text'],
      profiles: [],
      async run(tools: CheckContext) {
        const client = await clientFor(tools, { plan: 'burst' });
        const started = performance.now();
        const first = await startRun(tools, client);
        const rate = Number(first.header('RateLimit-Limit') ?? Number.NaN);
        if (!Number.isInteger(rate) || rate < 1 || rate > MOST_STARTS)
          tools.skip('The burst rate is not told, or too high to be tried out.');
        const rest = Array.from({ length: 2 * rate }, () => startRun(tools, client));
        const refused = (await Promise.all(rest)).find(({ status }) => status === 429);
        if (refused === undefined && performance.now() - started > 950)
          tools.skip('The runs could not be started within a second.');
        tools.expect(refused !== undefined, {
          message: 'More than twice as many runs as the burst rate allows were started within a second.',
          at: 'status',
        });
        expectRetryAfter(tools, refused.header('retry-after'));
      },
    }),
  ],
};

/** That a 429 tells when to go on is a fact, whatever the 429 rests on. */
function expectRetryAfter(tools: CheckContext, retryAfter: string | null): void {
  tools.note(retryAfter !== null, {
    message: 'The 429 of an execution has no Retry-After.',
    at: 'header Retry-After',
    facts: ['F-7-017', 'F-8-021'],
    assumption: null,
    severity: 'fail',
  });
}

/** Lets a run wait for a visitor and approves it. Errors: skips the check where that does not work. */
async function approveAsVisitor(tools: CheckContext, key: string): Promise<void> {
  const session = tools.environment.clientSession;
  if (session === null) return tools.skip('It needs a browser session: give one under clientSession.');
  const { sessionId, origin } = session;
  const run = await tools.play('endUserGate', {
    profile: null,
    isStreamed: false,
    body: { sessionId },
    headers: { authorization: `Bearer ${key}` },
  });
  const approvalId = textOf(run.last('approval_start'), 'approvalId');
  if (run.executionId === null || approvalId === null)
    return tools.skip(`The run did not come to an approval; it returned ${run.status}.`);
  const { status } = await awaitResponse(
    approveClientExecution(tools.clientAs(null), {
      ...(origin !== null && { headers: { Origin: origin } }),
      body: {
        ...{ approvalId, sessionId, executionId: run.executionId },
        decision: 'approved',
        streamResponse: false,
      },
    }),
  );
  if (status !== 200) tools.skip(`The approval of the visitor returned ${status}.`);
}
