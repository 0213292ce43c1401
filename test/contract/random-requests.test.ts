/** Random requests, valid and invalid: the mock always conforms to its contracts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraries as platformArbitraries } from '../../generated/control-agent-platform/arbitraries.ts';
import { arbitraries as controlArbitraries } from '../../generated/control/arbitraries.ts';
import { operations as platformOperations } from '../../generated/control-agent-platform/operations.ts';
import { operations as controlOperations } from '../../generated/control/operations.ts';
import type { Arbitraries } from '../../templates/runtime/arbitraries/create.ts';
import type { OperationSpec, ParameterSpec } from '../../templates/runtime/operation-spec.ts';
import { arbitraries as serviceArbitraries } from '../../generated/service/arbitraries.ts';
import { operations as serviceOperations } from '../../generated/service/operations.ts';
import type { CardFetcher } from '../../mock/index.ts';
import { err } from '../../mock/kernel/transaction/result.ts';
import { useSharedMock } from '../support/mock-client.ts';

type Pool = Readonly<Record<string, Arbitraries<unknown> | undefined>>;

interface RandomRequest {
  readonly path: string;
  readonly key: string | null;
  readonly body?: unknown;
  readonly isFaulty: boolean;
}

/** Ids of the fixture, so that some requests refer to existing records. */
const known: Readonly<Record<string, readonly string[]>> = {
  id: ['agent_support', 'agent_partner', 'sbx_running', 'sbx_suspended', 'batch_running'],
  agentId: ['agent_support'],
  executionId: ['exec_tools', 'exec_waits_for_tool', 'exec_waits_for_approval'],
  versionId: ['aver_support_1'],
  orgId: ['org_studio'],
  assetId: ['asset_logo', 'asset_report', 'asset_contract'],
  batchId: ['batch_done'],
  name: ['travel', 'text'],
};

/** These stay open for as long as the caller does. */
const endless = ['followWorld'];
const runsEach = 25;

function randomRequest({ path, parameters, body }: OperationSpec, pool: Pool): fc.Arbitrary<RandomRequest> {
  const inPlace = (place: ParameterSpec['in']) => parameters.filter((parameter) => parameter.in === place);
  const check = body?.content[0]?.check;
  const { valid, invalid } = (check && pool[check.name]) ?? { valid: fc.jsonValue(), invalid: null };
  const right = valid.map((value) => ({ value, isFaulty: false }));
  const wrong = invalid?.map(({ value }) => ({ value: value, isFaulty: true }));
  return fc
    .record({
      path: fc.record(
        Object.fromEntries(
          inPlace('path').map(({ name }) => [
            name,
            fc.oneof(
              { weight: 3, arbitrary: fc.constantFrom(...(known[name] ?? ['x'])) },
              fc.string({ minLength: 1 }),
            ),
          ]),
        ),
      ),
      query: fc.record(
        // Waits are tested where the clock can be advanced, not here.
        Object.fromEntries(
          inPlace('query')
            .filter(({ name }) => name !== 'waitMs')
            .map(({ name, check: { name: of } }) => [
              name,
              fc.option(fc.oneof(pool[of]?.valid ?? fc.string(), fc.string()), { nil: undefined }),
            ]),
        ),
      ),
      sent: body === null ? fc.constant(null) : wrong === undefined ? right : fc.oneof(right, wrong),
      key: fc.constantFrom('rt_live_dev', 'session_dev', 'rt_test_dev', 'rt_live_readonly', null),
    })
    .map(({ path: named, query, sent, key }) => {
      const at = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(named[name] ?? ''));
      const asked = Object.entries(query).flatMap(([name, value]) =>
        value === undefined
          ? []
          : [[name, typeof value === 'string' ? value : JSON.stringify(value)] as [string, string]],
      );
      return {
        path: asked.length === 0 ? at : `${at}?${new URLSearchParams(asked).toString()}`,
        key,
        ...(sent !== null && { body: sent.value }),
        isFaulty: sent?.isFaulty === true,
      };
    });
}

describe.each([
  ['the service', serviceOperations, serviceArbitraries as Pool],
  ['the control API', controlOperations, controlArbitraries as Pool],
  ['the control API of the Agent Platform', platformOperations, platformArbitraries as Pool],
] as const)('random requests of %s', (_, operations, pool) => {
  // The domains of random addresses must not be requested in a test.
  const cards: CardFetcher = {
    fetchCard: () => Promise.resolve(err({ code: 'CARD_FETCH_FAILED', reason: 'nobody is there' })),
  };
  const service = useSharedMock({ cards });

  it.each(operations.filter(({ id }) => !endless.includes(id)).map((spec) => [spec.id, spec] as const))(
    '%s returns a declared response, and an invalid body is rejected',
    async (_id, spec) => {
      await fc.assert(
        fc.asyncProperty(randomRequest(spec, pool), async ({ path, key, body, isFaulty }) => {
          const response = await service.call(spec.method, path, body, { key });
          expect([500, 501], response.text).not.toContain(response.status);
          if (isFaulty) expect(response.status, response.text).toBeGreaterThanOrEqual(400);
        }),
        { numRuns: runsEach },
      );
    },
  );
});
