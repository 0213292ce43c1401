/** How the configuration of an agent affects its runs: the limits, the model, the name, the version. */
import { describe, expect, it } from 'vitest';
import type {
  ExecutionDetail,
  ExecutionPage,
  ExecutionResult,
  ExecutionStreamEvent,
  ToolCallList,
} from '../../generated/service/types.ts';
import { useMock } from '../support/mock-client.ts';
import { decisionFor, eventOf, typesOf } from '../support/run-events.ts';

const runs = useMock();

async function detailOf(agentId: string, { executionId }: ExecutionResult): Promise<ExecutionDetail> {
  return (await runs.get(`/v1/agents/${agentId}/executions/${executionId}`)).body as ExecutionDetail;
}

function turnsOf(events: readonly ExecutionStreamEvent[]): number {
  return events.filter((event) => event.type === 'turn_start' && event.subagent === undefined).length;
}

function modelsOf(events: readonly ExecutionStreamEvent[]): readonly string[] {
  return [
    ...new Set(events.flatMap((event) => (event.type === 'model_call_complete' ? [event.model] : []))),
  ].map(String);
}

describe('the limit of turns', () => {
  it('ends a run whose scenario needs more turns', async () => {
    const agentId = await runs.createAgent({ maxTurns: 1 });
    const result = await runs.run('tools', {}, agentId);
    expect(turnsOf(result.events)).toBe(1);
    expect(eventOf(result.events, 'execution_start').maxTurns).toBe(1);
    expect(eventOf(result.events, 'turn_complete').stopReason).toBe('max_tool_calls');
    expect(eventOf(result.events, 'execution_complete')).toMatchObject({
      stopReason: 'max_tool_calls',
      iterations: 1,
    });
    expect(await detailOf(agentId, result)).toMatchObject({
      iterations: 1,
      stopReason: 'max_tool_calls',
      loopConfig: { maxTurns: 1 },
    });
  });

  it.each([
    ['an approval', 'approval', 'approve', (paused: ExecutionResult) => decisionFor(paused)],
    ['a local tool', 'local-tool', 'resume', () => ({ toolOutputs: { read_cart: { items: 2 } } })],
  ])('counts the turns before %s too', async (_, scenario, verb, bodyFor) => {
    const agentId = await runs.createAgent({ maxTurns: 1 });
    const paused = await runs.run(scenario, {}, agentId);
    const { executionId } = paused;
    const body = { executionId, ...bodyFor(paused), streamResponse: false };
    const response = await runs.post(`/v1/agents/${agentId}/${verb}`, body);
    const { events } = response.body as ExecutionResult;
    expect(turnsOf([...paused.events, ...events])).toBe(1);
    expect(typesOf(events)).toContain('tool_complete');
    expect(eventOf(events, 'execution_complete').stopReason).toBe('max_tool_calls');
  });

  it.each([
    [{ maxTurns: 2, config: { maxTurns: 5, loopConfig: { maxTurns: 4 } } }, 2],
    [{ config: { maxTurns: 5, loopConfig: { maxTurns: 4 } } }, 4],
    [{ config: { maxTurns: 5 } }, 5],
  ])('is read from the configuration %j', async (agent, limit) => {
    const agentId = await runs.createAgent(agent);
    const { events } = await runs.run('text', {}, agentId);
    expect(eventOf(events, 'execution_start').maxTurns).toBe(limit);
  });

  it('leaves no turn open when it is 0', async () => {
    const { events } = await runs.run('everything', {}, await runs.createAgent({ maxTurns: 0 }));
    expect(turnsOf(events)).toBe(0);
    expect(eventOf(events, 'execution_complete').stopReason).toBe('max_tool_calls');
  });

  it('ends a run that has called as many tools as the configuration allows', async () => {
    const { events } = await runs.run(
      'tools',
      {},
      await runs.createAgent({ config: { tools: { maxToolCalls: 1 } } }),
    );
    expect(typesOf(events).filter((type) => type === 'tool_start')).toHaveLength(1);
    expect(eventOf(events, 'execution_complete').stopReason).toBe('max_tool_calls');
  });
});

describe('the sub-agent', () => {
  it('is called with a sample of its schema when the step has no parameters', async () => {
    const parametersSchema = { type: 'object', properties: { count: { const: 4 } }, required: ['count'] };
    const capability = { toolName: 'ask', subAgentId: await runs.createAgent(), parametersSchema };
    const agentId = await runs.createAgent({ capabilities: [capability] });
    await runs.putScenario('delegates', [{ tool: { role: 'lookup', name: 'find' } }]);
    const { events } = await runs.run('delegates', {}, agentId);
    expect(eventOf(events, 'tool_start')).toMatchObject({
      toolName: 'ask',
      toolType: 'subagent',
      parameters: { count: 4 },
    });
  });

  it("quotes its own tools, regardless of the names of the caller's tools", async () => {
    const tool = { toolName: 'research', toolId: 'tool_research' };
    const subAgentId = await runs.createAgent({ capabilities: [tool] });
    const agentId = await runs.createAgent({ capabilities: [{ toolName: 'ask_helper', subAgentId }] });
    const { events } = await runs.run('subagent', {}, agentId);
    const texts = events.flatMap((event) => (event.type === 'text_complete' ? [event.text] : []));
    expect(texts.at(-1)).toContain('research says');
    expect(texts.join()).not.toContain('{{');
  });
});

describe('the model', () => {
  it('appears in model calls, in the history and in tool calls', async () => {
    const agentId = await runs.createAgent({ config: { model: 'acme/large-2' } });
    const result = await runs.run('tools', {}, agentId);
    expect(modelsOf(result.events)).toEqual(['acme/large-2']);
    expect(eventOf(result.events, 'model_call_start').provider).toBe('acme');
    expect(await detailOf(agentId, result)).toMatchObject({ model: 'acme/large-2' });
    const path = `/v1/agents/${agentId}/executions/${result.executionId}/tool-calls`;
    const { data } = (await runs.get(path)).body as ToolCallList;
    expect(data.map(({ model }) => model)).toEqual(data.map(() => 'acme/large-2'));
  });

  it('has its own price, which is the same in every run', async () => {
    const costOf = async (model: string) => {
      const { events } = await runs.run('text', {}, await runs.createAgent({ config: { model } }));
      return eventOf(events, 'execution_complete').totalCost;
    };
    const costs = await Promise.all(['mock-1', 'mock-1', 'mock-1-small'].map(costOf));
    expect(costs[0]).toBe(costs[1]);
    expect(costs[0]).toBeGreaterThan(costs[2] ?? 0);
  });
});

it('a sub-agent has its own name both in the stream of its caller and in its own stream', async () => {
  const subAgentId = await runs.createAgent({ name: 'Librarian' });
  const agentId = await runs.createAgent({ capabilities: [{ toolName: 'ask_library', subAgentId }] });
  const { events } = await runs.run('subagent', {}, agentId);
  const names = new Set(events.flatMap((event) => ('subagent' in event ? [event.subagent.agentName] : [])));
  expect([...names]).toEqual(['Librarian']);
  const { body } = await runs.get(`/v1/agents/${subAgentId}/executions`);
  const [own] = (body as ExecutionPage).data;
  const path = `/v1/agents/${subAgentId}/executions/${own?.executionId}/events`;
  const [start] = (await runs.get(path)).events;
  expect(start).toMatchObject({ agentId: subAgentId, agentName: 'Librarian' });
});

it.each([
  ['in config', { name: 'Guest', config: { model: 'model-3', maxTurns: 1 } }],
  ['beside its name', { name: 'Guest', model: 'model-3', loopConfig: { maxTurns: 1 } }],
])('an agent that a request defines runs with the settings %s', async (_, agent) => {
  const body = { agent, messages: [{ role: 'user', content: 'Hi' }], streamResponse: false };
  const response = await runs.post('/v1/dispatch', body, { prefer: 'scenario=tools' });
  const { events } = response.body as ExecutionResult;
  expect(eventOf(events, 'execution_start')).toMatchObject({ agentName: 'Guest', maxTurns: 1 });
  expect(turnsOf(events)).toBe(1);
  expect(modelsOf(events)).toEqual(['model-3']);
});
