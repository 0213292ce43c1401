/**
 * The phase of streams: which requests it sends, and what only it can judge.
 */
import { describe, expect, it } from 'vitest';
import type { RunTemplate, TestEnvironment } from '../../../../../conformance/driver/driver.ts';
import type { Exchange } from '../../../../../conformance/engine/exchange.ts';
import { createResultCollector } from '../../../../../conformance/engine/result-collector.ts';
import { streamChecks } from '../../../../../conformance/checks/streams/checks.ts';
import { createStreamMemory } from '../../../../../conformance/checks/streams/stream-memory.ts';
import { runStreamPhase } from '../../../../../conformance/checks/streams/stream-phase.ts';
import { createSecrets } from '../../../../../conformance/http/secrets.ts';
import { createWire, type Fetch } from '../../../../../conformance/http/wire.ts';
import { createMock } from '../../../../../mock/index.ts';
import { events, hello, written } from './support.ts';

const caps = { firstByteMs: 5_000, idleMs: 5_000, totalMs: 20_000, events: 10_000, bytes: 1_000_000 };

const runTemplate = (scenario: string, pace = 'instant'): RunTemplate => ({
  agentId: 'agent_support',
  message: 'Hello',
  headers: { prefer: `scenario=${scenario}, pace=${pace}` },
  body: { metadata: { from: 'a test' } },
});

function surroundingsWith(runs: TestEnvironment['runs']): TestEnvironment {
  return {
    ...{ baseUrl: 'http://127.0.0.1:4010', credentials: { full: 'rt_live_dev' }, clientSession: null },
    ...{ otherClientSession: null, parameters: {}, bodies: {}, runs },
  };
}

async function play(fetch: Fetch, environment: TestEnvironment) {
  const collector = createResultCollector(new Map(streamChecks.map((check) => [check.id, check])));
  const exchanges: Exchange[] = [];
  const wire = createWire({
    ...{ baseUrl: environment.baseUrl, fetch, level: 'stateless', caps },
    budget: { requests: 1_000, perSecond: null, seconds: 60 },
    secrets: createSecrets(environment.credentials),
    onExchange: (exchange) => exchanges.push(exchange),
  });
  await runStreamPhase({ wire, environment, collector, memory: createStreamMemory(), seed: 1 });
  return { exchanges, outcomes: collector.outcomes() };
}

/** Answers every request alike. */
function answering(status: number, type: string, body: string): Fetch {
  return () => Promise.resolve(new Response(body, { status, headers: { 'content-type': type } }));
}

const refusing = answering(404, 'application/json', '{"error":"Not found"}');

describe('the requests', () => {
  it('are refusals first, then each kind of run as a stream by default and as one result', async () => {
    const runs = { text: runTemplate('text'), tools: runTemplate('tools') };
    const { exchanges } = await play(refusing, surroundingsWith(runs));
    const told = exchanges.map(({ request: { operation, path, body } }) => [
      operation,
      path.split('/')[3],
      body,
    ]);
    const message = '"messages":[{"role":"user","content":"Hello"}]';
    expect(told).toEqual([
      ['executeAgent', 'agent_support_that_is_not_there', `{${message},"streamResponse":true}`],
      ['executeAgent', 'agent_support', '{"messages": ['],
      ['executeAgent', 'agent_support', '["Hello"]'],
      ['resumeAgentExecution', 'agent_support', expect.stringContaining('exec_that_is_not_there')],
      ['approveAgentExecution', 'agent_support', expect.stringContaining('exec_that_is_not_there')],
      ...[1, 2].flatMap(() => [
        ['executeAgent', 'agent_support', `{${message},"metadata":{"from":"a test"}}`],
        ['executeAgent', 'agent_support', `{${message},"metadata":{"from":"a test"},"streamResponse":false}`],
      ]),
    ]);
    expect(exchanges.at(-1)?.request.headers).toContainEqual(['prefer', 'scenario=tools, pace=instant']);
  });

  it('play a recipe of several names once', async () => {
    const runs = { approval: runTemplate('approval'), ownerGate: runTemplate('approval') };
    const { exchanges } = await play(refusing, surroundingsWith(runs));
    expect(exchanges.length).toBe(5 + 2);
  });

  it('are one where nothing is set up, and the other checks are skipped with a reason', async () => {
    const { exchanges, outcomes } = await play(refusing, surroundingsWith({}));
    expect(exchanges.map(({ request }) => request.path)).toEqual([
      '/v1/agents/agent_that_is_not_there/execute',
    ]);
    expect(outcomes.map(({ check, verdict }) => [check, verdict])).toEqual([
      ['S18', 'skip'],
      ['S19', 'skip'],
      ['S17', 'skip'],
    ]);
  });

  it('take the agent of other requests where no run is set up', async () => {
    const environment = { ...surroundingsWith({}), parameters: { any: { id: 'agent_7' } } };
    const { exchanges } = await play(refusing, environment);
    expect(exchanges.map(({ request }) => request.path.split('/')[3])).toEqual([
      'agent_7_that_is_not_there',
      'agent_7',
      'agent_7',
      'agent_7',
      'agent_7',
    ]);
  });
});

// @fact F-7-003 F-7-007
describe('S20', () => {
  const found = async (fetch: Fetch) => {
    const { outcomes } = await play(fetch, surroundingsWith({ text: runTemplate('text') }));
    return outcomes.flatMap(({ check, subject, findings }) =>
      findings.map(({ verdict }) => `${check} ${verdict} ${subject}`),
    );
  };

  it('sees failures that are told in a stream', async () => {
    const told = 'data: {"type":"error","executionId":"exec_1","seq":0,"error":"Not found"}\n\n';
    expect(await found(answering(200, 'text/event-stream', told))).toEqual([
      'S20 fail executeAgent',
      'S20 fail executeAgent',
      'S20 fail executeAgent',
      'S20 fail resumeAgentExecution',
      'S20 fail approveAgentExecution',
    ]);
  });

  it.each([
    ['refuses', 404, '{"error":"Not found"}'],
    ['refuses without permission', 403, '{"error":"Insufficient permissions"}'],
    ['tells a failure with 200, which every such answer is judged by', 200, '{"error":"Not found"}'],
  ])('leaves alone who %s', async (_name, status, body) => {
    expect(await found(answering(status, 'application/json', body))).toEqual([]);
  });

  it('is skipped where no reply comes', async () => {
    const { outcomes } = await play(
      () => Promise.reject(new TypeError('fetch failed')),
      surroundingsWith({}),
    );
    expect(outcomes[0]).toMatchObject({ check: 'S20', verdict: 'skip', reason: 'fetch failed' });
  });
});

describe('S17', () => {
  it('sees a run at a pace that comes at once', async () => {
    const fetch = answering(200, 'text/event-stream', written(events(hello)));
    const { outcomes } = await play(fetch, surroundingsWith({ slow: runTemplate('text', 'real') }));
    expect(outcomes.find(({ check }) => check === 'S17')?.verdict).toBe('warn');
  });

  it('is not judged of runs at once', async () => {
    const fetch = answering(200, 'text/event-stream', written(events(hello)));
    const { outcomes } = await play(fetch, surroundingsWith({ slow: runTemplate('text') }));
    expect(outcomes.find(({ check }) => check === 'S17')?.verdict).toBe('skip');
  });
});

it('finds nothing in the mock', async () => {
  const mock = await createMock({ clock: { mode: 'frozen' } });
  const { outcomes, exchanges } = await play(
    mock.fetch,
    surroundingsWith({ text: runTemplate('text'), approval: runTemplate('approval') }),
  );
  expect(outcomes.flatMap(({ findings }) => findings)).toEqual([]);
  expect(exchanges.map(({ response }) => response?.status)).toEqual([
    404, 400, 400, 404, 404, 200, 200, 200, 200,
  ]);
  await mock.close();
});
