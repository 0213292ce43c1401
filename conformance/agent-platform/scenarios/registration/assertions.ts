/** Checks of registration by the assertion of an identity provider. */
import type { SignAssertionOptions } from '../../driver/abilities.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { expectFailure, expectSuccess, isSuccess, requireSuccess } from '../call-response.ts';
import { defineCheck, relyOnFacts, type ScenarioCheckRow } from '../define-check.ts';
import { containsText, propertyOf, textOf } from '../read-value.ts';
import { expectFullAccess } from './full-access.ts';
import { avoidLimit, claimsOf, keyIn, registerBy, signFor, type Assertion } from './register.ts';
import { msPerMinute } from '../../../../templates/runtime/conversion/durations.ts';

/** A flaw of an assertion that is otherwise valid: id and title of the check, the flaw in words and as options, its fact. */
type AssertionFlaw = readonly [
  id: string,
  title: string,
  words: string,
  options: Partial<SignAssertionOptions>,
  fact: string,
];

const flaws: readonly AssertionFlaw[] = [
  [
    'REG22',
    'An assertion of an untrusted issuer is rejected.',
    'whose issuer is not the trusted one',
    { issuer: 'https://identity.nobody.test' },
    'F-5-074',
  ],
  [
    'REG23',
    'An assertion for another audience is rejected.',
    'for another audience',
    { audience: 'https://api.somebody-else.test' },
    'F-5-075',
  ],
  [
    'REG24',
    'An assertion with an unverified address is rejected.',
    'with email_verified false',
    { emailVerified: false },
    'F-5-077',
  ],
  [
    'REG25',
    'An assertion without email_verified is rejected.',
    'without email_verified',
    { omit: ['email_verified'] },
    'F-5-077',
  ],
  [
    'REG26',
    'An assertion without an email address is rejected.',
    'without email',
    { omit: ['email'] },
    'F-5-076',
  ],
  ['REG27', 'An assertion without an id is rejected.', 'without jti', { omit: ['jti'] }, 'F-5-078'],
];

const rows: readonly ScenarioCheckRow[] = [
  {
    id: 'REG20',
    title: 'A valid assertion returns the key of an account immediately.',
    description:
      'Registers with an assertion about an unknown person, and checks `status` claimed, no claim token, and a key that can create and run an agent.',
    rationale: 'Agents that act for a person could not register without a mailbox.',
    basis: relyOnFacts('F-4.8-014', 'F-4.8-015', 'F-5-081', 'F-5-082'),
    async run(context: CheckContext) {
      const response = await registerBy(context, await signFor(context));
      expectSuccess(context, response, 'A valid assertion');
      context.note(
        textOf(response.body, 'status') === 'claimed',
        `The status of a registration by assertion is ${textOf(response.body, 'status') ?? 'missing'} instead of claimed.`,
        'body.status',
      );
      context.note(
        textOf(response.body, 'claim_token') === null,
        'A registration by assertion has a claim_token, as if it had to be claimed.',
        'body.claim_token',
      );
      const key = keyIn(response.body);
      context.expect(key !== null, 'A registration by assertion has no key.', 'body');
      await expectFullAccess(context, {
        key,
        name: 'accountKey',
        what: 'The key of a registration by assertion',
      });
    },
  },
  {
    id: 'REG21',
    title: 'The audience of an assertion may be the service or its registration endpoint.',
    description:
      'Registers with an assertion for the address of the service, and with one for that of its registration.',
    rationale: 'Identity providers that name the other one could not be used.',
    basis: relyOnFacts('F-5-075'),
    async run(context: CheckContext) {
      const { jwt } = await signFor(context);
      const named = textOf(claimsOf(jwt), 'aud');
      if (named === null) return context.skip('The assertion does not have a single audience.');
      const service = named.replace(/\/agent\/auth$/, '');
      for (const audience of [service, `${service}/agent/auth`]) {
        const response = await registerBy(context, await signFor(context, { audience }));
        context.note(
          isSuccess(response),
          `An assertion for ${audience === service ? 'the service' : 'its registration'} returned ${response.status}.`,
          'status',
        );
      }
    },
  },
  ...flaws.map(([id, title, words, options, fact]) => ({
    id,
    title,
    description: `Registers with an assertion ${words}, which is otherwise valid.`,
    rationale: 'Anyone could get a key for the account of another person.',
    basis: relyOnFacts(fact),
    async run(context: CheckContext) {
      const response = await registerBy(context, await signFor(context, options));
      expectFailure(context, response, `An assertion ${words}`);
    },
  })),
  {
    id: 'REG38',
    title: 'An assertion that was changed after it was signed is rejected.',
    description:
      'Registers with an assertion whose address was replaced, under the signature of the original.',
    rationale: 'Anyone with one assertion could get a key for the account of another person.',
    basis: relyOnFacts('F-5-074'),
    async run(context: CheckContext) {
      const { jwt, email } = await signFor(context);
      const [head = '', , signature = ''] = jwt.split('.');
      const claims = { ...(claimsOf(jwt) as object), email: `other-${email}` };
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      const changed = { jwt: `${head}.${payload}.${signature}`, email: claims.email };
      context.keepSecret('assertion', changed.jwt);
      const response = await registerBy(context, changed);
      expectFailure(context, response, 'An assertion that was changed after it was signed');
    },
  },
  {
    id: 'REG28',
    title: 'An assertion is accepted only once.',
    description: 'Registers twice with the same assertion.',
    rationale: 'An intercepted assertion could be replayed.',
    basis: relyOnFacts('F-5-079', 'F-8-010'),
    async run(context: CheckContext) {
      const assertion = await signFor(context);
      await registerValid(context, assertion);
      const second = await registerBy(context, assertion);
      expectFailure(context, second, 'An assertion that was used before');
    },
  },
  {
    id: 'REG29',
    title: 'The id of an assertion is accepted only once.',
    description: 'Registers two persons with two assertions that have the same `jti`.',
    rationale: 'Forged assertions with a known id would be accepted.',
    basis: relyOnFacts('F-5-078', 'F-8-010'),
    async run(context: CheckContext) {
      const { jwt } = await signFor(context);
      const jti = textOf(claimsOf(jwt), 'jti');
      if (jti === null) return context.skip('The assertion of the driver has no jti.');
      await registerValid(context, await signFor(context, { jti }));
      const second = await registerBy(context, await signFor(context, { jti }));
      expectFailure(context, second, 'An assertion with the jti of another one');
    },
  },
  {
    id: 'REG30',
    title: 'An assertion is valid for ten minutes.',
    description:
      'Registers with an assertion that was signed nine minutes ago, and with one that was signed eleven minutes ago.',
    rationale: 'Intercepted assertions would stay usable, or small clock differences would lock people out.',
    basis: relyOnFacts('F-5-080', 'F-8-009'),
    needs: ['advance'],
    async run(context: CheckContext) {
      for (const { minutes, isAccepted } of [
        { minutes: 9, isAccepted: true },
        { minutes: 11, isAccepted: false },
      ]) {
        const assertion = await signFor(context);
        if (isAccepted && lifetimeOf(assertion.jwt) <= minutes * msPerMinute) continue;
        await context.abilities.advance(minutes * msPerMinute);
        const response = await registerBy(context, assertion);
        context.note(
          isSuccess(response) === isAccepted,
          `An assertion of ${minutes} minutes ago returned ${response.status}.`,
          'status',
        );
      }
    },
  },
  {
    id: 'REG31',
    title: 'An address with an account cannot register by assertion again.',
    description:
      'Registers a person twice with different assertions: the second one is rejected with the error email_already_registered.',
    rationale: 'An account could be taken over, or an agent could not ask its user to log in instead.',
    basis: relyOnFacts('F-4.8-016', 'F-7-024'),
    async run(context: CheckContext) {
      const assertion = await signFor(context);
      await registerValid(context, assertion);
      const again = await registerBy(context, await signFor(context, { email: assertion.email }));
      expectFailure(context, again, 'An address that has an account');
      context.expect(
        containsText(again.body, 'email_already_registered'),
        'Registering an address that has an account does not return the error email_already_registered.',
        'body.error',
      );
      const capitals = await registerBy(
        context,
        await signFor(context, { email: assertion.email.toUpperCase() }),
      );
      context.warn(
        !isSuccess(capitals),
        'An address that has an account was accepted again in capitals.',
        'status',
      );
    },
  },
];

export const assertionChecks: readonly ScenarioCheck[] = rows.map((row) =>
  defineCheck({
    ...row,
    needs: ['signAssertion', ...(row.needs ?? [])],
    profiles: [],
    async run(context: CheckContext) {
      await avoidLimit(context);
      await row.run(context);
    },
  }),
);

/** Registers by an assertion. Skips the check if that fails. */
async function registerValid(context: CheckContext, assertion: Assertion): Promise<void> {
  requireSuccess(context, await registerBy(context, assertion), 'A valid assertion');
}

/** Returns the lifetime of an assertion by its claims; infinite without them. Units: milliseconds. */
function lifetimeOf(jwt: string): number {
  const claims = claimsOf(jwt);
  const [from, to] = [propertyOf(claims, 'iat'), propertyOf(claims, 'exp')];
  return typeof from === 'number' && typeof to === 'number' ? 1_000 * (to - from) : Infinity;
}
