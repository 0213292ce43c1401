/** Examples of the contract pass; problems are reported that no mutant covers. */
import { agentPlatformTraffic } from '../../../../../conformance/agent-platform/traffic.ts';
import { describe, expect, test } from 'vitest';
import { allOperations, type OperationId } from '../../../../../conformance/agent-platform/contract.ts';
import type { Exchange } from '../../../../../conformance/model/exchange.ts';
import { checkResponse } from '../../../../../conformance/responses/check-response.ts';
import { exchangeOf, headersFor, operationNamed, type ApiResponse } from './exchanges.ts';

const { responses: traits } = agentPlatformTraffic;

/** Problems as `C04 fail header WWW-Authenticate F-5-012`, with the first fact or the assumption. */
async function problemsOf(exchange: Exchange, isProvoked = false): Promise<readonly string[]> {
  const operation = operationNamed(exchange.request.operation as OperationId);
  const checkResults = await checkResponse(operation, exchange, { traits, isProvoked });
  return checkResults.flatMap(({ check, problems }) =>
    problems.map(({ severity, at, facts, assumption }) =>
      [check, severity, at, facts?.[0] ?? assumption].filter(Boolean).join(' '),
    ),
  );
}

function exampleOf(id: OperationId, status: number): Record<string, unknown> {
  const { responses } = operationNamed(id);
  const form = responses.find((response) => response.status === status && response.kind === 'json');
  return structuredClone(form?.examples[0]?.value) as Record<string, unknown>;
}

function json(status: number, value: unknown, headers = {}): ApiResponse {
  return { status, json: value, headers };
}

function page(status: number, type: string): ApiResponse {
  return { status, body: { kind: 'text', text: '<h1>', problem: null }, headers: { 'content-type': type } };
}

const error = { error: 'x' };
const result = { events: [], executionId: 'exec_1', success: true };
const limit = { error: 'Rate limit exceeded' };
const policy = exampleOf('getTokenAudiencePolicy', 200);

describe('a response is reported that', () => {
  test.each<[string, OperationId, ApiResponse, ...string[]]>([
    ['has an undeclared success', 'listAgents', json(207, {}), 'C01 fail status F-4.2-007'],
    ['redirects', 'getAgent', { status: 302 }, 'C01 fail status F-4.2-039'],
    ['has a plausible status', 'cancelBatch', json(404, error), 'C01 warn status A-055'],
    ['limits the rate', 'listAgents', json(429, error), 'C01 warn status'],
    [
      'has a status of an assumed operation',
      'getExecutionStatus',
      json(418, error),
      'C01 off status A-STATUS',
    ],
    ['has another type', 'listAgents', page(200, 'text/plain'), 'C02 fail header Content-Type F-4-002'],
    ['is a page, reported once', 'getAgent', page(404, 'text/html'), 'C02 fail header Content-Type F-4-002'],
    [
      'has a property of another type',
      'getTokenAudiencePolicy',
      json(200, { ...policy, policyRevision: '3' }),
      'C03 fail body.policyRevision F-2.4-003',
    ],
    ['has no assumed pages', 'listAgents', json(200, { data: [] }), 'C03 warn body.pagination A-PAGE'],
    [
      'has assumed statistics',
      'getAnalyticsStats',
      json(200, { agents: 'many' }),
      'C03 off body.agents A-STATS',
    ],
    ['has no assumed status', 'executeAgent', json(200, result), 'C03 warn body.status A-029'],
    ['has no stated status', 'approveAgentExecution', json(200, result), 'C03 fail body.status F-2.5-003'],
    [
      'has a body of an assumed operation',
      'dispatchRun',
      json(200, result),
      'C03 off body.status A-DISPATCH',
    ],
    ['is cut off', 'listProductEventTypes', { status: 200, text: '{"events": [' }, 'C03 fail body F-4-002'],
    ['has no body', 'listProductEventTypes', { status: 200 }, 'C03 fail body F-4.7-037'],
    ['has no assumed body', 'deleteAgent', { status: 200 }, 'C03 warn body A-060'],
    ['is a list', 'getTokenAudiencePolicy', json(200, []), 'C03 fail body F-2.4-001'],
    ['has another code', 'pollProductEvents', json(400, { ...error, code: 'OLD' }), 'C03 warn body.code'],
    [
      'has no challenge',
      'listAgents',
      json(401, { error: 'Unauthorized' }),
      'C04 fail header WWW-Authenticate F-5-012',
    ],
    [
      'has a challenge without an address',
      'listAgents',
      json(401, { error: 'Unauthorized' }, { 'www-authenticate': 'Bearer realm="agents"' }),
      'C04 fail header WWW-Authenticate F-5-012',
    ],
    ['has no time', 'submitFlowBatch', json(429, limit), 'C04 fail header Retry-After F-7-017'],
    [
      'has another name for a header',
      'executeAgent',
      json(429, limit, { 'retry-after': '5', 'x-ratelimit-limit': '5' }),
      'C04 warn header X-RateLimit-Limit',
    ],
    [
      'has no time where the source lists no limit',
      'executeAgent',
      json(429, limit),
      'C04 fail header Retry-After F-7-017',
    ],
    ['has an error as a list', 'createAgent', json(400, [error]), 'C05 fail body F-2.7-001'],
    ['has an error without a body', 'getAgent', { status: 403 }, 'C05 fail body F-2.7-001'],
    [
      'has a detail without a message',
      'createAgent',
      json(400, { ...error, details: [{ path: 'name' }] }),
      'C05 fail body.details.0.message F-2.7-003',
    ],
    ['fails undeclared, reported once', 'pollProductEvents', json(500, error), 'C06 fail status F-7-014'],
    ['fails with a declared state', 'getAsset', json(503, error), 'C06 warn status'],
    [
      'has a time with a space',
      'getTokenAudiencePolicy',
      json(200, { ...policy, updatedAt: '2026-03-04 09:15:02Z' }),
      'C08 fail body.updatedAt F-2.4-006',
    ],
    [
      'has a time without a zone',
      'getTokenAudiencePolicy',
      json(200, { ...policy, updatedAt: '2026-03-04T09:15:02' }),
      'C08 warn body.updatedAt A-004',
    ],
  ])('%s', async (_, id, response, ...problems) => {
    expect(await problemsOf(exchangeOf(id, response))).toEqual(problems);
  });

  test('adds a property, once for a list', async () => {
    const example = exampleOf('pollProductEvents', 200);
    const [event] = example['events'] as readonly object[];
    const list = json(200, { ...example, events: Array(50).fill({ ...event, trace: 'x' }) });
    expect(await problemsOf(exchangeOf('pollProductEvents', list))).toEqual(['C07 warn body.events.0.trace']);
  });

  test('has an invalid error, with the file of its schema', async () => {
    const checkResults = await checkResponse(
      operationNamed('getAgent'),
      exchangeOf('getAgent', json(404, { error: 7 })),
      { traits },
    );
    expect(checkResults.find(({ check }) => check === 'C05')?.problems).toEqual([
      {
        message: 'body.error must be a string, not a number.',
        at: 'body.error',
        place: 'spec/schemas/ErrorBody.yaml#/properties/error',
        facts: ['F-2.7-001'],
        assumption: null,
        severity: 'fail',
      },
    ]);
  });
});

describe('a response is accepted that', () => {
  const examples = allOperations.flatMap(({ id, responses }) =>
    responses.flatMap((form) =>
      form.kind === 'json' && typeof form.status === 'number' && form.status < 500
        ? form.examples.map(({ name, value }) => [id, form.status as number, name, value, form] as const)
        : [],
    ),
  );

  test.each(examples)('is an example of %s: %s %s', async (id, status, _, value, form) => {
    expect(await problemsOf(exchangeOf(id, json(status, value, headersFor(form))))).toEqual([]);
  });

  test.each<[string, OperationId, ApiResponse]>([
    ['reports an unreachable server', 'fetchAgentCard', json(502, error)],
    [
      'has no time for an exhausted quota',
      'resumeSandboxDeployment',
      json(429, { error: 'Organization quota exhausted' }),
    ],
    ['has a property the source leaves open', 'getAnalyticsStats', json(200, { widgets: 3 })],
    ['has details of an error', 'getAgent', json(403, { ...error, details: [] })],
    [
      'has events for the checks of streams',
      'approveClientExecution',
      json(200, { ...result, status: 'completed', events: [{ type: 'unheard', more: 1 }] }),
    ],
  ])('%s', async (_, id, response) => {
    expect(await problemsOf(exchangeOf(id, response))).toEqual([]);
  });

  test('writes its headers and its media type in another form', async () => {
    const { response, ...rest } = exchangeOf('getAgent', json(401, { error: 'Unauthorized' }));
    const headers = {
      'Content-Type': 'Application/JSON; charset=utf-8',
      'WWW-AUTHENTICATE': 'Bearer realm="x", resource_metadata="https://api.agents.test/x"',
      'X-Request-Id': 'r1',
    };
    expect(await problemsOf({ ...rest, response: response && { ...response, headers } })).toEqual([]);
  });

  test('fails because the driver caused it', async () => {
    expect(await problemsOf(exchangeOf('getAsset', json(503, error)), true)).toEqual([]);
    expect(await problemsOf(exchangeOf('getAsset', json(504, error)), true)).toEqual([
      'C06 fail status F-4.3-045',
    ]);
  });
});

test('the response checks ignore an exchange without a response', async () => {
  const lost = { ...exchangeOf('listAgents', { status: 200 }), response: null, failure: 'reset' };
  expect(await checkResponse(operationNamed('listAgents'), lost, { traits })).toEqual([]);
});
