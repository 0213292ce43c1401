/**
 * The checks of sandbox deployments, on the mock: they pass, and notice what they are there for.
 */
import { describe, expect, it } from 'vitest';
import { sandboxSuite } from '../../../../../conformance/checks/scenarios/suites.ts';
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
  it.each(sandboxSuite.checks.map(({ id, title }) => [id, title]))('%s passes: %s', async (id) => {
    expect(describeOutcome(await tellOnMock(sandboxSuite, id))).toBe('pass');
  });
});

const mutations: readonly LieRow[] = [
  ['SANDBOX01', 'refuses to destroy some deployments', respondWith(isDestroy, 409, everyThird)],
  ['SANDBOX01', 'forgets the intent to destroy', setDeployment(isDestroy, { desiredState: 'suspended' })],
  ['SANDBOX01', 'refuses what is gone already', respondWith(isDestroy, 404, goneOnly), 'warn'],
  ['SANDBOX02', 'refuses the second destroy', fromSecond(isDestroy, (response) => withStatus(response, 409))],
  ['SANDBOX03', 'lets what is destroyed become active', fromSecond(isDestroy, activeAgain)],
  ['SANDBOX04', 'finds no deployment to resume', respondWith(isResume, 404)],
  ['SANDBOX04', 'tells of another deployment', setDeployment(isResume, { deploymentId: 'sbx_another' })],
  ['SANDBOX05', 'starts a resume anew', newOperations()],
  ['SANDBOX05', 'writes a replay otherwise', fromSecond(isResume, indented), 'warn'],
  ['SANDBOX06', 'tells a new time in a replay', fromSecond(isDestroy, laterUpdate)],
  ['SANDBOX07', 'replays with the state of now', fromSecond(isResume, laterUpdate)],
  ['SANDBOX08', 'does not look at the body of a key that is used again', replayByKey()],
  ['SANDBOX09', 'does not look at the body of a key that is used again', replayByKey()],
  ['SANDBOX10', 'starts an operation for each of several requests', newOperations()],
  ['SANDBOX11', 'knows a key whatever the deployment', replayByKey(), 'warn'],
  ['SANDBOX12', 'knows a key whatever the operation', replayByKey(), 'warn'],
  ['SANDBOX13', 'never forgets a key', replayByKey()],
  ['SANDBOX13', 'forgets keys at once', newOperations()],
  ['SANDBOX14', 'answers 429 when the budget is exhausted', swapStatus(402, 429)],
  ['SANDBOX15', 'answers 409 to a stale version', swapStatus(412, 409)],
  ['SANDBOX16', 'answers 403 to what is not admitted', swapStatus(422, 403)],
  ['SANDBOX17', 'answers 402 when the quota is exhausted', swapStatus(429, 402)],
  ['SANDBOX18', 'destroys although the quota is exhausted', swapStatus(429, 202), 'warn'],
  ['SANDBOX19', 'stores refusals', replayByKey(), 'warn'],
];

describe('with a defect', () => {
  it.each(casesOf(mutations))('$id notices a service that $says', async ({ id, mutation, verdict }) => {
    expect((await tellOnMock(sandboxSuite, id, { mutation })).verdict).toBe(verdict);
  });
});

describe('without a driver', () => {
  const without = ['makeDeployment'] as const;

  it('destroys the deployment that the surroundings name', async () => {
    expect(describeOutcome(await tellOnMock(sandboxSuite, 'SANDBOX02', { without }))).toBe('pass');
  });

  it('resumes the deployment that the surroundings name', async () => {
    expect(describeOutcome(await tellOnMock(sandboxSuite, 'SANDBOX04', { without }))).toBe('pass');
  });

  it('destroys nothing below the level destructive', async () => {
    const outcome = await tellOnMock(sandboxSuite, 'SANDBOX02', { level: 'stateful' });
    expect(outcome.verdict).toBe('skip');
  });
});

type Concerns = (method: string, path: string) => boolean;

function isDestroy(method: string, path: string): boolean {
  return method === 'DELETE' && path.startsWith('/v1/sandbox-deployments/');
}

function isResume(method: string, path: string): boolean {
  return method === 'POST' && path.endsWith('/resume') && path.startsWith('/v1/sandbox-deployments/');
}

function isMutation(method: string, path: string): boolean {
  return isDestroy(method, path) || isResume(method, path);
}

let destroyed = 0;

/** Concerns every third deployment. */
function everyThird(): Promise<boolean> {
  destroyed += 1;
  return Promise.resolve(destroyed % 3 === 0);
}

async function goneOnly(response: Response): Promise<boolean> {
  const { operationId } = (await response.clone().json()) as { operationId: string | null };
  return operationId === null;
}

function respondWith(
  concerns: Concerns,
  status: number,
  when: (response: Response) => Promise<boolean> = () => Promise.resolve(true),
): Mutation {
  return async ({ method, path }, tell) => {
    const response = await tell();
    return concerns(method, path) && (await when(response)) ? withStatus(response, status) : response;
  };
}

function swapStatus(from: number, to: number): Mutation {
  return async (_, tell) => {
    const response = await tell();
    return response.status === from ? withStatus(response, to) : response;
  };
}

function fromSecond(concerns: Concerns, change: (response: Response) => Promise<Response>): Mutation {
  let count = 0;
  return async ({ method, path }, tell) => {
    const response = await tell();
    if (concerns(method, path)) count += 1;
    return concerns(method, path) && count > 1 ? change(response) : response;
  };
}

function setDeployment(concerns: Concerns, members: object): Mutation {
  return async ({ method, path }, tell) => {
    const response = await tell();
    return concerns(method, path) && response.status === 202 ? mixIn(response, members) : response;
  };
}

function mixIn(response: Response, members: object): Promise<Response> {
  return editBody(response, (body) => ({
    ...body,
    deployment: { ...(body['deployment'] as object), ...members },
  }));
}

function activeAgain(response: Response): Promise<Response> {
  return mixIn(response, { desiredState: 'active' });
}

function laterUpdate(response: Response): Promise<Response> {
  return mixIn(response, { updatedAt: '2031-01-01T00:00:00.000Z' });
}

async function indented(response: Response): Promise<Response> {
  const { status, headers } = response;
  return new Response(JSON.stringify(await response.json(), null, 2), { status, headers });
}

/** Answers as if no request had a key. */
function newOperations(): Mutation {
  let count = 0;
  return async ({ method, path }, tell) => {
    const response = await tell();
    return isMutation(method, path)
      ? editBody(response, (body) => ({ ...body, operationId: `op_new_${++count}` }))
      : response;
  };
}

/** Remembers the first answer of each key, whatever it was, for ever. */
function replayByKey(): Mutation {
  const stored = new Map<string, { readonly text: string; readonly init: ResponseInit }>();
  return async ({ headers }, tell) => {
    const key = headers.get('idempotency-key');
    const known = key === null ? undefined : stored.get(key);
    if (known !== undefined) return new Response(known.text, known.init);
    const response = await tell();
    if (key !== null)
      stored.set(key, {
        text: await response.clone().text(),
        init: { status: response.status, headers: response.headers },
      });
    return response;
  };
}
