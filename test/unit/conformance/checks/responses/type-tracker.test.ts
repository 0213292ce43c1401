/** Types of properties, and rejections of credentials, that only one operation has. */
import { describe, expect, it } from 'vitest';
import {
  agentPlatformContract,
  type OperationId,
} from '../../../../../conformance/agent-platform/contract.ts';
import { agentPlatform } from '../../../../../conformance/agent-platform/plugin.ts';
import { createRejectionTracker } from '../../../../../conformance/responses/rejection-tracker.ts';
import { createTypeTracker } from '../../../../../conformance/responses/type-tracker.ts';
import { exchangeOf, seenExchange } from './exchanges.ts';

const agent = '/v1/agents/agent_00000001';

function messagesOf(bodies: readonly (readonly [OperationId, unknown])[]): readonly string[] {
  const tracker = createTypeTracker(agentPlatform.responses).open(agentPlatformContract);
  for (const [operation, json] of bodies)
    void tracker.take(seenExchange(exchangeOf(operation, { status: 200, json }, agent)));
  return (tracker.compare?.(false) ?? []).flatMap(({ problems }) => problems.map(({ message }) => message));
}

describe('C20', () => {
  it('reports a type that only one operation uses', () => {
    const bodies = [
      ['getAgent', { maxTurns: 3 }],
      ['updateAgent', { maxTurns: 4 }],
      ['listAgents', { data: [{ maxTurns: '4' }] }],
    ] as const;
    expect(messagesOf(bodies)).toEqual([
      'data[].maxTurns is a string in listAgents, and a number in other operations.',
    ]);
  });

  it.each([
    ['amounts of money', 'totalCost', '0.1', 0.1],
    ['null', 'lastRunAt', null, '2026-01-01T00:00:00Z'],
    ['short names of different records', 'error', 'It failed.', { code: 'FAILED' }],
  ])('ignores %s', (_, name, one, other) => {
    const bodies = (['getAgent', 'updateAgent'] as const).map((id) => [id, { [name]: other }] as const);
    expect(messagesOf([...bodies, ['listAgents', { [name]: one }]])).toEqual([]);
  });

  it('compares short names of one record', () => {
    const record = { id: 'agent_00000001', icon: '🔍' };
    const bodies = [
      ['getAgent', record],
      ['updateAgent', record],
      ['createAgent', { ...record, icon: 7 }],
    ] as const;
    expect(messagesOf(bodies)).toEqual([
      'icon is a number in createAgent, and a string in other operations.',
    ]);
  });
});

it.each([
  [[200, 401], 1],
  [[401, 401], 0],
  [[200, 400], 0],
])('C21 compares the statuses %j', (statuses, count) => {
  const tracker = createRejectionTracker(agentPlatform.responses).open(agentPlatformContract);
  for (const status of statuses) {
    const exchange = exchangeOf('getAgent', { status, json: {} }, agent);
    void tracker.take(seenExchange(exchange));
  }
  expect(tracker.compare?.(false).flatMap(({ problems }) => problems)).toHaveLength(count);
});
