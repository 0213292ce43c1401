import { agentPlatformContract as contract } from '../../../../conformance/agent-platform/contract.ts';
import { describe, expect, test } from 'vitest';
import {
  createCoverageMeter,
  type CoverageMeter,
} from '../../../../conformance/coverage/measure-coverage.ts';
import { agentPlatform } from '../../../../conformance/agent-platform/plugin.ts';
import { listUniverse } from '../../../../conformance/coverage/universe.ts';
import { factsOf } from '../../../../contract/facts/facts.ts';
import { loadResources } from '../../../../generator/load/load-resources.ts';
import type { Exchange } from '../../../../conformance/model/exchange.ts';
import { exchangeOf, operationNamed } from '../checks/responses/exchanges.ts';

const { polledEvents } = agentPlatform;

type What = 'operations' | 'statuses' | 'parameters' | 'enum members' | 'events' | 'facts';

/** Returns the covered parts of one kind. */
function seen(meter: CoverageMeter, what: What): readonly string[] {
  const keys = { 'enum members': 'enumValues' } as const;
  const all = listUniverse(contract, polledEvents)[what === 'enum members' ? keys[what] : what];
  const row = meter.report().find((each) => each.what === what);
  return all.filter((each) => !row?.missing.includes(each));
}

function meterOf(...exchanges: readonly Exchange[]): CoverageMeter {
  const meter = createCoverageMeter(contract, polledEvents);
  for (const exchange of exchanges) meter.see(exchange);
  return meter;
}

function deployment(): unknown {
  return operationNamed('destroySandboxDeployment').responses.find(({ status }) => status === 202)
    ?.examples[0]?.value;
}

const page = {
  events: [
    { cursor: '7', data: {}, eventId: 'pev_1', name: 'svc.task.failed', timestamp: '2026-03-04T09:15:02Z' },
  ],
  ...{ cursor: '7', hasMore: false, nextPollMs: 1_000, truncated: false },
};

describe('the coverage meter', () => {
  test('starts with nothing covered', () => {
    expect(
      createCoverageMeter(contract, polledEvents)
        .report()
        .map(({ what, seen: count, of, missing }) => [what, count, of === missing.length && of > 40]),
    ).toEqual([
      ['operations', 0, true],
      ['statuses', 0, true],
      ['parameters', 0, true],
      ['enum members', 0, true],
      ['events', 0, true],
      ['facts', 0, true],
    ]);
  });

  test('counts an operation when it is called, and a status if it is declared', () => {
    const lost = { ...exchangeOf('getAgent', { status: 200 }), response: null };
    const meter = meterOf(
      lost,
      exchangeOf('listAgents', { status: 200, json: {} }),
      exchangeOf('listAgents', { status: 418, json: {} }),
    );

    expect([seen(meter, 'operations'), seen(meter, 'statuses')]).toEqual([
      ['listAgents', 'getAgent'],
      ['listAgents 200'],
    ]);
  });

  test('counts nothing for a request to an unknown operation', () => {
    const known = exchangeOf('listAgents', { status: 200, json: {} });
    const meter = meterOf({ ...known, request: { ...known.request, operation: null, path: '/nowhere' } });

    expect(meter.report().map((row) => row.seen)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test('counts parameters in paths, queries and headers', () => {
    const poll = exchangeOf(
      'pollProductEvents',
      { status: 200, json: page },
      '/v1/events?after=1&onlyRegressions=true',
    );
    const destroy = exchangeOf('destroySandboxDeployment', { status: 202, json: deployment() });
    const withKey = {
      ...destroy,
      request: { ...destroy.request, headers: [['Idempotency-Key', 'k1']] as const },
    };
    const meter = meterOf(poll, withKey);

    expect(seen(meter, 'parameters')).toEqual([
      'destroySandboxDeployment path.id',
      'destroySandboxDeployment header.idempotency-key',
      'pollProductEvents query.after',
      'pollProductEvents query.onlyRegressions',
    ]);
    expect(seen(meter, 'enum members')).toContain('pollProductEvents query.onlyRegressions=true');
  });

  test('counts enum members in responses, in requests and in nested objects', () => {
    const create = exchangeOf('createAgent', { status: 400, json: { error: 'x' } });
    const request = { ...create.request, body: JSON.stringify({ name: 'x', agentType: 'external' }) };
    const meter = meterOf(
      { ...create, request },
      exchangeOf('destroySandboxDeployment', { status: 202, json: deployment() }),
    );

    expect(seen(meter, 'enum members')).toEqual(
      expect.arrayContaining(['AgentCreate.agentType=external', 'SandboxPolicy.access=bearer']),
    );
    expect(seen(meter, 'enum members')).not.toContain('AgentCreate.agentType=native');
  });

  test('counts events in streams, in results and in the feed', () => {
    const ping = { type: 'ping', executionId: 'exec_1', seq: 1, timestamp: '2026-03-04T09:15:02Z' };
    const frame = { number: 1, at: 1, event: 'ping', id: '1', data: '', size: 0, value: ping, problem: null };
    const stream = { raw: '', chunks: [], frames: [frame], end: 'closed' as const, rest: '' };
    const delta = { type: 'text_delta', executionId: 'exec_1', seq: 2, id: 'text_1', delta: 'a' };
    const result = { events: [delta], executionId: 'exec_1', status: 'completed', success: true };
    const meter = meterOf(
      exchangeOf('executeAgent', {
        status: 200,
        body: { kind: 'stream', stream },
        headers: { 'content-type': 'text/event-stream' },
      }),
      exchangeOf('executeAgent', { status: 200, json: result }),
      exchangeOf('pollProductEvents', { status: 200, json: page }),
    );

    expect(seen(meter, 'events')).toEqual(['text_delta', 'ping', 'svc.task.failed']);
  });

  test('counts facts that a valid response demonstrates', () => {
    const facts = seen(
      meterOf(exchangeOf('destroySandboxDeployment', { status: 202, json: deployment() })),
      'facts',
    );

    expect(facts).toEqual(
      expect.arrayContaining([
        'F-2.1-001',
        'F-2.1-042',
        'F-2.1-084',
        'F-4-002',
        'F-4.5-001',
        'F-4.5-011',
        'F-4.5-012',
      ]),
    );
    expect(facts).toContain('F-2.1-053');
    expect(facts).not.toContain('F-2.1-054');
  });

  test('counts no properties of an invalid response', () => {
    const wrong = exchangeOf('destroySandboxDeployment', {
      status: 202,
      json: { deployment: {}, operationId: null },
    });

    expect(seen(meterOf(wrong), 'facts').filter((id) => id.startsWith('F-2.1'))).toEqual([]);
  });

  test('counts properties of accepted requests, not of rejected ones', () => {
    const answer = (status: number): Exchange => {
      const exchange = exchangeOf('publishAgentVersion', { status, json: { error: 'x' } });
      return { ...exchange, request: { ...exchange.request, body: '{"versionId":"aver_1"}' } };
    };

    expect([200, 404].map((status) => seen(meterOf(answer(status)), 'facts').includes('F-4.1-013'))).toEqual([
      true,
      false,
    ]);
  });

  test('counts the facts of checks that ran', () => {
    const meter = createCoverageMeter(contract, polledEvents);
    meter.recordFacts(['F-4.7-023..025', 'F-6.1.2-002']);

    expect(seen(meter, 'facts')).toEqual(['F-4.7-023', 'F-4.7-024', 'F-4.7-025', 'F-6.1.2-002']);
  });

  test('rejects an unknown fact', () => {
    expect(() => createCoverageMeter(contract, polledEvents).recordFacts(['F-0-999'])).toThrow(
      'Unknown fact F-0-999.',
    );
  });
});

describe('the coverage universe', () => {
  test('contains no duplicates', () => {
    for (const names of Object.values(listUniverse(contract, polledEvents)) as readonly (readonly string[])[])
      expect(new Set(names).size).toBe(names.length);
  });

  test('counts the values of an included schema where it is included', async () => {
    const text = `
openapi: 3.1.0
info: { title: Cards, version: 1.0.0 }
paths:
  /cards:
    get:
      operationId: getCard
      responses:
        '200': { description: It., content: { application/json: { schema: { $ref: '#/components/schemas/Card' } } } }
components:
  schemas:
    Color: { type: string, enum: [red] }
    Base: { type: object, properties: { state: { type: string, enum: [open] }, color: { $ref: '#/components/schemas/Color' } } }
    Card: { allOf: [{ $ref: '#/components/schemas/Base' }, { properties: { kind: { enum: [plain] } } }] }
`;
    const { contract: cards } = await loadResources({
      openapi: 'cards.yaml',
      texts: new Map([['cards.yaml', text]]),
      asyncapi: [],
      overlays: [],
      resources: null,
      folder: import.meta.dirname,
      access: { isRemoteAllowed: false, folders: [] },
    });
    expect(listUniverse(cards!, null).enumValues).toEqual([
      'Color=red',
      'Card.state=open',
      'Card.kind=plain',
    ]);
  });

  test('omits facts that are not about the service', () => {
    const subjects = listUniverse(contract, polledEvents).facts.map(
      (id) => factsOf(contract).byId(id)?.subject ?? '',
    );

    expect(subjects.filter((subject) => /^(?:not-shown|doc|naming|server|service):/.test(subject))).toEqual(
      [],
    );
  });

  test('contains each event and each product event once', () => {
    const { events } = listUniverse(contract, polledEvents);

    expect(new Set(events).size).toBe(events.length);
    expect([events[0], events.at(-1)]).toEqual(['execution_start', 'svc.task.cancelled']);
  });
});
