/** What a lie would change is found by showing it what the service does; the service itself goes on as it is. */
import { describe, expect, it } from 'vitest';
import type { Lie, Mutant } from '../../../../tools/selftest/mutants/mutant.ts';
import { repeatResponse } from '../../../../tools/selftest/mutants/memory-lies.ts';
import { answerInstead, changeStatus } from '../../../../tools/selftest/mutants/response-mutations.ts';
import { overlookHeader } from '../../../../tools/selftest/mutants/request-lies.ts';
import { dropEventsOf } from '../../../../tools/selftest/mutants/stream-lies.ts';
import { watchLies } from '../../../../tools/selftest/find-touched.ts';
import { answering, echo, jsonIn, makeRequest, piecesIn, runRequest, streaming } from './support.ts';

function mutantOf(lie: Lie, subject: string | null = null): Mutant {
  return { id: 'one', check: 'S06', subject, says: 'lies', lie };
}

async function touchedBy(lie: Lie): Promise<readonly string[]> {
  const mutant = mutantOf(lie);
  const watch = watchLies([mutant]);
  const serve = watch.lie(answering(200, { id: 'a' }));
  watch.enter('listAgents');
  await serve(makeRequest({ headers: { 'if-match': '1' } }));
  watch.enter('pack:agents');
  await serve(makeRequest({ path: '/v1/agents/agent_1' }));
  await watch.settle();
  return watch.subjectsOf(mutant);
}

describe('what a lie would change', () => {
  const cases: readonly [string, Lie, readonly string[]][] = [
    ['nothing by the truth', (serve) => serve, []],
    ['the replies of an operation', changeStatus({ operation: 'listAgents' }, 207), ['listAgents']],
    ['no reply of another status', changeStatus({ status: 404 }, 410), []],
    ['a request', overlookHeader({ header: 'if-match' }, 'if-match'), ['listAgents']],
    [
      'what is not asked at all',
      answerInstead({ operation: 'getAgent' }, 403, {}),
      ['pack:agents', 'getAgent'],
    ],
    ['everything', changeStatus({}, 207), ['listAgents', 'pack:agents', 'getAgent']],
  ];

  it.each(cases)('is %s', async (_, lie, wanted) => {
    expect(await touchedBy(lie)).toEqual(wanted);
  });

  it('is at least where its check is made', () => {
    const mutant = mutantOf((serve) => serve, 'getAgent');
    expect(watchLies([mutant]).subjectsOf(mutant)).toEqual(['getAgent']);
  });
});

describe('a service that is watched', () => {
  const watched = watchLies([
    mutantOf(repeatResponse({})),
    { ...mutantOf(dropEventsOf({}, 'text_delta')), id: 'two' },
  ]).lie;

  it('answers the truth', async () => {
    const response = await watched(echo)(makeRequest({ method: 'POST', body: '{"name":"One"}' }));
    expect(jsonIn(response)).toMatchObject({ method: 'POST', body: '{"name":"One"}' });
  });

  it('streams to its reader, and to nobody else', async () => {
    const events = [{ type: 'text_delta', seq: 1 }];
    const response = await watched(streaming(events, events))(makeRequest(runRequest));
    expect(await piecesIn(response)).toHaveLength(2);
  });
});
