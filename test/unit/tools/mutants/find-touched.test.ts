/** Finds what a mutation would change by applying it to the traffic of the unchanged service. */
import { describe, expect, it } from 'vitest';
import type { Mutation, Mutant } from '../../../../tools/selftest/mutants/mutant.ts';
import { repeatResponse } from '../../../../tools/selftest/mutants/stateful-mutations.ts';
import { respondWith, changeStatus } from '../../../../tools/selftest/mutants/response-mutations.ts';
import { ignoreHeader } from '../../../../tools/selftest/mutants/request-mutations.ts';
import { dropEventsOf } from '../../../../tools/selftest/mutants/stream-mutations.ts';
import { watchMutations } from '../../../../tools/selftest/find-touched.ts';
import { jsonService, echo, jsonIn, makeRequest, piecesIn, runRequest, streaming } from './support.ts';

function mutantOf(mutation: Mutation, subject: string | null = null): Mutant {
  return { id: 'one', check: 'S06', subject, description: 'lies', mutation };
}

async function touchedBy(mutation: Mutation): Promise<readonly string[]> {
  const mutant = mutantOf(mutation);
  const watch = watchMutations([mutant]);
  const serve = watch.mutation(jsonService(200, { id: 'a' }));
  watch.enter('listAgents');
  await serve(makeRequest({ headers: { 'if-match': '1' } }));
  watch.enter('pack:agents');
  await serve(makeRequest({ path: '/v1/agents/agent_1' }));
  await watch.settle();
  return watch.subjectsOf(mutant);
}

describe('what a mutation would change', () => {
  const cases: readonly [string, Mutation, readonly string[]][] = [
    ['nothing for a mutation without effect', (serve) => serve, []],
    ['the responses of an operation', changeStatus({ operation: 'listAgents' }, 207), ['listAgents']],
    ['nothing for a status that does not occur', changeStatus({ status: 404 }, 410), []],
    ['a request', ignoreHeader({ header: 'if-match' }, 'if-match'), ['listAgents']],
    [
      'the operation of a mutation that replaces the request',
      respondWith({ operation: 'getAgent' }, 403, {}),
      ['pack:agents', 'getAgent'],
    ],
    ['everything', changeStatus({}, 207), ['listAgents', 'pack:agents', 'getAgent']],
  ];

  it.each(cases)('is %s', async (_, mutation, wanted) => {
    expect(await touchedBy(mutation)).toEqual(wanted);
  });

  it('includes at least the operation of its check', () => {
    const mutant = mutantOf((serve) => serve, 'getAgent');
    expect(watchMutations([mutant]).subjectsOf(mutant)).toEqual(['getAgent']);
  });
});

describe('a watched service', () => {
  const watched = watchMutations([
    mutantOf(repeatResponse({})),
    { ...mutantOf(dropEventsOf({}, 'text_delta')), id: 'two' },
  ]).mutation;

  it('returns the unchanged response', async () => {
    const response = await watched(echo)(makeRequest({ method: 'POST', body: '{"name":"One"}' }));
    expect(jsonIn(response)).toMatchObject({ method: 'POST', body: '{"name":"One"}' });
  });

  it('streams each event once', async () => {
    const events = [{ type: 'text_delta', seq: 1 }];
    const response = await watched(streaming(events, events))(makeRequest(runRequest));
    expect(await piecesIn(response)).toHaveLength(2);
  });
});
