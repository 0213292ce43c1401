import { describe, expect, test } from 'vitest';
import { spellFacts } from '../../../../../conformance/schema-location/facts.ts';
import { allOperations, type OperationId } from '../../../../../conformance/schema-location/operations.ts';
import type { Exchange } from '../../../../../conformance/engine/exchange.ts';
import type { Problem } from '../../../../../conformance/engine/finding.ts';
import { responseChecks } from '../../../../../conformance/checks/responses/checks.ts';
import { checkResponse } from '../../../../../conformance/checks/responses/check-response.ts';
import { exchangeOf, headersFor, operationNamed, type ApiResponse } from './exchanges.ts';

/** `C04 fail header WWW-Authenticate F-5-012`, the first fact or the assumption last. */
async function told(exchange: Exchange, isProvoked = false): Promise<readonly string[]> {
  const checkResults = await checkResponse(exchange, { isProvoked });
  return checkResults.flatMap(({ check, problems }) =>
    problems.map((problem) => `${check} ${shown(problem)}`),
  );
}

function shown({ severity, at, facts, assumption }: Problem): string {
  const [first] = facts ?? [];
  const provenance = first ?? assumption ?? null;
  return [severity ?? '?', at, ...(provenance === null ? [] : [provenance])].join(' ');
}

async function looked(exchange: Exchange): Promise<string> {
  return (await checkResponse(exchange)).map(({ check }) => check).join(' ');
}

function exampleOf(id: OperationId, status: number): Record<string, unknown> {
  const value = operationNamed(id).responses.find((form) => form.status === status && form.kind === 'json')
    ?.examples[0]?.value;
  return structuredClone(value) as Record<string, unknown>;
}

/** An example with a change. */
function changed(
  id: OperationId,
  status: number,
  change: (body: Record<string, unknown>) => unknown,
): ApiResponse {
  const json = exampleOf(id, status);
  const other = change(json);
  return { status, json: other ?? json };
}

function at(body: unknown, ...path: readonly (string | number)[]): Record<string, unknown> {
  return path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], body) as Record<
    string,
    unknown
  >;
}

const policy = changed('getTokenAudiencePolicy', 200, () => undefined);

const cases: readonly (readonly [
  description: string,
  id: OperationId,
  answer: ApiResponse,
  want: readonly string[],
])[] = [
  // C01
  ['an undeclared success', 'listAgents', { status: 207, json: {} }, ['C01 fail status F-4.2-007']],
  ['a redirect', 'getAgent', { status: 302, headers: { location: '/' } }, ['C01 fail status F-4.2-039']],
  ['an empty success', 'deleteAgent', { status: 204 }, ['C01 fail status F-4.2-061']],
  [
    'a status that is usual elsewhere',
    'cancelBatch',
    { status: 404, json: { error: 'Batch not found' } },
    ['C01 warn status A-055'],
  ],
  [
    'a rate limit that nobody announced',
    'listAgents',
    { status: 429, json: { error: 'Slow down' } },
    ['C01 warn status'],
  ],
  [
    'a status of an operation that the source only mentions',
    'getExecutionStatus',
    { status: 418, json: { error: 'x' } },
    ['C01 off status A-STATUS'],
  ],
  // C02
  [
    'JSON under another type',
    'listAgents',
    {
      status: 200,
      body: { kind: 'text', text: '{}', problem: null },
      headers: { 'content-type': 'text/plain' },
    },
    ['C02 fail header Content-Type F-4-002'],
  ],
  [
    'a body without a type',
    'getAnalyticsStats',
    { status: 200, body: { kind: 'bytes', length: 2 }, headers: { 'content-type': '' } },
    ['C02 fail header Content-Type F-4-002'],
  ],
  [
    'an error as a page, which is one fault and not two',
    'getAgent',
    {
      status: 404,
      body: { kind: 'text', text: '<h1>', problem: null },
      headers: { 'content-type': 'text/html' },
    },
    ['C02 fail header Content-Type F-4-002'],
  ],
  // C03
  [
    'a member of another type',
    'getTokenAudiencePolicy',
    changed('getTokenAudiencePolicy', 200, (body) => ({ ...body, policyRevision: '3' })),
    ['C03 fail body.policyRevision F-2.4-003'],
  ],
  [
    'a member that is missing deep inside',
    'destroySandboxDeployment',
    changed('destroySandboxDeployment', 202, (body) => {
      delete at(body, 'deployment', 'counters')['runtimeEpoch'];
    }),
    ['C03 fail body.deployment.counters.runtimeEpoch F-2.1-042'],
  ],
  [
    'a member that the source does not show',
    'listAgents',
    changed('listAgents', 200, ({ data }) => ({ data })),
    ['C03 warn body.pagination A-PAGE'],
  ],
  [
    'a count of a record that nobody judges',
    'getAnalyticsStats',
    { status: 200, json: { agents: 'many' } },
    ['C03 off body.agents A-STATS'],
  ],
  [
    'the result of an execution, whose form is that of approve only',
    'executeAgent',
    { status: 200, json: { events: [], executionId: 'exec_1', success: true } },
    ['C03 warn body.status A-029'],
  ],
  [
    'the result of an approval, whose form is stated',
    'approveAgentExecution',
    { status: 200, json: { events: [], executionId: 'exec_1', success: true } },
    ['C03 fail body.status F-2.5-003'],
  ],
  [
    'a result of an operation that the source only mentions',
    'dispatchRun',
    { status: 200, json: { events: [], executionId: 'exec_1', success: true } },
    ['C03 off body.status A-DISPATCH'],
  ],
  [
    'JSON that does not parse',
    'listProductEventTypes',
    { status: 200, text: '{"events": [' },
    ['C03 fail body F-4-002'],
  ],
  [
    'no body where the source shows one',
    'listProductEventTypes',
    { status: 200 },
    ['C03 fail body F-4.7-037'],
  ],
  ['no body where it shows none', 'deleteAgent', { status: 200 }, ['C03 warn body A-060']],
  [
    'a list in place of an object',
    'getTokenAudiencePolicy',
    { status: 200, json: [] },
    ['C03 fail body F-2.4-001'],
  ],
  [
    'another word for an unknown caller',
    'listAgents',
    {
      status: 401,
      json: { error: 'Who are you?' },
      headers: { 'www-authenticate': 'Bearer resource_metadata="https://x"' },
    },
    ['C03 fail body.error F-5-010'],
  ],
  [
    'a code that the source does not name',
    'pollProductEvents',
    { status: 400, json: { error: 'Bad', code: 'EVENT_TOO_OLD' } },
    ['C03 warn body.code'],
  ],
  [
    'a registration without a token, told by the form that was meant',
    'registerAgent',
    { status: 200, json: { credential: 'rt_live_1', scopes: [], claim_url: 'https://x' } },
    ['C03 fail body.claim_token F-4.8-013'],
  ],
  // C04
  [
    'a refusal without a challenge',
    'listAgents',
    { status: 401, json: { error: 'Unauthorized' } },
    ['C04 fail header WWW-Authenticate F-5-012'],
  ],
  [
    'a challenge in another form',
    'listAgents',
    { status: 401, json: { error: 'Unauthorized' }, headers: { 'www-authenticate': 'Bearer' } },
    ['C04 warn header WWW-Authenticate A-CHALLENGE'],
  ],
  [
    'a limit that does not say when to come back',
    'submitFlowBatch',
    { status: 429, json: { error: 'Rate limit exceeded' } },
    ['C04 fail header Retry-After F-7-017'],
  ],
  [
    'a limit of an assumed status',
    'executeAgent',
    { status: 429, json: { error: 'Rate limit exceeded' } },
    ['C04 warn header Retry-After A-062'],
  ],
  [
    'a time in words',
    'submitFlowBatch',
    { status: 429, json: { error: 'Rate limit exceeded' }, headers: { 'retry-after': 'soon' } },
    ['C04 warn header Retry-After A-RETRY-AFTER'],
  ],
  [
    'a reset that is a point in time',
    'submitFlowBatch',
    { status: 200, json: {}, headers: { 'ratelimit-reset': '1772614502' } },
    ['C04 warn header RateLimit-Reset A-122'],
  ],
  [
    'a page that nothing locks down',
    'getAssetPreview',
    {
      status: 200,
      body: { kind: 'text', text: '<p>', problem: null },
      headers: { 'content-type': 'text/html', 'content-security-policy': "default-src 'self'" },
    },
    ['C04 warn header Content-Security-Policy A-CSP'],
  ],
  // C05
  [
    'an error with another envelope',
    'getAgent',
    { status: 404, json: { message: 'Not found' } },
    ['C05 fail body.error F-2.7-001', 'C07 warn body.message'],
  ],
  ['an error as a list', 'createAgent', { status: 400, json: [{ error: 'x' }] }, ['C05 fail body F-2.7-001']],
  ['an error without a body', 'getAgent', { status: 403 }, ['C05 fail body F-2.7-001']],
  [
    'details that are no list',
    'createAgent',
    { status: 400, json: { error: 'Bad', details: { name: 'required' } } },
    ['C05 fail body.details F-2.7-002'],
  ],
  [
    'a detail without a message',
    'createAgent',
    { status: 400, json: { error: 'Bad', details: [{ path: 'name' }] } },
    ['C05 fail body.details.0.message F-2.7-003'],
  ],
  [
    'an undeclared error as a page',
    'getAgent',
    {
      status: 405,
      body: { kind: 'text', text: '<h1>', problem: null },
      headers: { 'content-type': 'text/html' },
    },
    ['C01 fail status F-4.2-039', 'C05 fail body F-2.7-001'],
  ],
  // C06
  [
    'a declared failure',
    'getAgent',
    { status: 500, json: { error: 'Internal server error' } },
    ['C06 fail status F-7-014'],
  ],
  [
    'an undeclared failure, which is no second fault',
    'pollProductEvents',
    { status: 500, json: { error: 'Internal server error' } },
    ['C06 fail status F-7-014'],
  ],
  [
    'a failure of something in front of it',
    'getAgent',
    { status: 503, json: { error: 'Unavailable' } },
    ['C06 fail status F-4.2-039'],
  ],
  ['a state that is declared', 'getAsset', { status: 503, json: { error: 'x' } }, ['C06 warn status']],
  ['a server that could not be reached', 'fetchAgentCard', { status: 502, json: { error: 'x' } }, []],
  // C07
  [
    'a member that nobody lists',
    'getTokenAudiencePolicy',
    { status: 200, json: { ...(policy.json as object), debugTrace: 1 } },
    ['C07 warn body.debugTrace'],
  ],
  [
    'a member of what the source does not show',
    'getAnalyticsStats',
    { status: 200, json: { widgets: 3 } },
    [],
  ],
  ['details of a refusal', 'getAgent', { status: 403, json: { error: 'x', details: [] } }, []],
  // C08
  [
    'milliseconds',
    'getTokenAudiencePolicy',
    { status: 200, json: { ...(policy.json as object), updatedAt: '1772614502000' } },
    ['C08 fail body.updatedAt F-2.4-006'],
  ],
  [
    'a time without a zone',
    'getTokenAudiencePolicy',
    { status: 200, json: { ...(policy.json as object), updatedAt: '2026-03-04T09:15:02' } },
    ['C08 warn body.updatedAt A-004'],
  ],
  [
    'a time of a member that the source does not show',
    'getAgent',
    changed('getAgent', 200, (body) => ({ ...body, createdAt: 'Wed, 04 Mar 2026 09:15:02 GMT' })),
    ['C08 warn body.createdAt F-2-002'],
  ],
  // C09
  [
    'a null that is left out',
    'getTokenAudiencePolicy',
    changed('getTokenAudiencePolicy', 200, (body) => {
      delete body['updatedByUserId'];
    }),
    ['C09 fail body.updatedByUserId F-2.4-007'],
  ],
  [
    'a null of a page that is left out',
    'listAgents',
    changed('listAgents', 200, (body) => {
      delete at(body, 'pagination')['nextCursor'];
    }),
    ['C09 warn body.pagination.nextCursor A-PAGE'],
  ],
];

describe('a fault in a reply', () => {
  test.each(cases)('%s', async (_says, id, answer, want) => {
    expect(await told(exchangeOf(id, answer))).toEqual(want);
  });

  test('is told once for each member, however long the list', async () => {
    const { events } = exampleOf('pollProductEvents', 200) as { events: readonly object[] };
    const many = Array.from({ length: 50 }, () => ({ ...events[0], trace: 'x' }));
    const page = { ...exampleOf('pollProductEvents', 200), events: many };

    expect(await told(exchangeOf('pollProductEvents', { status: 200, json: page }))).toEqual([
      'C07 warn body.events.0.trace',
    ]);
  });

  test('is left to the checks of streams where it is an event of a result', async () => {
    const events = [
      { type: 'text_delta', executionId: 'exec_1', seq: 1 },
      { type: 'unheard', more: 1 },
    ];
    const json = { events, executionId: 'exec_1', status: 'completed', success: true };

    expect(await told(exchangeOf('approveClientExecution', { status: 200, json }))).toEqual([]);
  });

  test('names the file that is broken', async () => {
    const [checkResult] = (
      await checkResponse(exchangeOf('getAgent', { status: 404, json: { error: 7 } }))
    ).filter(({ check }) => check === 'C05');

    expect(checkResult?.problems).toEqual([
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

describe('a reply as the contract shows it', () => {
  const examples = allOperations.flatMap((operation) =>
    operation.responses.flatMap((form) =>
      form.kind === 'json' && typeof form.status === 'number' && form.status < 500
        ? form.examples.map(({ name, value }) => ({
            id: operation.id,
            name,
            value,
            form,
            status: form.status,
          }))
        : [],
    ),
  );

  test.each(examples)('passes: $id $status $name', async ({ id, value, form, status }) => {
    const answer = { status: status as number, json: value, headers: headersFor(form) };

    expect(await told(exchangeOf(id, answer))).toEqual([]);
  });

  test('may write its headers and its media type as it likes', async () => {
    const { response, ...rest } = exchangeOf('getAgent', { status: 401, json: { error: 'Unauthorized' } });
    const headers = {
      'Content-Type': 'Application/JSON; charset=utf-8',
      'WWW-AUTHENTICATE': 'Bearer realm="x", resource_metadata="https://api.agents.test/x"',
      'X-Request-Id': 'r1',
      'Backlot-Outside-Contract': 'control',
    };
    const exchange = { ...rest, response: response === null ? null : { ...response, headers } };

    expect(await told(exchange)).toEqual([]);
  });

  test('may fail with a declared status that a driver provoked, and with no other', async () => {
    const answer = (status: number): ApiResponse => ({ status, json: { error: 'x' } });

    expect([
      await told(exchangeOf('getAsset', answer(503)), true),
      await told(exchangeOf('getAsset', answer(500)), true),
      await told(exchangeOf('getAsset', answer(504)), true),
    ]).toEqual([[], [], ['C06 fail status F-4.3-045']]);
  });
});

describe('the checks of single replies', () => {
  test('are made only where there is something to look at', async () => {
    const stream = { raw: '', pieces: [], frames: [], end: 'closed' as const, rest: '' };
    const exchanges: readonly Exchange[] = [
      exchangeOf('listAgents', { status: 200, json: exampleOf('listAgents', 200) }),
      exchangeOf('getAgent', { status: 404, json: { error: 'Agent not found' } }),
      exchangeOf('executeAgent', {
        status: 200,
        body: { kind: 'stream', stream },
        headers: { 'content-type': 'text/event-stream' },
      }),
      exchangeOf('getAsset', {
        status: 200,
        body: { kind: 'bytes', length: 10 },
        headers: { 'content-type': 'image/png' },
      }),
      exchangeOf('listAgents', { status: 207 }),
    ];

    expect(await Promise.all(exchanges.map(looked))).toEqual([
      'C01 C02 C03 C09 C06 C07 C08',
      'C01 C02 C05 C03 C06 C07',
      'C01 C02 C06',
      'C01 C02 C06',
      'C01 C06',
    ]);
  });

  test('say nothing of an exchange without a reply and of a request that means no operation', async () => {
    const lost = { ...exchangeOf('listAgents', { status: 200 }), response: null, failure: 'reset' };
    const known = exchangeOf('listAgents', { status: 200, json: {} });
    const unknown = { ...known, request: { ...known.request, operation: null, path: '/v2/agents' } };

    expect([await checkResponse(lost), await checkResponse(unknown)]).toEqual([[], []]);
  });

  test('find the operation by the request line where none is named', async () => {
    const known = exchangeOf('getAgent', { status: 418, json: { error: 'x' } });
    const unnamed = { ...known, request: { ...known.request, operation: null } };

    expect(await told(unnamed)).toEqual(['C01 fail status F-4.2-039']);
  });

  test('are C01 to C09, each resting on facts that there are', () => {
    const rows = responseChecks.map(({ id, basis }) => [
      id,
      basis.kind === 'facts' ? spellFacts(basis.ids).length : 0,
    ]);

    expect(rows.map(([id]) => id)).toEqual(['C01', 'C02', 'C03', 'C04', 'C05', 'C06', 'C07', 'C08', 'C09']);
    expect(rows.filter(([, count]) => count === 0)).toEqual([['C07', 0]]);
  });
});
