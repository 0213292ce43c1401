/** Checks of credentials: session tokens, the scheme, expiry, and each scope by itself. */
import type { Exchange } from '../../../engine/exchange.ts';
import { allOperations, isDestructive, type Operation } from '../../../schema-location/operations.ts';
import { needsCredential, scopesOf } from '../../requests/access-cases.ts';
import { baseOf } from '../../requests/base-request.ts';
import { traitsOf } from '../../requests/operation-traits.ts';
import { planOf, type Texts } from '../../requests/request-form.ts';
import { awaitResponse } from '../call-response.ts';
import { defineCheck, relyOnFacts, relyOnPractice } from '../define-check.ts';
import { listPairs, readList, rowsOf } from '../lists/list-pairs.ts';
import { continueAs } from '../isolation/continue-as.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';
import { listAgents } from '../../../../generated/service/client.ts';

/** Checks of credentials. */
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
    id: 'CRED02',
    title: 'The name of the scheme is accepted in any capitals.',
    description: 'Sends the credential as `bearer` and as `BEARER`.',
    rationale: 'Some clients write the scheme in lower case, as HTTP allows.',
    basis: relyOnPractice('RFC 9110: the names of authentication schemes are case-insensitive.'),
    run: varyScheme,
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
    run: letExpire,
  }),
  defineCheck({
    id: 'CRED05',
    title: 'A key with all permissions may use every operation.',
    description: 'Sends a harmless request of each operation with a key whose only scope is `*`.',
    rationale: 'The owner of an account could not use a part of the service.',
    needs: ['makeKey'],
    basis: relyOnFacts('F-5-013'),
    run: useEveryPermission,
  }),
  defineCheck({
    id: 'CRED06',
    title: 'Each permission gives access to what it names, and to nothing else.',
    description:
      'Sends a harmless request of each operation with a key of exactly one of its scopes, and with a key of an unrelated scope.',
    rationale: 'A key that is made for one purpose must not serve another.',
    needs: ['makeKey'],
    basis: relyOnPractice(
      'A permission grants what its name says; which one an operation needs is an assumption.',
    ),
    run: useEachPermission,
  }),
  defineCheck({
    id: 'CRED07',
    title: 'No response contains the credential of its request.',
    description: 'Sends a harmless request of each operation and looks for its credential in the response.',
    rationale: 'Responses are stored in logs and caches that must not contain credentials.',
    basis: relyOnPractice('A key is displayed once, when it is created.'),
    run: lookForCredential,
  }),
  defineCheck({
    id: 'CRED08',
    title: 'A key that may only read does not continue runs.',
    description:
      'Plays a run to its approval and one to its local tool, sends the decision and the output with a key that may only read, and then with the own one.',
    rationale: 'A key for a dashboard could approve a payment.',
    profiles: ['full', 'readOnly'],
    runs: ['ownerGate'],
    basis: relyOnPractice('A key that may only read changes nothing.'),
    run: (context) => continueAs(context, 'readOnly', 'a key that may only read'),
  }),
  defineCheck({
    id: 'CRED09',
    title: 'A key that may read a list may read its items, and the reverse.',
    description:
      'Reads each list and its first item with a key that may only read, a test key and a session token, and looks for 403 in one of the two responses only.',
    rationale: 'A dashboard would show agents that it cannot open, or could not find those that it can.',
    basis: relyOnPractice('A list and the records in it need the same permission.'),
    run: compareReading,
  }),
];

async function compareReading(context: CheckContext): Promise<void> {
  const profiles = ['readOnly', 'test', 'session'].filter((each) => context.environment.credentials[each]);
  for (const pair of listPairs) {
    const [row] = rowsOf(pair, (await readList(context, pair))?.body);
    if (row === undefined) continue;
    for (const profile of profiles) {
      const statuses = [
        await statusAs(context, pair.list, profile),
        await statusAs(context, pair.item, profile, { [pair.idParameter]: row.id }),
      ];
      context.note(
        statuses.filter((status) => status === 403).length !== 1,
        `With the credential ${profile}, ${pair.list.id} returned ${statuses[0]} and ${pair.item.id} ${statuses[1]}.`,
        'status',
      );
    }
  }
}

/** Returns the operations that need a credential and can be called any number of times. */
function repeatable(): readonly Operation[] {
  return allOperations.filter(
    (operation) =>
      needsCredential(operation) &&
      !isDestructive(operation) &&
      operation.method === 'GET' &&
      operation.stream === null &&
      traitsOf(operation).consumes === null,
  );
}

/** Sends the base request of an operation; `null` if a value for it is missing. */
async function sendAs(
  context: CheckContext,
  operation: Operation,
  profile: string,
  path: Texts = {},
): Promise<Exchange | null> {
  const { base, missing } = baseOf(operation, context.environment, null);
  const isComplete = missing.every((name) => name in path);
  return isComplete ? context.send(planOf({ ...base, path: { ...base.path, ...path }, profile })) : null;
}

async function statusAs(
  context: CheckContext,
  operation: Operation,
  profile: string,
  path: Texts = {},
): Promise<number | null> {
  const exchange = await sendAs(context, operation, profile, path);
  return exchange === null ? null : (exchange.response?.status ?? 0);
}

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

async function varyScheme(context: CheckContext): Promise<void> {
  for (const scheme of ['bearer', 'BEARER']) {
    const status = await statusWith(context, `${scheme} \${profile.full}`);
    context.note(status !== 401, `A valid key under the scheme ${scheme} returned ${status}.`, 'status');
  }
}

async function malform(context: CheckContext): Promise<void> {
  const right = await statusWith(context, 'Bearer ${profile.full}');
  if (right !== 200) context.skip(`The list of agents returned ${right}.`);
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

/** Returns headers with keys that differ slightly from the valid one. Why profiles: reports must not reveal it. */
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

async function letExpire(context: CheckContext): Promise<void> {
  const hour = 3_600_000;
  const expiresAt = new Date((await context.abilities.now()) + hour).toISOString();
  const { key } = await context.abilities.makeKey({ expiresAt });
  const client = context.clientWith(key, 'expiringKey');
  const before = await awaitResponse(listAgents(client));
  if (before.status !== 200) context.skip(`A key that has not expired returned ${before.status}.`);
  await context.abilities.advance(hour + 1_000);
  const after = await awaitResponse(listAgents(client));
  context.expect(after.status === 401, `A key that has expired returned ${after.status}.`, 'status');
}

async function useEveryPermission(context: CheckContext): Promise<void> {
  const { key } = await context.abilities.makeKey({ scopes: ['*'] });
  const profile = context.profileOf(key, 'everyPermission');
  for (const operation of repeatable().filter((each) => scopesOf(each).length > 0)) {
    const status = await statusAs(context, operation, profile);
    context.note(status !== 403, `${operation.id} with a key for everything returned 403.`, 'status');
  }
}

function areaOf(scope: string): string {
  return scope.split(':')[0] ?? scope;
}

/** Returns the areas that a permission may cover. Why: the source says that dispatch executes flows. */
function areasLike(area: string): readonly string[] {
  return area === 'DISPATCH' ? [area, 'FLOWS'] : [area];
}

async function useEachPermission(context: CheckContext): Promise<void> {
  const operations = repeatable().filter((operation) => scopesOf(operation).length > 0);
  const own = operations.flatMap(scopesOf).filter((scope) => scope !== '*');
  const scopes = new Set([...own, 'AGENTS:*', 'FLOWS:*', 'RECORDS:*', 'EVALS:READ']);
  for (const scope of scopes) {
    const { key } = await context.abilities.makeKey({ scopes: [scope] });
    const profile = context.profileOf(key, 'onePermission');
    for (const operation of operations) {
      const needed = scopesOf(operation);
      const area = areaOf(scope);
      const isRelated = needed.some((each) => each === '*' || areasLike(area).includes(areaOf(each)));
      const status = await statusAs(context, operation, profile);
      // Why: other permissions may cover only what their key has started.
      const isWhole = scope.endsWith(':*') && needed.every((each) => each.startsWith(`${area}:`));
      if (isWhole || (needed.includes(scope) && scope.endsWith(':READ')))
        context.note(status !== 403, `${operation.id} with a key for ${scope} returned 403.`, 'status');
      if (!isRelated)
        context.note(
          status === null || status >= 400,
          `${operation.id} with a key for ${scope} returned ${status}.`,
          'status',
        );
    }
  }
}
