/** The check of requests for a code: the values that a claim needs are neither in the response nor replaceable. */
import { isSuccess, noteRejected } from '../call-response.ts';
import { defineCheck, relyOnFacts } from '../define-check.ts';
import { varySecret } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { askForCode, registerAnonymously } from './register.ts';

export const claimRequestChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'REG37',
    title: 'A claim needs its token, and its code is only in the mail.',
    description:
      'Requests a code for a registration and looks for one in the response, and requests and redeems codes with another token.',
    rationale: 'Anyone who knows an email address could claim the agent of another person.',
    basis: relyOnFacts('F-4.8-020', 'F-4.8-028', 'F-5-064'),
    profiles: [],
    run: claimWithoutMail,
  }),
];

async function claimWithoutMail(context: CheckContext): Promise<void> {
  const { claimToken, email } = await registerAnonymously(context);
  const response = await askForCode(context, claimToken, email);
  context.note(
    !isSuccess(response) || !holdsCode(response.body),
    'The response to a request for a code contains a code of six digits.',
    'body',
  );
  const other = varySecret(claimToken);
  const body = { claim_token: other, otp: '271828' };
  for (const response of [
    await askForCode(context, other, email),
    await context.call('completeClaim', { body, profile: null }),
  ])
    noteRejected(context, response, 'A claim with another token');
}

/** Why no numbers under other names: seven days are 604800 seconds. */
function holdsCode(value: unknown, name = ''): boolean {
  if (typeof value === 'string' || (typeof value === 'number' && /code|otp/i.test(name)))
    return /^\d{6}$/.test(String(value));
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => holdsCode(inner, key));
}
