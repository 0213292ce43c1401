/** The limit on the events of an execution, and long executions concurrent with other requests. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMock, type Mock, type MockWorld } from '../../mock/index.ts';
import { readScenario } from '../../mock/agent-platform/scenario-check.ts';
import type { Scenario } from '../../mock/agent-platform/domain/scenarios/scenario.ts';

type Step = Scenario['steps'][number];

const repeat = (times: number, ...steps: readonly Step[]): Step => ({ repeat: { times, steps } });
const endless = repeat(100, repeat(100, repeat(100, repeat(100, { say: 'On and on.' }))));
const description = 'Repeats itself.';

let mock: Mock;
let world: MockWorld;

beforeEach(async () => {
  mock = await createMock({ clock: { mode: 'frozen', now: '2026-01-15T09:30:00Z' } });
  world = mock.world();
});
afterEach(() => mock.close());

function call(method: string, path: string, body?: unknown, prefer = ''): Promise<Response> {
  return world.fetch(`http://localhost${path}`, {
    method,
    headers: { authorization: 'Bearer rt_live_dev', 'content-type': 'application/json', prefer },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

const dispatch = (scenario: string, pace = 'instant') =>
  call(
    'POST',
    '/v1/dispatch',
    {
      agent: { name: 'Reader', config: { systemPrompt: 'Read.' } },
      messages: [{ role: 'user', content: 'Hi' }],
      options: { streamResponse: false },
    },
    `scenario=${scenario}, pace=${pace}`,
  );

describe('a scenario of more events than an execution may have', () => {
  const details = [expect.objectContaining({ path: 'steps.0.repeat.steps.0.repeat' })];

  it('is rejected when it is stored', async () => {
    const response = await call('PUT', '/_mock/scenarios/endless', { description, steps: [endless] });
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ details })]);
  });

  it('is rejected when a file is read, with the number of its events', async () => {
    const result = await readScenario({ description, steps: [endless] }, 'endless');
    expect(result).toMatchObject({ ok: false, error: details });
    expect(JSON.stringify(result)).toMatch(/about 5,000,000 events, more than the 50,000/);
  });

  it('is rejected when a program passes it', async () => {
    const scenario = { name: 'endless', description, steps: [endless] };
    await expect(createMock({ scenarios: [scenario] })).rejects.toThrow('more than the 50,000');
  });

  it.each([
    ['a wait of a year', { wait: 365 * 24 * 3_600_000 * 30 }],
    ['a tool that takes a year', { tool: { name: 'sleep', takes: 365 * 24 * 3_600_000 * 30 } }],
    ['repetitions without a number', { repeat: { steps: [{ repeat: { steps: [{ wait: 0 }] } }] } }],
  ] satisfies readonly (readonly [string, Step])[])('is recognized by %s', async (_, step) => {
    const response = await call('PUT', '/_mock/scenarios/endless', { description, steps: [step] });
    expect(response.status).toBe(400);
  });

  it('is rejected in a dump', async () => {
    await call('PUT', '/_mock/scenarios/short', { description, steps: [repeat(2, { say: 'Again.' })] });
    const dump = (await (await call('GET', '/_mock/state')).json()) as {
      records: { scenario: { steps: { repeat: { times: number } }[] }[] };
    };
    dump.records.scenario[0]!.steps[0]!.repeat.times = 1e9;
    const response = await call('PUT', '/_mock/state', dump);
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({
        details: [expect.objectContaining({ path: 'records.scenario.0.steps.0.repeat' })],
      }),
    ]);
  });
});

describe('an execution', () => {
  it('fails when it has emitted the maximum number of events', async () => {
    const text = '{{lastMessage}} '.repeat(300);
    const steps = [repeat(70, { tool: { name: 'read' } }, { say: text })];
    expect((await call('PUT', '/_mock/scenarios/long', { description, steps })).status).toBe(200);
    const response = await call(
      'POST',
      '/v1/dispatch',
      {
        agent: { name: 'Reader', config: { systemPrompt: 'Read.' } },
        messages: [{ role: 'user', content: 'a b c d e f g h i j' }],
        options: { streamResponse: false },
      },
      'scenario=long, pace=instant',
    );
    const { executionId, status } = (await response.json()) as { executionId: string; status: string };
    expect(status).toBe('failed');
    const stored = await call('GET', `/_mock/executions/${executionId}`);
    expect(await stored.json()).toMatchObject({ error: { code: 'TOO_MANY_EVENTS' } });
  });

  it('of thousands of events lets other requests of its world be served', async () => {
    const steps = [repeat(100, repeat(20, { say: 'one two' }, { tool: { name: 'read' } }))];
    expect((await call('PUT', '/_mock/scenarios/busy', { description, steps })).status).toBe(200);
    let isOver = false;
    const run = dispatch('busy').then((response) => {
      isOver = true;
      return response.json();
    });
    await new Promise(setImmediate);
    const created = await call('POST', '/v1/agents', { name: 'Meanwhile' });
    expect([created.status, isOver]).toEqual([201, false]);
    expect(await run).toMatchObject({ status: 'completed' });
  });
});
