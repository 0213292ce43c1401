/** No check reports a built-in scenario of the mock: as streams and as results, through every pause, and followed again. */
import { agentPlatformContract } from '../../../../../conformance/agent-platform/contract.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Exchange } from '../../../../../conformance/model/exchange.ts';
import type { CheckResult } from '../../../../../conformance/model/finding.ts';
import { readRun } from '../../../../../conformance/agent-platform/scenarios/play-run.ts';
import type { PlayedRun } from '../../../../../conformance/agent-platform/scenarios/played-run.ts';
import type { StreamInspector } from '../../../../../conformance/streams/check-stream.ts';
import { createSecrets } from '../../../../../conformance/http/secrets.ts';
import { createWire, type Wire } from '../../../../../conformance/http/wire.ts';
import { createMock, type Mock } from '../../../../../mock/index.ts';
import { builtInScenarios } from '../../../../../mock/agent-platform/scenarios/built-in.ts';
import {
  checkEvents,
  checkExchange,
  newInspector,
  passesOf,
  problemsOf,
  type LooseEvent,
} from './support.ts';

const names = builtInScenarios.map(({ name }) => name);
const address = '/v1/agents/agent_support';
const caps = { firstByteMs: 5_000, idleMs: 5_000, totalMs: 20_000, events: 10_000, bytes: 10_000_000 };

let mock: Mock;
let wire: Wire;
let inspector: StreamInspector;
let checkResults: CheckResult[];

beforeAll(async () => {
  mock = await createMock({ clock: { mode: 'frozen' } });
});
afterAll(() => mock.close());
beforeEach(() => {
  inspector = newInspector();
  checkResults = [];
  const see = (exchange: Exchange): void => {
    checkResults.push(...checkExchange(exchange, inspector));
  };
  wire = createWire({
    contract: agentPlatformContract,
    ...{ baseUrl: 'http://127.0.0.1:4010', fetch: mock.fetch, level: 'stateful', caps, onExchange: see },
    budget: { requests: 10_000, perSecond: null, seconds: 600 },
    secrets: createSecrets({ full: 'rt_live_dev' }),
  });
});

async function send(
  method: string,
  path: string,
  body?: LooseEvent,
  prefer = '',
  agent = address,
): Promise<PlayedRun> {
  const headers = [
    ['content-type', 'application/json'],
    ...(prefer === '' ? [] : [['prefer', prefer] as const]),
  ] as const;
  const text = body === undefined ? null : JSON.stringify(body);
  const run = readRun(
    await wire.send({ operation: null, method, path: agent + path, headers, body: text, profile: 'full' }),
  );
  // A run that has ended has no events after its last one.
  const isFollowed = method === 'GET' && path.includes('?after=');
  expect(isFollowed ? [200, 204] : [200], JSON.stringify(run.body)).toContain(run.status);
  return run;
}

/** Whether the nth request of a run asks for a stream. */
type Form = (step: number) => boolean | undefined;

const forms: Readonly<Record<string, Form>> = {
  'as streams': () => undefined,
  'as results': () => false,
  'as both in turn': (step) => step % 2 === 0,
};

/** Plays a scenario through all of its pauses. Shape: the events of each part. */
async function play(
  scenario: string,
  form: Form,
  decision: string,
  agent = address,
): Promise<readonly PlayedRun[]> {
  const messages = [{ role: 'user', content: 'Hello' }];
  const parts = [
    await send('POST', '/execute', { messages, streamResponse: form(0) }, `scenario=${scenario}`, agent),
  ];
  for (let step = 1; step < 10; step++) {
    const before = parts.at(-1);
    const last = before?.events.at(-1);
    if (before === undefined || last === undefined || last.type.startsWith('execution_')) return parts;
    const common = { executionId: before.executionId, streamResponse: form(step) };
    if (last.type === 'approval_start')
      parts.push(
        await send('POST', '/approve', { ...common, approvalId: last['approvalId'], decision }, '', agent),
      );
    else parts.push(await send('POST', '/resume', { ...common, toolOutputs: outputsFor(before) }, '', agent));
  }
  throw new Error(`${scenario} does not end.`);
}

/** Outputs for the pending tool calls of a part; a crawl and a poll complete by themselves. */
function outputsFor({ events }: PlayedRun): LooseEvent {
  const awaited = events.filter(({ type, toolName }) => type === 'await' && toolName !== undefined);
  return Object.fromEntries(awaited.map(({ toolCallId }) => [String(toolCallId), { ok: true }]));
}

describe.each(Object.entries(forms))('%s', (_name, form) => {
  it.each(names)('the scenario %s passes', async (name) => {
    for (const decision of ['approved', 'denied']) {
      const parts = await play(name, form, decision);
      const { executionId } = parts[0]!;
      for (const query of ['', '?after=0', '?after=7'])
        await send('GET', `/executions/${executionId}/events${query}`);
    }
    expect(problemsOf(checkResults)).toEqual([]);
  });
});

it('a run whose approval expires passes', async () => {
  const messages = [{ role: 'user', content: 'Hello' }];
  const { executionId } = await send('POST', '/execute', { messages }, 'scenario=approval-timeout');
  await mock.world().clock.advance({ ms: 120_000 });
  for (const query of ['', '?after=3']) {
    const { events } = await send('GET', `/executions/${executionId}/events${query}`);
    expect(events.map(({ type }) => type).slice(-2)).toEqual(['approval_complete', 'execution_error']);
  }
  expect(problemsOf(checkResults)).toEqual([]);
});

it('every stream check is covered by the scenarios', async () => {
  for (const name of names) await play(name, () => true, 'approved');
  await play('text', () => false, 'approved');
  expect(passesOf(checkResults)).toEqual(
    Array.from({ length: 28 }, (_, index) => `S${String(index + 1).padStart(2, '0')}`).filter(
      // These check runs that take time, requests without streamResponse, and errors.
      (id) => !['S17', 'S18', 'S20'].includes(id),
    ),
  );
});

it('the longest scenario passes when it is cut anywhere and followed again', async () => {
  const parts = await play('everything', () => true, 'approved');
  const list: readonly LooseEvent[] = parts.flatMap(({ events }) => events);
  for (let cut = 1; cut < list.length; cut += 3) {
    const own = newInspector();
    const path = `${address}/executions/${parts[0]!.executionId}/events?after=${String(list[cut - 1]!['seq'])}`;
    const first = checkEvents(list.slice(0, cut), { inspector: own, end: 'bytes' });
    const second = checkEvents(list.slice(cut), { inspector: own, operation: 'followExecutionEvents', path });
    expect(problemsOf([...first, ...second]), `cut behind ${cut}`).toEqual([]);
  }
});
