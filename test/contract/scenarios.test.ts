/**
 * The built-in scenarios: each plays a whole run as the contract describes it, and together they emit every event.
 */
import { describe, expect, it } from 'vitest';
import type { ScenarioList } from '../../generated/control/types.ts';
import type { ExecutionStreamEvent } from '../../generated/service/types.ts';
import { executionStreamEventTypes } from '../../generated/service/events.ts';
import type { Scenario } from '../../mock/agent-platform/domain/scenarios/scenario.ts';
import { builtInScenarios } from '../../mock/agent-platform/scenarios/built-in.ts';
import { openMock, useMock } from '../support/mock-client.ts';
import { continueRun, eventOf, typesOf } from '../support/run-events.ts';

const runs = useMock();

const names = builtInScenarios.map(({ name }) => name);

/** Plays a scenario to its end and returns the events of each of its segments. */
async function play(scenario: string): Promise<readonly (readonly ExecutionStreamEvent[])[]> {
  let result = await runs.run(scenario);
  const segments = [result.events];
  while (result.status === 'paused') {
    result = await continueRun(runs, result);
    segments.push(result.events);
    expect(segments.length).toBeLessThan(10);
  }
  return segments;
}

describe('the built-in scenarios', () => {
  it('are those that the control API lists', async () => {
    const response = await runs.get('/_mock/scenarios');
    const { scenarios } = response.body as ScenarioList;
    expect(scenarios.map(({ name }) => name)).toEqual([...names].sort());
  });

  it('include one that emits all events of a completed run and pauses once', async () => {
    const segments = await play('everything');
    const seen = new Set(typesOf(segments.flat()));
    expect(segments.length).toBe(2);
    expect(executionStreamEventTypes.filter((type) => !seen.has(type))).toEqual(['execution_error', 'await']);
    expect(eventOf(segments.flat(), 'execution_complete')).toMatchObject({
      success: true,
      outcome: 'completed',
    });
  });
});

describe('scenarios of a world', () => {
  it('are read with their turn limit', async () => {
    await runs.putScenario('limited', [{ say: 'Hello' }], { maxTurns: 2 });
    expect((await runs.get('/_mock/scenarios/limited')).body).toMatchObject({ maxTurns: 2 });
  });

  const greeting = {
    description: 'Greets the visitor.',
    steps: [{ think: 'The visitor has just arrived.' }, { say: 'Hello. What can I do for you?' }],
  };
  const put = (name: string, body: unknown) => runs.put(`/_mock/scenarios/${name}`, body);

  it('can be stored, listed with their events, read, played and deleted', async () => {
    expect((await put('greeting', greeting)).body).toEqual({ name: 'greeting', ...greeting });
    const listed = await runs.get('/_mock/scenarios');
    const { scenarios } = listed.body as ScenarioList;
    expect(scenarios.find(({ name }) => name === 'greeting')).toEqual({
      name: 'greeting',
      description: 'Greets the visitor.',
      source: 'world',
      events: [
        'execution_start',
        'turn_start',
        'model_call_start',
        'reasoning_start',
        'reasoning_delta',
        'reasoning_complete',
        'text_start',
        'text_delta',
        'text_complete',
        'model_call_complete',
        'turn_complete',
        'execution_complete',
      ],
    });
    expect((await runs.get('/_mock/scenarios/greeting')).body).toEqual({
      name: 'greeting',
      ...greeting,
    });
    const result = await runs.run('greeting');
    expect(eventOf(result.events, 'execution_complete').finalOutput).toBe('Hello. What can I do for you?');
    expect((await runs.delete('/_mock/scenarios/greeting')).status).toBe(204);
    expect((await runs.get('/_mock/scenarios/greeting')).status).toBe(404);
  });

  it('are listed with the events that a run of them emits', async () => {
    const { body } = await runs.get('/_mock/scenarios');
    for (const { name, events } of (body as ScenarioList).scenarios) {
      if (name === 'approval-timeout') continue;
      const own = (await play(name)).flat().filter((event) => !isOfFlow(event));
      expect(events, name).toEqual([...new Set(typesOf(own))]);
    }
  });

  /** The steps of a flow come from the agent, not from the scenario; a sub-agent has a name. */
  const isOfFlow = (event: ExecutionStreamEvent): boolean =>
    'subagent' in event && event.subagent.agentName === undefined;

  it('are listed with a timeout where an approval is expected to time out', async () => {
    const { body } = await runs.get('/_mock/scenarios');
    const { scenarios } = body as ScenarioList;
    const listed = scenarios.find(({ name }) => name === 'approval-timeout');
    const paused = await runs.run('approval-timeout');
    await runs.advance('PT1M');
    const events = typesOf(await runs.rejoin(paused.executionId));
    expect(listed?.events).toEqual([...new Set(events)]);
    expect(listed?.events.slice(-2)).toEqual(['approval_complete', 'execution_error']);
  });

  it('can be validated without being stored', async () => {
    expect((await put('greeting?dryRun=true', greeting)).body).toEqual({ name: 'greeting', ...greeting });
    expect((await runs.get('/_mock/scenarios/greeting')).status).toBe(404);
    const invalid = await put('greeting?dryRun=true', { ...greeting, steps: [{ say: 5 }] });
    expect([invalid.status, invalid.body]).toMatchObject([400, { details: [{ path: 'steps.0.say' }] }]);
  });

  it('override a built-in one of the same name until they are deleted', async () => {
    await put('text', { ...greeting, description: 'Mine.' });
    expect((await runs.get('/_mock/scenarios/text')).body).toMatchObject({ description: 'Mine.' });
    expect((await runs.delete('/_mock/scenarios/text')).status).toBe(204);
    expect((await runs.get('/_mock/scenarios/text')).body).toMatchObject({
      description: /one message/,
    });
  });

  it('belong to their world and its forks', async () => {
    await put('greeting', greeting);
    await runs.post('/_mock/worlds', { id: 'fork', from: 'default' });
    await runs.post('/_mock/worlds', { id: 'other' });
    expect((await runs.get('/w/fork/_mock/scenarios/greeting')).status).toBe(200);
    expect((await runs.get('/w/other/_mock/scenarios/greeting')).status).toBe(404);
    const choose = (world: string) =>
      runs.post(
        `/w/${world}/v1/agents/agent_support/execute`,
        { messages: [] },
        { prefer: 'scenario=greeting' },
      );
    expect((await choose('fork')).status).toBe(200);
    expect((await choose('other')).status).toBe(400);
  });

  it('continue unchanged in active runs when they are replaced', async () => {
    const waiting = {
      description: 'Waits.',
      steps: [{ await: [{ tool: { name: 'ask' } }] }, { say: 'Old.' }],
    };
    await put('changing', waiting);
    const paused = await runs.run('changing');
    await put('changing', { ...waiting, steps: [{ say: 'New.' }] });
    const response = await runs.resume(paused, { ask: 1 });
    expect(eventOf(response.body.events, 'execution_complete').finalOutput).toBe('Old.');
  });

  it.each([
    [{ steps: [{ say: 'x' }] }, 'description'],
    [{ ...greeting, steps: [] }, 'steps'],
    [{ ...greeting, steps: [{ say: 'x' }, { sya: 'x' }] }, 'steps.1.sya'],
    [{ ...greeting, steps: [{ say: 'x', think: 'y' }] }, 'steps.0'],
    [{ ...greeting, steps: [{}] }, 'steps.0'],
    [{ ...greeting, steps: [{ tool: { parameters: {} } }] }, 'steps.0.tool.name'],
    [{ ...greeting, steps: [{ tool: { name: 'a', paramters: {} } }] }, 'steps.0.tool.paramters'],
    [
      { ...greeting, steps: [{ await: [{ tool: { name: 'a', origin: 'page' } }] }] },
      'steps.0.await.0.tool.origin',
    ],
    [
      { ...greeting, steps: [{ approve: { name: 'a', denied: [{ wiat: 1 }] } }] },
      'steps.0.approve.denied.0.wiat',
    ],
    [
      { ...greeting, steps: [{ step: { name: 'a', steps: [{ step: { name: 'b' } }] } }] },
      'steps.0.step.steps.0.step',
    ],
    [
      { ...greeting, steps: [{ subagent: { name: 'a', steps: [{ subagent: { name: 'b' } }] } }] },
      'steps.0.subagent.steps.0.subagent',
    ],
    [{ ...greeting, kind: 'agents' }, 'kind'],
    [{ ...greeting, name: 'other' }, 'name'],
  ])('are rejected with the path of the error: %j', async (body, path) => {
    const response = await put('broken', body);
    expect(response.status).toBe(400);
    expect(response.body.details?.map((detail) => detail.path)).toContain(path);
    expect((await runs.get('/_mock/scenarios/broken')).status).toBe(404);
  });

  it.each([
    ['text', 409],
    ['nowhere', 404],
  ])('%s cannot be deleted: %d', async (name, status) => {
    expect((await runs.delete(`/_mock/scenarios/${name}`)).status).toBe(status);
  });

  it.each([
    ['agent_none', { scenario: 'text' }, 404],
    ['agent_support', { scenario: 'nowhere' }, 400],
    ['agent_support', { scenario: 'text', pace: 'slowly' }, 400],
    ['agent_support', { scenario: 'text', pace: 'instant' }, 200],
  ])('as the behaviour of %s: %j', async (id, body, status) => {
    const response = await runs.put(`/_mock/agents/${id}/behaviour`, body);
    expect(response.status).toBe(status);
    if (body.scenario === 'nowhere') expect(JSON.stringify(response.body)).toContain('approval-end-user');
  });
});

describe('scenarios passed by a program', () => {
  it('can be run, and replaced while the mock is running', async () => {
    const own = await openMock({
      scenarios: [{ name: 'own', description: 'Mine.', steps: [{ say: 'First.' }] }],
    });
    expect(eventOf((await own.run('own')).events, 'execution_complete').finalOutput).toBe('First.');
    own.mock.useScenarios([{ name: 'own', description: 'Mine.', steps: [{ say: 'Second.' }] }]);
    expect(eventOf((await own.run('own')).events, 'execution_complete').finalOutput).toBe('Second.');
    expect((await own.delete('/_mock/scenarios/own')).status).toBe(409);
    await own.close();
  });

  it('are rejected with the path of the error', async () => {
    const broken = { name: 'own', description: 'Mine.', steps: [{ say: 1 }] } as unknown as Scenario;
    expect(() => runs.mock.useScenarios([broken])).toThrow('Scenario own: steps.0.say must be a string');
    await expect(openMock({ scenarios: [broken] })).rejects.toThrow('steps.0.say');
  });

  it('can be the built-in ones, which match the schema', async () => {
    const { builtInScenarios } = await import('../../mock/agent-platform/scenarios/built-in.ts');
    expect(() => runs.mock.useScenarios(builtInScenarios)).not.toThrow();
  });
});
