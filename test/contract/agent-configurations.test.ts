/**
 * Whatever an agent is configured to be, the runs of every built-in scenario keep to its configuration.
 */
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type {
  Agent,
  ExecutionDetail,
  ExecutionPage,
  ExecutionResult,
  ExecutionStreamEvent,
} from '../../generated/service/types.ts';
import { validateExecutionStreamEvent } from '../../generated/service/validators.ts';
import { builtInScenarios } from '../../mock/scenarios/built-in.ts';
import '../support/property-seed.ts';
import { useSharedMock } from '../support/mock-client.ts';

const runs = useSharedMock();
let helpers: { readonly alive: string; readonly deleted: string };
beforeAll(async () => {
  const make = async () => ((await runs.post('/v1/agents', { name: 'Aide' })).body as Agent).id;
  helpers = { alive: await make(), deleted: await make() };
  await runs.delete(`/v1/agents/${helpers.deleted}`);
});

const parametersSchema = fc.constantFrom(undefined, {
  type: 'object',
  properties: { query: { type: 'string' }, count: { type: 'integer', minimum: 1, maximum: 9 } },
  required: ['query', 'count'],
  additionalProperties: false,
});

const capability = fc.record({
  toolName: fc.constantFrom<string>(
    'find_order',
    'get_weather',
    'send_mail',
    'triage',
    'research',
    'ask_aide',
  ),
  target: fc.constantFrom('tool', 'flow', 'alive', 'deleted'),
  enabled: fc.boolean(),
  parametersSchema,
});

const configuration = fc.record({
  maxTurns: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
  model: fc.constantFrom('mock-1', 'acme/one', 'acme/two'),
  capabilities: fc.uniqueArray(capability, { maxLength: 4, selector: ({ toolName }) => toolName }),
  runtimeTools: fc.subarray([
    { name: 'list_files', toolType: 'external' },
    { name: 'drop_table', toolType: 'custom' },
    { name: 'page_title', toolType: 'local' },
  ]),
  approval: fc.option(
    fc.record({
      require: fc.oneof(
        fc.constant(true),
        fc.subarray(['find_order', 'list_files', 'page_title', 'ask_aide']),
      ),
      timeout: fc.constantFrom(1000, 90_000),
    }),
    { nil: undefined },
  ),
});
type Configuration = typeof configuration extends fc.Arbitrary<infer Value> ? Value : never;

async function create({
  maxTurns,
  model,
  capabilities,
  runtimeTools,
  approval,
}: Configuration): Promise<string> {
  const bound = capabilities.map(({ target, ...rest }) => ({
    ...rest,
    ...(target === 'tool' && { toolId: `tool_${rest.toolName}` }),
    ...(target === 'flow' && { flowId: 'flow_triage' }),
    ...((target === 'alive' || target === 'deleted') && { subAgentId: helpers[target] }),
  }));
  const config = { model, tools: { runtimeTools, ...(approval && { approval }) } };
  const response = await runs.post('/v1/agents', {
    name: 'Any',
    maxTurns,
    config,
    capabilities: bound,
  });
  expect(response.status, JSON.stringify(response.body)).toBe(201);
  return (response.body as Agent).id;
}

/** MockClient a scenario to its end: approves what asks, and answers what waits. */
async function play(agentId: string, scenario: string): Promise<readonly ExecutionStreamEvent[]> {
  const post = async (path: string, body: object): Promise<ExecutionResult> => {
    const prefer = path.endsWith('/execute') ? `scenario=${scenario}, pace=instant` : 'pace=instant';
    const response = await runs.post(path, { ...body, streamResponse: false }, { prefer });
    expect(response.status, JSON.stringify(response.body)).toBe(200);
    return response.body as ExecutionResult;
  };
  let result = await post(`/v1/agents/${agentId}/execute`, {
    messages: [{ role: 'user', content: 'Hello' }],
  });
  const events = [...result.events];
  for (let pauses = 0; result.status === 'paused'; pauses += 1) {
    expect(pauses).toBeLessThan(20);
    const { executionId, pausedReason } = result;
    const approvalId = pausedReason?.type === 'local_action' ? pausedReason.approvalId : undefined;
    result =
      approvalId === undefined
        ? await post(`/v1/agents/${agentId}/resume`, { executionId, toolOutputs: outputsFor(result) })
        : await post('/v1/dispatch/approve', { executionId, approvalId, decision: 'approved' });
    events.push(...result.events);
  }
  return events;
}

function outputsFor({ events }: ExecutionResult) {
  return Object.fromEntries(
    events.flatMap((event) =>
      event.type === 'await' && event.toolCallId ? [[event.toolCallId, { ok: true }]] : [],
    ),
  );
}

function ofType<Type extends ExecutionStreamEvent['type']>(
  events: readonly ExecutionStreamEvent[],
  type: Type,
) {
  return events.filter((event) => event.type === type) as Extract<ExecutionStreamEvent, { type: Type }>[];
}

function ownNames({ capabilities, runtimeTools }: Configuration): readonly string[] {
  return [
    ...capabilities
      .filter(({ enabled, target }) => enabled && target !== 'deleted')
      .map(({ toolName }) => toolName),
    ...runtimeTools.map(({ name }) => name),
  ];
}

/** Names what a stream does that the configuration does not allow. */
function violations(configured: Configuration, events: readonly ExecutionStreamEvent[]): readonly string[] {
  const found: string[] = [];
  const { maxTurns = Infinity, model, approval, capabilities, runtimeTools } = configured;
  for (const event of events) {
    const problem = validateExecutionStreamEvent.firstProblem(event);
    if (problem !== null) found.push(`${event.type}: ${problem.message}`);
  }
  const turns = ofType(events, 'turn_start').filter(
    ({ subagent, role }) => !subagent && role === 'assistant',
  );
  if (turns.length > maxTurns) found.push(`takes ${turns.length} turns of ${maxTurns}`);
  const first = ofType(events, 'model_call_start')[0];
  if (first !== undefined && first.subagent === undefined && first.model !== model)
    found.push(`calls ${first.model}, not ${model}`);
  const own = ownNames(configured);
  const off = capabilities.map(({ toolName }): string => toolName).filter((name) => !own.includes(name));
  const canBeCalled = (kind: string) =>
    runtimeTools.some(({ toolType }) => toolType !== 'local') ||
    capabilities.some(({ enabled, target }) => enabled && (target === 'flow' || target === kind));
  const approved = new Set<string | undefined>();
  for (const event of events) {
    if (event.type === 'approval_start') approved.add(event.toolCallId);
    if (event.type !== 'tool_start' || event.subagent !== undefined) continue;
    const { toolName, toolCallId, toolType } = event;
    if (off.includes(toolName)) found.push(`calls ${toolName}, which is off`);
    if (toolType === 'custom' && canBeCalled('tool') && !own.includes(toolName))
      found.push(`calls ${toolName}, not its own`);
    const isRequired =
      approval !== undefined && (approval.require === true || approval.require.includes(toolName));
    if (isRequired && !approved.has(toolCallId)) found.push(`calls ${toolName} without an approval`);
  }
  return found;
}

it('keeps the runs of every built-in scenario to the configuration of their agent', async () => {
  await fc.assert(
    fc.asyncProperty(configuration, fc.constantFrom(...builtInScenarios), async (configured, { name }) => {
      const agentId = await create(configured);
      const events = await play(agentId, name);
      expect(violations(configured, events)).toEqual([]);
      const [start] = ofType(events, 'execution_start');
      if (configured.maxTurns !== undefined) expect(start?.maxTurns).toBe(configured.maxTurns);
      const path = `/v1/agents/${agentId}/executions/${start?.executionId}`;
      const detail = (await runs.get(path)).body as ExecutionDetail;
      expect(detail.loopConfig).toEqual({ maxTurns: start?.maxTurns ?? null });
      expect(detail.model).toBe(configured.model);
      const query = `?parentExecutionId=${start?.executionId}`;
      const children = (await runs.get(`/v1/agents/${agentId}/executions${query}`)).body as ExecutionPage;
      for (const child of children.data) expect([agentId, helpers.alive]).toContain(child.agentId);
    }),
    { numRuns: 250 },
  );
}, 120_000);
