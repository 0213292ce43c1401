/**
 * However an agent is configured, a run follows the configuration, and all reports about it are
 * consistent: its stream, its results, its record, its status, its tool calls, the executions of its
 * sub-agents and the feed.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type {
  Agent,
  ExecutionResult,
  ExecutionStreamEvent,
  ProductEventPage,
} from '../../generated/service/types.ts';
import { builtInScenarios } from '../../mock/agent-platform/scenarios/built-in.ts';
import '../support/property-seed.ts';
import { fullKey, useSharedMock } from '../support/mock-client.ts';
import { eventsOf } from '../support/run-events.ts';
import { streamProblems } from '../support/stream-problems.ts';
import { checkFeed, checkRecord, checkToolCalls, logOf, turnsOf, type Play } from './support/check-run.ts';

type Events = readonly ExecutionStreamEvent[];

const client = useSharedMock();

const capability = fc.record({
  toolName: fc.constantFrom<string>(
    ...['find_order', 'refund_order', 'research', 'bookkeeping', 'book_table', 'read_cart'],
    ...['get_weather', 'send_mail', 'triage', 'ask_aide'],
  ),
  target: fc.constantFrom('tool', 'flow', 'aide', 'deleted'),
  enabled: fc.boolean(),
  parametersSchema: fc.constantFrom(undefined, {
    type: 'object',
    properties: { query: { type: 'string' }, count: { type: 'integer', minimum: 1, maximum: 9 } },
    required: ['query', 'count'],
    additionalProperties: false,
  }),
});

const settings = (requirable: string[]) =>
  fc.record({
    agentType: fc.constantFrom('native', 'external', 'partner_managed'),
    maxTurns: fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined }),
    model: fc.constantFrom('mock-1', 'acme/one', 'acme/two'),
    capabilities: fc.uniqueArray(capability, { maxLength: 4, selector: ({ toolName }) => toolName }),
    maxToolCalls: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
    runtimeTools: fc.subarray([
      { name: 'list_files', toolType: 'external' },
      { name: 'drop_table', toolType: 'custom' },
      { name: 'page_title', toolType: 'local' },
    ]),
    mcpServers: fc.subarray([{ id: 'files', name: 'Files', url: 'https://mcp.test' }]),
    approval: fc.option(
      fc.record({
        require: fc.oneof(fc.constant(true), fc.subarray(requirable)),
        approver: fc.constantFrom('owner', 'end-user'),
        timeout: fc.constantFrom(1000, 90_000),
      }),
      { nil: undefined },
    ),
  });
type Settings = ReturnType<typeof settings> extends fc.Arbitrary<infer Value> ? Value : never;

const scenario = fc.constantFrom(...builtInScenarios.map(({ name }) => name));
const route = fc.constantFrom('execute', 'dispatch', 'version', 'chat');
const decisions = fc.array(fc.constantFrom('approved', 'approved', 'denied', 'timeout'), {
  minLength: 1,
  maxLength: 4,
});

async function post<Body>(path: string, body: object, prefer = 'pace=instant'): Promise<Body> {
  const key = path.startsWith('/v1/client') ? null : fullKey;
  const response = await client.post(path, body, { prefer, key });
  expect(response.status, `${path} ${response.text}`).toBeLessThan(300);
  return response.body as Body;
}

async function create(agent: Settings, targets: Readonly<Record<string, string>>): Promise<string> {
  const { agentType, maxTurns, model, approval, ...tools } = agent;
  const capabilities = tools.capabilities.map(({ target, ...rest }) => ({
    ...rest,
    ...(target === 'tool' && { toolId: `tool_${rest.toolName}` }),
    ...(target === 'flow' && { flowId: 'flow_triage' }),
    ...(target in targets && { subAgentId: targets[target] }),
  }));
  const config = { model, tools: { ...tools, capabilities: undefined, ...(approval && { approval }) } };
  return (await post<Agent>('/v1/agents', { name: 'Any', agentType, maxTurns, config, capabilities })).id;
}

async function begin(agentId: string, name: string, by: string): Promise<ExecutionResult> {
  const body = { messages: [{ role: 'user', content: 'Hello' }], streamResponse: false };
  const prefer = `scenario=${name}, pace=instant`;
  if (by === 'dispatch') return post('/v1/dispatch', { ...body, agent: { agentId } }, prefer);
  if (by === 'chat') {
    const { sessionId } = await post<{ sessionId: string }>('/_mock/client-sessions', { agentId });
    return post('/v1/client/chat', { ...body, sessionId }, prefer);
  }
  if (by === 'version') {
    await post(`/v1/agents/${agentId}/publish`, {});
    await client.put(`/v1/agents/${agentId}`, { name: 'Changed', config: { model: 'changed' } });
    return post(`/v1/agents/${agentId}/execute`, { ...body, alias: 'live' }, prefer);
  }
  return post(`/v1/agents/${agentId}/execute`, body, prefer);
}

/** Plays a run to its end; the decisions are used in order. */
async function play(agentId: string, first: ExecutionResult, taken: readonly string[]): Promise<Play> {
  const { executionId } = first;
  const segments: Events[] = [first.events];
  let last: ExecutionResult | null = first;
  for (let pauses = 0; ; pauses += 1) {
    expect(pauses).toBeLessThan(30);
    const events = segments.at(-1) ?? [];
    const event = events.at(-1);
    const decision = taken[pauses % taken.length];
    if (event?.type === 'approval_start' && decision !== 'timeout') {
      const { approvalId } = event;
      last = await post('/v1/dispatch/approve', { executionId, approvalId, decision, streamResponse: false });
    } else if (event?.type === 'await' && event.toolName !== undefined) {
      const calls = eventsOf(events, 'await').map(({ toolCallId = '' }) => toolCallId);
      const toolOutputs = Object.fromEntries(calls.map((id) => [id, { action: 'accept', ok: pauses }]));
      last = await post('/v1/dispatch/resume', { executionId, toolOutputs, streamResponse: false });
    } else if (event?.type === 'approval_start' || event?.type === 'await') {
      last = null;
      await client.advance('PT10M');
      segments.push((await client.get(`${logOf(agentId, executionId)}?after=${event.seq}`)).events);
    } else return { client, agentId, executionId, segments, last };
    if (last !== null) segments.push(last.events);
  }
}

/** Lists the parts of a stream that the configuration does not allow. */
function violations({ maxTurns = Infinity, ...agent }: Settings, events: Events): readonly string[] {
  const { model, approval, capabilities, runtimeTools } = agent;
  const problems: string[] = [];
  if (turnsOf(events) > maxTurns) problems.push(`takes more than ${maxTurns} turns`);
  const [first] = eventsOf(events, 'model_call_start');
  if (first !== undefined && first.subagent === undefined && first.model !== model)
    problems.push(`calls ${first.model}, not ${model}`);
  const enabled = capabilities.filter((one) => one.enabled && one.target !== 'deleted');
  const own = [...enabled.map(({ toolName }) => toolName), ...runtimeTools.map(({ name }) => name)];
  const hasTools =
    runtimeTools.some(({ toolType }) => toolType !== 'local') ||
    enabled.some(({ target }) => target === 'flow' || target === 'tool');
  const approved = new Set<string | undefined>();
  for (const event of events) {
    if (event.type === 'approval_start') approved.add(event.toolCallId);
    if (event.type !== 'tool_start' || event.subagent !== undefined) continue;
    const { toolName, toolCallId, toolType } = event;
    if (!own.includes(toolName)) {
      if (capabilities.some((one) => one.toolName === toolName))
        problems.push(`calls ${toolName}, which is off`);
      if (toolType === 'custom' && hasTools) problems.push(`calls ${toolName}, not its own`);
    }
    const isRequired = approval?.require === true || approval?.require.includes(toolName);
    if (isRequired === true && !approved.has(toolCallId))
      problems.push(`calls ${toolName} without an approval`);
  }
  return problems;
}

const tools = ['find_order', 'list_files', 'page_title', 'ask_aide'];

it.each([
  ['an agent that requires approvals for tools of its own', tools, 120],
  ['an agent that requires approvals for any tool', [...tools, 'refund_order', 'research'], 40],
])(
  'the reports about a run of %s are consistent',
  async (_, requirable, numRuns) => {
    const { id: deleted } = await post<Agent>('/v1/agents', { name: 'Gone' });
    await client.delete(`/v1/agents/${deleted}`);
    const agent = settings(requirable);
    await fc.assert(
      fc.asyncProperty(
        agent,
        agent,
        scenario,
        route,
        decisions,
        async (configured, other, name, by, taken) => {
          const aide = await create(other, { deleted });
          const agentId = await create(configured, { aide, deleted });
          const { cursor } = (await client.get<ProductEventPage>('/v1/events')).body;
          const played = await play(agentId, await begin(agentId, name, by), taken);
          expect(streamProblems(played.segments)).toEqual([]);
          if (requirable === tools) expect(violations(configured, played.segments.flat())).toEqual([]);
          const [start] = eventsOf(played.segments.flat(), 'execution_start');
          if (configured.maxTurns !== undefined) expect(start?.maxTurns).toBe(configured.maxTurns);
          expect(JSON.stringify(played.segments)).not.toMatch(/\{\{[^"]*\}\}/);
          await checkRecord(played, configured.model);
          await checkToolCalls(played, aide);
          await checkFeed(played, String(cursor));
        },
      ),
      { numRuns },
    );
  },
  120_000,
);
