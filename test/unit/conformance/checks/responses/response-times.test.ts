/** Response times of a service that is slow as a whole, and of one with a slow operation. */
import { describe, expect, it } from 'vitest';
import {
  agentPlatformContract,
  type OperationId,
} from '../../../../../conformance/agent-platform/contract.ts';
import { agentPlatform } from '../../../../../conformance/agent-platform/plugin.ts';
import { createTimeTracker } from '../../../../../conformance/responses/response-times.ts';
import { exchangeOf, seenExchange } from './exchanges.ts';

const operations: readonly OperationId[] = [
  'listAgents',
  'getAgent',
  'listAgentVersions',
  'getCurrentIdentity',
];

function messagesFor(durations: readonly number[], isCutShort: boolean): readonly string[] {
  const tracker = createTimeTracker(agentPlatform.responses).open(agentPlatformContract);
  for (const [index, id] of operations.entries())
    for (let count = 0; count < 3; count++) {
      const exchange = exchangeOf(id, { status: 200, json: {} });
      const durationMs = durations[index % durations.length] ?? 0;
      void tracker.take(seenExchange({ ...exchange, durationMs }));
    }
  const compared = tracker.compare?.(isCutShort) ?? [];
  return compared.flatMap(({ problems }) => problems.map(({ message }) => message));
}

describe('C10', () => {
  it('reports a slow service if that has spent the time of the run', () => {
    expect(messagesFor([6_000], true)).toEqual([
      'The typical response takes 6.0 seconds, so that the time of the run was spent before all checks were carried out.',
    ]);
  });

  it('accepts a slow service in a run that ends', () => {
    expect(messagesFor([6_000], false)).toEqual([]);
  });

  it('accepts a fast service that spends the requests of the run', () => {
    expect(messagesFor([20], true)).toEqual([]);
  });

  it.each([true, false])('reports a slow operation (the run was cut short: %s)', (isCutShort) => {
    expect(messagesFor([2_500, 20, 20, 20], isCutShort)).toEqual([
      'listAgents takes more than a second and more than 20 times as long as other operations.',
    ]);
  });
});
