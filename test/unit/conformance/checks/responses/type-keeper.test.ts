/** Types of properties, and rejections of credentials, that only one operation has. */
import { describe, expect, it } from 'vitest';
import { createRejectionKeeper } from '../../../../../conformance/responses/rejection-keeper.ts';
import { createTypeKeeper } from '../../../../../conformance/responses/type-keeper.ts';
import type { OperationId } from '../../../../../conformance/schema-location/operations.ts';
import { exchangeOf } from './exchanges.ts';

const agent = '/v1/agents/agent_00000001';

function messagesOf(bodies: readonly (readonly [OperationId, unknown])[]): readonly string[] {
  const keeper = createTypeKeeper();
  for (const [operation, json] of bodies) keeper.see(exchangeOf(operation, { status: 200, json }, agent));
  return keeper.compare().flatMap(({ problems }) => problems.map(({ message }) => message));
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

describe('C21', () => {
  it.each([
    [[200, 401], 1],
    [[401, 401], 0],
    [[200, 400], 0],
  ])('compares the statuses %j', (statuses, count) => {
    const keeper = createRejectionKeeper();
    for (const status of statuses) {
      const exchange = exchangeOf('getAgent', { status, json: {} }, agent);
      keeper.see(
        { ...exchange, request: { ...exchange.request, profile: 'full' } },
        'https://api.agents.test',
      );
    }
    expect(keeper.compare().flatMap(({ problems }) => problems)).toHaveLength(count);
  });
});
