/** The check that accounts behind registered keys are separate. */
import { expectFailure } from '../call-response.ts';
import { defineCheck, relyOnFacts } from '../define-check.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { avoidLimit, keyIn, registerBy, signFor } from './register.ts';

export const accountChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'REG36',
    title: 'The account of an assertion reaches no agent of another account.',
    description: 'Registers with an assertion, and reads an agent of the test environment with the new key.',
    rationale: 'Everyone with an identity could read what a customer is working on.',
    basis: relyOnFacts('F-4.2-006', 'F-5-081'),
    needs: ['signAssertion'],
    profiles: [],
    run: readOtherAgent,
  }),
];

async function readOtherAgent(context: CheckContext): Promise<void> {
  const id = context.environment.parameters['any']?.['id'] ?? context.environment.runs['text']?.agentId;
  if (id === undefined) return context.skip('It needs an agent: set parameters.any.id.');
  await avoidLimit(context);
  const { status, body } = await registerBy(context, await signFor(context));
  const key = keyIn(body);
  if (key === null) return context.skip(`A registration by assertion returned ${status} without a key.`);
  const profile = context.profileOf(key, 'accountKey');
  const read = await context.call('getAgent', { path: { id }, profile });
  expectFailure(context, read, 'Reading an agent of another account with the key of an assertion');
}
