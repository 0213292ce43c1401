/** The check of the effect of a decision on limits. */
import type { ScenarioCheck, CheckContext } from '../scenario-check.ts';
import { expectStatus } from '../call-response.ts';
import { defineCheck, relyOnFacts } from '../define-check.ts';
import { isBurstRate, startRun } from '../limits/start-runs.ts';
import { pendingApproval } from '../paused-run.ts';
import { decideCorrectly, inSession, openSession } from './turn.ts';

/** The check of the count of executions. */
export const boundChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'CLIENT18',
    title: 'A decision does not count towards the limits of a key.',
    description:
      'Starts a gated run with a test key, decides as a visitor, and starts the other nineteen runs of the day.',
    rationale: 'Every decision of a visitor would cost the owner an execution.',
    needs: ['makeKey'],
    runs: ['endUserGate', 'text'],
    basis: relyOnFacts('F-4.6-037', 'F-8-025', 'F-5-006'),
    run: countRuns,
  }),
];

const DAILY = 20;

async function countRuns(context: CheckContext): Promise<void> {
  const { key } = await context.abilities.makeKey({ environment: 'test', scopes: ['*'] });
  const profile = context.profileOf(key, 'counted');
  const kind = 'endUserGate';
  const session = await openSession(context);
  const { agentId } = context.runTemplate(kind);
  const { body } = inSession(session);
  const run = await context.play(kind, { profile, isStreamed: false, body });
  await decideCorrectly(context, { ...pendingApproval(context, { agentId, kind, run }), session });
  for (let count = 2; count <= DAILY; count++) {
    const response = await startRun(context, profile);
    if (isBurstRate(response)) context.skip('The burst rate of the test key is exhausted.');
    expectStatus(context, response, 200, `After a decision, run ${count} of the daily ${DAILY}`);
  }
}
