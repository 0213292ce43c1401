/** The requests of the stream phase, and its own checks. */
import { agentPlatformContract } from '../../../../../conformance/agent-platform/contract.ts';
import { describe, expect, it } from 'vitest';
import type { RunTemplate, TestEnvironment } from '../../../../../conformance/model/test-environment.ts';
import type { Exchange } from '../../../../../conformance/model/exchange.ts';
import { createResultCollector } from '../../../../../conformance/results/result-collector.ts';
import { streamChecks } from '../../../../../conformance/agent-platform/streams/checks.ts';
import { runStreamPhase } from '../../../../../conformance/agent-platform/streams/stream-phase.ts';
import { defaultConfig } from '../../../../../conformance/config/config.ts';
import { createSecrets } from '../../../../../conformance/http/secrets.ts';
import { createWire, type Fetch } from '../../../../../conformance/http/wire.ts';
import { events, hello, written } from './support.ts';

const runTemplate = (scenario: string, pace = 'instant'): RunTemplate => ({
  agentId: 'agent_support',
  message: 'Hello',
  headers: { prefer: `scenario=${scenario}, pace=${pace}` },
  body: { metadata: { from: 'a test' } },
});

async function runPhase(fetch: Fetch, environment: Partial<TestEnvironment>) {
  const collector = createResultCollector(
    agentPlatformContract,
    new Map(streamChecks.map((check) => [check.id, check])),
  );
  const exchanges: Exchange[] = [];
  const credentials = { full: 'rt_live_dev' };
  const baseUrl = 'http://127.0.0.1:4010';
  const wire = createWire({
    contract: agentPlatformContract,
    baseUrl,
    fetch,
    level: 'stateless',
    caps: defaultConfig.stream,
    budget: { requests: 1_000, perSecond: null, seconds: 60 },
    secrets: createSecrets(credentials),
    onExchange: (exchange) => exchanges.push(exchange),
  });
  await runStreamPhase({
    wire,
    environment: { ...defaultConfig.environment, baseUrl, credentials, ...environment },
    collector,
  });
  const requests = exchanges.map(({ request: { operation, path, body } }) => [
    operation,
    path.split('/')[3],
    body,
  ]);
  return { requests, exchanges, outcomes: collector.outcomes() };
}

function responding(status: number, type: string, body: string): Fetch {
  return () => Promise.resolve(new Response(body, { status, headers: { 'content-type': type } }));
}

const notFound = responding(404, 'application/json', '{"error":"Not found"}');

describe('the stream phase', () => {
  it('sends invalid requests first, then each run as a stream and as a result', async () => {
    const { requests, exchanges } = await runPhase(notFound, { runs: { text: runTemplate('text') } });
    const message = '"messages":[{"role":"user","content":"Hello"}]';
    expect(requests).toEqual([
      ['executeAgent', 'agent_support_that_is_not_there', `{${message},"streamResponse":true}`],
      ['executeAgent', 'agent_support', '{"messages": ['],
      ['executeAgent', 'agent_support', '["Hello"]'],
      ['resumeAgentExecution', 'agent_support', expect.stringContaining('exec_that_is_not_there')],
      ['approveAgentExecution', 'agent_support', expect.stringContaining('exec_that_is_not_there')],
      ['executeAgent', 'agent_support', `{${message},"metadata":{"from":"a test"}}`],
      ['executeAgent', 'agent_support', `{${message},"metadata":{"from":"a test"},"streamResponse":false}`],
      ['executeAgent', 'agent_support', expect.stringContaining('"Hello Ein längerer Absatz')],
    ]);
    expect(exchanges.at(-1)?.request.headers).toContainEqual(['prefer', 'scenario=text, pace=instant']);
  });

  it('uses the same template once', async () => {
    const runs = { approval: runTemplate('approval'), ownerGate: runTemplate('approval') };
    expect((await runPhase(notFound, { runs })).requests).toHaveLength(5 + 2);
  });

  it('sends one request without configuration, and skips its checks', async () => {
    const { requests, outcomes } = await runPhase(notFound, {});
    expect(requests.map(([, agent]) => agent)).toEqual(['agent_that_is_not_there']);
    expect(outcomes.map(({ check, verdict }) => [check, verdict])).toEqual([
      ['S17', 'skip'],
      ['S18', 'skip'],
      ['S19', 'skip'],
    ]);
  });
});

// @fact F-7-003 F-7-007
it.each([
  ['S20', 'ignores errors with a status', notFound, 'instant', 'none'],
  [
    'S20',
    'reports errors in a stream',
    responding(200, 'text/event-stream', written(events(hello))),
    'instant',
    'fail',
  ],
  [
    'S17',
    'reports a buffered run',
    responding(200, 'text/event-stream', written(events(hello))),
    'real',
    'warn',
  ],
  [
    'S17',
    'skips an instant run',
    responding(200, 'text/event-stream', written(events(hello))),
    'instant',
    'skip',
  ],
  ['S20', 'is skipped without a response', () => Promise.reject(new TypeError('lost')), 'instant', 'skip'],
] as const)('a check of the stream phase: %s %s', async (check, _, fetch, pace, verdict) => {
  const { outcomes } = await runPhase(fetch, { runs: { text: runTemplate('text', pace) } });
  expect(outcomes.find((outcome) => outcome.check === check)?.verdict ?? 'none').toBe(verdict);
});
