/** Operations that the specification does not describe, and a service that lacks them. */
import {
  agentPlatformContract as contract,
  allOperations,
} from '../../conformance/agent-platform/contract.ts';
import { expect, it } from 'vitest';
import { isOptional } from '../../conformance/model/operations.ts';
import { operationKey } from '../../contract/operations.ts';
import { factsOf } from '../../contract/facts/facts.ts';
import { paintNothing } from '../../conformance/report/report.ts';
import { writeText } from '../../conformance/report/text.ts';
import { matchesRequest } from '../../tools/selftest/mutations/request-matcher.ts';
import { jsonResponse } from '../../tools/selftest/mutations/response-mutations.ts';
import { checkMock, findingsOf } from './support/check-mock.ts';

const optional = allOperations.filter(isOptional).map(({ id }) => id);

it('optional operations are those without facts', () => {
  const { about } = factsOf(contract);
  const without = allOperations.filter((operation) => about(operationKey(operation)).length === 0);
  expect(optional).toEqual(without.map(({ id }) => id));
});

it.each([404, 501])(
  'are listed once for a service that responds to them with %i',
  async (status) => {
    const report = await checkMock(
      { cases: 0, subjects: [...optional, 'pack:access'] },
      (serve) => (request) =>
        matchesRequest({ operation: optional }, request)
          ? Promise.resolve(jsonResponse(status, { error: 'Not found' }))
          : serve(request),
    );
    expect(findingsOf(report, ['fail', 'warn', 'flaky', 'error'])).toEqual([]);
    const options = {
      contract,
      paint: paintNothing,
      width: 1_000,
      baseline: null,
      cases: new Map<string, string>(),
    };
    const text = writeText(report, { ...options, locate: () => null });
    expect(text).toMatch(/^Not implemented: .*dispatchRun.*\.$/m);
  },
  60_000,
);
