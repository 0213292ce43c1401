/** Turns an execution into a test for `node --test` that starts it in its own mock and asserts what happened. */
import type { ExecutionDetail } from '../../../generated/control-agent-platform/types.ts';
import type { Scenario } from '../../../generated/control/types.ts';
import { EventIndex, textOf } from './event-index.ts';
import type { StoredEvent, TimedEvent } from '../timed-event.ts';

/** Shape: `ownScenario` is the scenario unless it is built in, else null. */
export interface TestSource {
  readonly execution: Pick<ExecutionDetail, 'id' | 'agentId' | 'name' | 'messages' | 'scenario'>;
  readonly events: readonly TimedEvent[];
  readonly ownScenario: Scenario | null;
}

/**
 * Returns the test; not for dispatched flows, whose records lack the steps.
 *
 * Shape: without an agent the service has no call to supply outputs, so the test ends at the pause for one.
 */
export function recordTest({ execution, events, ownScenario }: TestSource): string {
  const { agentId, scenario } = execution;
  const { calls, recorded } = callsOf(events, agentId !== null);
  const options = ownScenario === null ? '' : `, scenarios: [scenario]`;
  return `// Copied from the execution ${execution.id} in the Backlot console.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { createMock } from 'backlot/mock';
import { createApi } from 'backlot/api';
${ownScenario === null ? '' : ownScenarioText(scenario, ownScenario)}
test(${JSON.stringify(`an execution of ${scenario}`)}, async (t) => {
  const mock = await createMock({ pace: 'instant'${options} });
  t.after(() => mock.close());
  const api = createApi({
    baseUrl: mock.baseUrl,
    fetch: mock.fetch,
    auth: { apiKey: 'rt_live_dev' },
    headers: { prefer: ${JSON.stringify(`scenario=${scenario}`)} },
  });
  const events = [];
  const read = async (stream) => {
    for await (const event of stream) events.push(event);
  };

${[startOf(execution), ...calls].map((call) => call.replace(/^(?=.)/gm, '  ')).join('\n')}

${assertionsOf(recorded)}
});
`;
}

function ownScenarioText(name: string, { name: _, ...scenario }: Scenario): string {
  return `
// A new mock does not have this scenario: it comes from a file or exists only in the world of the execution.
const scenario = ${JSON.stringify({ name, ...scenario }, null, 2)};
`;
}

function startOf({ agentId, name, messages }: TestSource['execution']): string {
  const body = `messages: ${JSON.stringify(messages)}, streamResponse: true`;
  return agentId === null
    ? `await read(api.dispatchRun({ body: { agent: ${JSON.stringify({ name: name ?? 'Inline agent' })}, ${body} } }));`
    : `const path = { id: ${JSON.stringify(agentId)} };
await read(api.executeAgent({ path, body: { ${body} } }));`;
}

interface Calls {
  readonly calls: readonly string[];
  /** The events that result from these calls. */
  readonly recorded: readonly StoredEvent[];
}

/** Returns the calls that continued an execution after each of its pauses. */
function callsOf(events: readonly TimedEvent[], hasAgent: boolean): Calls {
  const index = new EventIndex(events);
  const all = events.map(({ event }) => event);
  const calls: string[] = [];
  for (const [place, event] of all.entries()) {
    const isResumed = event.type === 'execution_start' && event['resumed'] === true;
    const isTimeout = event.type === 'approval_complete' && event['resolvedBy'] === 'system';
    if (!isResumed && !isTimeout) continue;
    const call = isResumed
      ? continueCall(all.slice(place + 1), index, hasAgent)
      : endCall(event, index, hasAgent);
    if (call === null) return { calls, recorded: all.slice(0, place) };
    calls.push(call);
  }
  return { calls, recorded: all };
}

/** Returns the call that began a segment: a decision, or the outputs of the calls that complete in it. */
function continueCall(segment: readonly StoredEvent[], index: EventIndex, hasAgent: boolean): string | null {
  const [first] = segment;
  const common = 'executionId: events.at(-1).executionId';
  if (first?.type === 'approval_complete') {
    const body = `{ ${common}, approvalId: events.at(-1).approvalId, decision: '${textOf(first, 'decision')}', streamResponse: true }`;
    return hasAgent
      ? `await read(api.approveAgentExecution({ path, body: ${body} }));`
      : `await read(api.approveDispatch({ body: ${body} }));`;
  }
  if (!hasAgent) return null;
  const next = segment.findIndex(({ type }) => type === 'execution_start');
  const outputs = segment
    .slice(0, next < 0 ? segment.length : next)
    .filter((event) => event.type === 'tool_complete')
    .flatMap((event) => outputOf(event, index));
  return `await read(api.resumeAgentExecution({
  path,
  body: { ${common}, toolOutputs: ${JSON.stringify(Object.fromEntries(outputs))}, streamResponse: true },
}));`;
}

/** Returns the output that a caller has supplied for a call; empty for work that completes by itself. */
function outputOf(complete: StoredEvent, index: EventIndex): readonly (readonly [string, unknown])[] {
  const awaited = index.find(complete, 'await');
  const reason = awaited?.['awaitReason'];
  if (awaited === undefined || reason === 'crawl_pending' || reason === 'durable_poll') return [];
  const name = textOf(complete, 'toolName');
  if (complete['success'] !== false) return [[name, complete['result'] ?? null]];
  return [[name, reason === 'elicitation_required' ? { action: 'decline' } : { isError: true }]];
}

/** Returns the calls that end a pause for an approval without a decision: it expires, or is aborted. */
function endCall(event: StoredEvent, index: EventIndex, hasAgent: boolean): string | null {
  if (!hasAgent) return null;
  const timeout = index.find(event, 'approval_start')?.['timeout'];
  const end =
    event['decision'] === 'timeout'
      ? `await mock.world().clock.advance(${JSON.stringify(`PT${Number(timeout ?? 0) / 1_000}S`)});`
      : 'await mock.world().control.abortExecution({ path: { id: executionId } });';
  return `const { executionId, seq } = events.at(-1);
${end}
await read(api.followExecutionEvents({ path: { ...path, executionId }, query: { after: String(seq) } }));`;
}

/** The properties of the last event that a test asserts. */
const OUTCOME = ['type', 'outcome', 'stopReason', 'code', 'finalOutput', 'toolName', 'parameters'] as const;
/** Units: characters of a final output that a test asserts. */
const MAX_OUTPUT_LENGTH = 500;

function assertionsOf(events: readonly StoredEvent[]): string {
  const last = events.at(-1) ?? { type: '' };
  const names = OUTCOME.filter(
    (name) => last[name] !== undefined && JSON.stringify(last[name]).length <= MAX_OUTPUT_LENGTH,
  );
  const calls = new Map(
    events.filter(({ type }) => type === 'tool_start').map((event) => [event['toolCallId'], callOf(event)]),
  );
  const decisions = new Map(
    events
      .filter(({ type }) => type === 'approval_complete')
      .map((event) => [event['approvalId'], event['decision']]),
  );
  const approvals = events
    .filter(({ type }) => type === 'approval_start')
    .map((event) => [...callOf(event), decisions.get(event['approvalId']) ?? null]);
  return `  const calls = new Map();
  const approvals = new Map();
  for (const { type, toolCallId, toolName, parameters, approvalId, decision } of events) {
    if (type === 'tool_start') calls.set(toolCallId, [toolName, parameters]);
    if (type === 'approval_start') approvals.set(approvalId, [toolName, parameters, null]);
    if (type === 'approval_complete') approvals.get(approvalId)[2] = decision;
  }
  assert.deepEqual([...calls.values()], ${listOf([...calls.values()])});
  assert.deepEqual([...approvals.values()], ${listOf(approvals)});
  const { ${names.join(', ')} } = events.at(-1);
  assert.deepEqual({ ${names.join(', ')} }, ${JSON.stringify(Object.fromEntries(names.map((name) => [name, last[name]])))});`;
}

function callOf({ toolName, parameters }: StoredEvent): readonly unknown[] {
  return [toolName, parameters];
}

function listOf(items: readonly unknown[]): string {
  if (items.length === 0) return '[]';
  return `[\n${items.map((item) => `    ${JSON.stringify(item)},\n`).join('')}  ]`;
}
