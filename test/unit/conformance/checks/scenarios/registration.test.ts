/**
 * The checks of registration, on the mock: they pass, and notice what they are there for.
 */
import { describe, expect, it } from 'vitest';
import { registrationSuite } from '../../../../../conformance/checks/scenarios/suites.ts';
import {
  casesOf,
  describeOutcome,
  editBody,
  tellOnMock,
  withStatus,
  type Mutation,
  type LieRow,
} from './support/tell-on-mock.ts';

describe('on the mock', () => {
  it.each(registrationSuite.checks.map(({ id, title }) => [id, title]))('%s passes: %s', async (id) => {
    expect(describeOutcome(await tellOnMock(registrationSuite, id))).toBe('pass');
  });
});

const mutations: readonly LieRow[] = [
  [
    'REG01',
    'gives a key for tests',
    onRegistration(({ credential, ...body }) => ({ ...body, credential: testKey(credential) })),
  ],
  ['REG01', 'gives no claim token', onRegistration(({ claim_token: _, ...body }) => body)],
  ['REG01', 'registers nobody', respondWith(isRegistration, 403)],
  ['REG02', 'does not know its pre-claim keys', respondWith(isPreClaimed, 401)],
  ['REG02', 'lets pre-claim keys read nothing', respondWith(isPreClaimed, 403), 'warn'],
  [
    'REG03',
    'lets pre-claim keys run agents',
    respondWith((request) => request.path.endsWith('/execute'), 200),
  ],
  [
    'REG04',
    'lets pre-claim keys submit batches',
    respondWith((request) => request.path === '/v1/batch/flow', 200),
  ],
  ['REG05', 'lets pre-claim keys delete', respondWith((request) => request.method === 'DELETE', 200)],
  ['REG06', 'lets pre-claim keys live on', respondWith(isPreClaimed, 200)],
  ['REG06', 'ends pre-claim keys at once', respondWith(isPreClaimed, 401)],
  ['REG07', 'lets everybody register', respondWith(isRegistration, 200)],
  ['REG07', 'answers 403 to the sixth', swapStatus(429, 403), 'warn'],
  ['REG07', 'does not say when to try again', without('retry-after')],
  ['REG08', 'locks an address out for good', lockedOut()],
  ['REG09', 'refuses to send a code', respondWith((request) => request.path === '/agent/auth/claim', 400)],
  ['REG10', 'gives a key for tests', onClaim((body) => ({ ...body, credential: 'rt_test_1' }))],
  ['REG11', 'does not revoke the pre-claim key', respondWith(isPreClaimed, 200)],
  ['REG12', 'gives a key that may not run', respondWith((request) => request.path.endsWith('/execute'), 403)],
  ['REG13', 'takes any code', respondWith(isClaim, 200)],
  ['REG14', 'never locks', respondWith(isClaim, 200, [410])],
  ['REG15', 'leaves the key of a locked claim', respondWith(isPreClaimed, 200)],
  ['REG16', 'locks behind the fourth wrong code', fromFifth(isClaim, 410)],
  ['REG17', 'never forgets a code', respondWith(isClaim, 200, [410])],
  ['REG17', 'forgets codes at once', respondWith(isClaim, 410)],
  ['REG18', 'takes any claim token', respondWith(isClaim, 200)],
  ['REG19', 'revokes the new key by a wrong code', revokedByWrongCode()],
  ['REG20', 'leaves the account to be claimed', onRegistration((body) => ({ ...body, status: 'pending' }))],
  ['REG20', 'gives no key', onRegistration(({ credential: _, ...body }) => body)],
  ['REG21', 'takes one audience only', everySecond(isRegistration, 401)],
  ...['REG22', 'REG23', 'REG24', 'REG25', 'REG26', 'REG27', 'REG28', 'REG29'].map((id): LieRow => [
    id,
    'takes every assertion',
    respondWith(isRegistration, 200),
  ]),
  ['REG30', 'takes old assertions', respondWith(isRegistration, 200)],
  ['REG31', 'opens a second account', respondWith(isRegistration, 200)],
  ['REG31', 'does not say why it refuses', editRefusal()],
  ['REG32', 'lists no identity types', onMetadata((agent) => ({ register_uri: agent['register_uri'] }))],
  [
    'REG32',
    'does not tell where to register',
    onMetadata(() => ({ types: ['anonymous', 'identity_assertion'] })),
  ],
  [
    'REG33',
    'names an address that leads nowhere',
    respondWith((request) => request.path.includes('protected'), 404),
    'warn',
  ],
];

describe('with a defect', () => {
  it.each(casesOf(mutations))('$id notices a service that $says', async ({ id, mutation, verdict }) => {
    expect((await tellOnMock(registrationSuite, id, { mutation })).verdict).toBe(verdict);
  });
});

describe('where too many have registered already', () => {
  const ids = ['REG01', 'REG07', 'REG10', 'REG20', 'REG22'];

  it.each(ids)('%s says so and blames nobody', async (id) => {
    const mutation = respondWith(isRegistration, 429);
    expect(describeOutcome(await tellOnMock(registrationSuite, id, { mutation }))).toMatch(/^skip; Too many/);
  });
});

type Told = Parameters<Mutation>[0];
type Body = Readonly<Record<string, unknown>>;

function isRegistration({ path }: Told): boolean {
  return path === '/agent/auth';
}

function isClaim({ path }: Told): boolean {
  return path === '/agent/auth/claim/complete';
}

function isPreClaimed({ path, headers }: Told): boolean {
  return path.startsWith('/v1/agents') && headers.get('authorization')?.includes('rt_live_pre') === true;
}

function testKey(key: unknown): string {
  return String(key).replace('rt_live_', 'rt_test_');
}

/** Shape: `only` names the statuses that are answered otherwise; all of them when absent. */
function respondWith(
  concerns: (request: Told) => boolean,
  status: number,
  only?: readonly number[],
): Mutation {
  return async (request, tell) => {
    const response = await tell();
    const isMeant = concerns(request) && (only?.includes(response.status) ?? true);
    return isMeant ? withStatus(response, status) : response;
  };
}

function fromFifth(concerns: (request: Told) => boolean, status: number): Mutation {
  let count = 0;
  return async (request, tell) => {
    const response = await tell();
    return concerns(request) && ++count >= 5 ? withStatus(response, status) : response;
  };
}

function everySecond(concerns: (request: Told) => boolean, status: number): Mutation {
  let count = 0;
  return async (request, tell) => {
    const response = await tell();
    return concerns(request) && ++count % 2 === 0 ? withStatus(response, status) : response;
  };
}

function swapStatus(from: number, to: number): Mutation {
  return respondWith(() => true, to, [from]);
}

function lockedOut(): Mutation {
  let isLocked = false;
  return async (request, tell) => {
    const response = await tell();
    if (!isRegistration(request)) return response;
    isLocked ||= response.status === 429;
    return isLocked ? withStatus(response, 429) : response;
  };
}

function revokedByWrongCode(): Mutation {
  let claims = 0;
  return async (request, tell) => {
    const response = await tell();
    if (isClaim(request)) claims += 1;
    return request.path.startsWith('/v1/agents') && claims > 1 ? withStatus(response, 401) : response;
  };
}

function without(header: string): Mutation {
  return async (_, tell) => {
    const response = await tell();
    const headers = new Headers(response.headers);
    headers.delete(header);
    return new Response(response.body, { status: response.status, headers });
  };
}

function edit(concerns: (request: Told) => boolean, change: (body: Body) => object): Mutation {
  return async (request, tell) => {
    const response = await tell();
    return concerns(request) && response.status === 200 ? editBody(response, change) : response;
  };
}

function onRegistration(change: (body: Body) => object): Mutation {
  return edit(isRegistration, change);
}

function onClaim(change: (body: Body) => object): Mutation {
  return edit(isClaim, change);
}

function onMetadata(change: (agent: Body) => object): Mutation {
  return edit(
    ({ path }) => path.startsWith('/.well-known'),
    (body) => ({ ...body, agent_auth: change(body['agent_auth'] as Body) }),
  );
}

function editRefusal(): Mutation {
  return async (_, tell) => {
    const response = await tell();
    return response.status === 409 ? editBody(response, () => ({ error: 'conflict' })) : response;
  };
}
