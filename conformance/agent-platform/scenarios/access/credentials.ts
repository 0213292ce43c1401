/** Checks of credentials: session tokens, malformed headers, similar keys, and expiry. */
import { expectStatus, requireSuccess } from '../call-response.ts';
import { defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { repeatable, sendAs, statusAs } from './send-as.ts';
import { msPerHour } from '../../../../templates/runtime/conversion/durations.ts';

export const credentialChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'CRED01',
    title: 'A session token is accepted wherever a key is.',
    description: 'Sends a harmless request of each operation that needs a credential with a session token.',
    rationale: 'A person who is signed in could not use a part of the service.',
    profiles: ['full', 'session'],
    basis: relyOnFacts('F-5-002'),
    run: useSession,
  }),
  defineCheck({
    id: 'CRED03',
    title: 'A malformed Authorization header is rejected.',
    description:
      'Sends the credential without a scheme, under another one, twice, cut, extended, and in the query.',
    rationale: 'A lenient comparison accepts keys that were never issued.',
    basis: relyOnFacts('F-5-001', 'F-5-010'),
    run: malform,
  }),
  defineCheck({
    id: 'CRED04',
    title: 'A key that has expired is rejected from then on.',
    description: 'Creates a key that expires in an hour, uses it, advances the clock, and uses it again.',
    rationale: 'A key that was valid once would be valid for ever.',
    needs: ['makeKey', 'now', 'advance'],
    basis: relyOnFacts('F-5-010'),
    run: expireAccess,
  }),
  defineCheck({
    id: 'CRED07',
    title: 'No response contains the credential of its request.',
    description: 'Sends a harmless request of each operation and looks for its credential in the response.',
    rationale: 'Responses are stored in logs and caches that must not contain credentials.',
    basis: relyOnPractice('A key is displayed once, when it is created.'),
    run: lookForCredential,
  }),
];

async function lookForCredential(context: CheckContext): Promise<void> {
  for (const profile of ['full', 'session']) {
    const credential = context.environment.credentials[profile];
    if (credential === undefined) continue;
    for (const operation of repeatable()) {
      const body = (await sendAs(context, operation, profile))?.response?.body;
      const text = body?.kind === 'json' || body?.kind === 'text' ? body.text : '';
      context.note(
        !text.includes(credential),
        `${operation.id} returned the credential of its request.`,
        'body',
      );
    }
  }
}

async function useSession(context: CheckContext): Promise<void> {
  for (const operation of repeatable()) {
    const status = await statusAs(context, operation, 'session');
    context.note(
      status === null || status !== 401,
      `${operation.id} with a session token returned 401.`,
      'status',
    );
  }
}

async function statusWith(
  context: CheckContext,
  authorization: string,
  path = '/v1/agents',
): Promise<number> {
  const { response } = await context.send({
    method: 'GET',
    path,
    headers: authorization === '' ? [] : [['authorization', authorization]],
    body: null,
    profile: null,
  });
  return response?.status ?? 0;
}

async function malform(context: CheckContext): Promise<void> {
  const right = await statusWith(context, 'Bearer ${profile.full}');
  if (right !== 200) context.skip(`The list of agents returned ${right}.`);
  const query = ['api_key', 'apiKey', 'key', 'token', 'access_token'].map(
    (name) => `${name}=\${profile.full}`,
  );
  const inQuery = await statusWith(context, '', `/v1/agents?${query.join('&')}`);
  context.note(inQuery === 401, `A credential in the query of a request returned ${inQuery}.`, 'status');
  const headers: Readonly<Record<string, string>> = {
    'without a scheme': '${profile.full}',
    'under the scheme Token': 'Token ${profile.full}',
    'with a sign more': 'Bearer ${profile.full}x',
    'with its prefix only': 'Bearer rt_live_',
    'that is empty': 'Bearer ',
    'that is repeated': 'Bearer ${profile.full}, Bearer ${profile.full}',
    'in quotes': 'Bearer "${profile.full}"',
    ...similarKeys(context),
  };
  for (const [what, header] of Object.entries(headers)) {
    const status = await statusWith(context, header);
    context.note(
      status >= 400 && status < 500,
      `A request with a credential ${what} returned ${status}.`,
      'status',
    );
  }
}

/** Returns headers with keys that differ slightly from the valid one. Why profiles: reports must not reveal the key. */
function similarKeys(context: CheckContext): Readonly<Record<string, string>> {
  const key = context.environment.credentials['full'] ?? '';
  const swapped = key.replaceAll(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
  const similar = { 'without its last character': key.slice(0, -1), 'in swapped capitals': swapped };
  return Object.fromEntries(
    Object.entries(similar)
      .filter(([, changed]) => changed !== key && changed.length > 8)
      .map(([what, changed], index) => {
        const profile = context.profileOf(changed, `similarKey${index + 1}`);
        return [what, `Bearer \${profile.${profile}}`];
      }),
  );
}

async function expireAccess(context: CheckContext): Promise<void> {
  const expiresAt = new Date((await context.abilities.now()) + msPerHour).toISOString();
  const { key } = await context.abilities.makeKey({ expiresAt });
  const profile = context.profileOf(key, 'expiringKey');
  requireSuccess(context, await context.call('listAgents', { profile }), 'A key that has not expired');
  await context.abilities.advance(msPerHour + 1_000);
  expectStatus(context, await context.call('listAgents', { profile }), 401, 'A key that has expired');
}
