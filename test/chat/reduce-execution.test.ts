import { afterAll, describe, expect, it } from 'vitest';
import {
  addUserMessage,
  initialExecutionState,
  nextExecution,
  reduceExecution,
  type ExecutionState,
  type MessagePart,
} from '../../chat/index.ts';
import {
  approveAgentExecution,
  createClient,
  executeAgent,
  resumeAgentExecution,
} from '../../generated/service/client.ts';
import type { ExecutionStreamEvent } from '../../generated/service/types.ts';
import { createMock } from '../../mock/index.ts';
import { builtInScenarios } from '../../mock/agent-platform/scenarios/built-in.ts';

const agent = { id: 'agent_support' };
const body = {
  messages: [{ role: 'user' as const, content: 'Where is my order?' }],
  streamResponse: true as const,
};

const mock = await createMock();
const client = createClient({ baseUrl: mock.baseUrl, fetch: mock.fetch, auth: { apiKey: 'rt_live_dev' } });
afterAll(() => mock.close());

/** Plays a scenario to its end: approves calls, and supplies the outputs that tools wait for. */
async function play(scenario: string): Promise<{ events: ExecutionStreamEvent[]; state: ExecutionState }> {
  const events: ExecutionStreamEvent[] = [];
  let state = addUserMessage(initialExecutionState, 'Where is my order?');
  const read = async (stream: AsyncIterable<ExecutionStreamEvent>) => {
    for await (const event of stream) {
      events.push(event);
      const before = structuredClone(state);
      const next = reduceExecution(state, event);
      expect(state).toEqual(before);
      state = next;
    }
  };
  const headers = { prefer: `scenario=${scenario}` };
  await read(executeAgent(client, { path: agent, body }, { headers }));
  for (let turn = 0; turn < 10 && state.status === 'paused'; turn++) {
    const [action] = state.pending;
    const executionId = state.executionId ?? '';
    if (action?.type === 'approval') {
      if (scenario === 'approval-timeout') break;
      const decision = { executionId, approvalId: action.approvalId, decision: 'approved' as const };
      await read(approveAgentExecution(client, { path: agent, body: { ...decision, streamResponse: true } }));
    } else {
      const outputs = state.pending.map((each) => ('toolCallId' in each ? (each.toolCallId ?? '') : ''));
      const toolOutputs = Object.fromEntries(outputs.map((id) => [id, { note: 'supplied' }]));
      await read(
        resumeAgentExecution(client, {
          path: agent,
          body: { executionId, toolOutputs, streamResponse: true },
        }),
      );
    }
  }
  return { events, state };
}

const ofType = <Type extends ExecutionStreamEvent['type']>(
  events: readonly ExecutionStreamEvent[],
  type: Type,
) => events.filter((event): event is Extract<ExecutionStreamEvent, { type: Type }> => event.type === type);

function allParts(state: ExecutionState): readonly MessagePart[] {
  const inside = (parts: readonly MessagePart[]): readonly MessagePart[] =>
    parts.flatMap((part) => (part.type === 'tool' ? [part, ...inside(part.parts)] : [part]));
  return state.messages.filter(({ role }) => role === 'assistant').flatMap(({ parts }) => inside(parts));
}

describe.each(builtInScenarios.map(({ name }) => name))('scenario %s', (name) => {
  it('ends in the state that its stream reports', async () => {
    const { events, state } = await play(name);
    const last = events.at(-1)?.type;
    const expected =
      name === 'approval-timeout'
        ? 'paused'
        : last === 'execution_error'
          ? 'failed'
          : ofType(events, 'execution_complete').at(-1)?.success === true
            ? 'completed'
            : 'failed';
    expect(state.status).toBe(expected);
    expect(state.messages.every(({ isStreaming }) => !isStreaming || expected === 'paused')).toBe(true);
  });

  it('contains each text, call, artifact and medium once, as far as it was streamed', async () => {
    const { events, state } = await play(name);
    const parts = allParts(state);
    const texts = new Map<string, string>();
    for (const { id, delta } of ofType(events, 'text_delta')) texts.set(id, (texts.get(id) ?? '') + delta);
    expect(parts.flatMap((part) => (part.type === 'text' ? [[part.id, part.text]] : []))).toEqual(
      [...texts].filter(([id]) => ofType(events, 'text_start').some((start) => start.id === id)),
    );
    const calls = new Set(
      [...ofType(events, 'tool_start'), ...ofType(events, 'tool_complete')].map((event) => event.toolCallId),
    );
    expect(
      new Set(parts.flatMap((part) => (part.type === 'tool' && part.status !== 'waiting' ? [part.id] : []))),
    ).toEqual(
      state.status === 'paused'
        ? new Set(
            [...calls].filter((id) =>
              parts.some((part) => part.id === id && part.type === 'tool' && part.status !== 'waiting'),
            ),
          )
        : calls,
    );
    const count = (type: MessagePart['type']) => parts.filter((part) => part.type === type).length;
    expect([count('artifact'), count('media'), count('source'), count('custom')]).toEqual([
      ofType(events, 'artifact_start').length,
      ofType(events, 'media_start').length,
      ofType(events, 'source').length,
      ofType(events, 'custom').length,
    ]);
  });

  it('results in the same state when the stream is read twice, as after a lost connection', async () => {
    const { events, state } = await play(name);
    const start = addUserMessage(initialExecutionState, 'Where is my order?');
    const twice = events.flatMap((event, index) => [event, ...(index > 2 ? [events[index - 2]!] : [])]);
    expect(twice.reduce(reduceExecution, start)).toEqual(state);
  });
});

describe('the reducer of a chat', () => {
  it('keeps the messages for the next execution and resets everything else', async () => {
    const { state } = await play('tools');
    const next = nextExecution(state);
    expect(next.messages).toEqual(state.messages);
    expect([next.status, next.executionId, next.lastSeq, next.pending]).toEqual(['idle', null, -1, []]);
  });

  it('ignores an unknown event', () => {
    const event = { type: 'novelty', executionId: 'exec_1', seq: 4 } as unknown as ExecutionStreamEvent;
    expect(reduceExecution(initialExecutionState, event)).toEqual({ ...initialExecutionState, lastSeq: 4 });
    const hostile = { type: 'constructor', executionId: 'exec_1', seq: 5 } as unknown as ExecutionStreamEvent;
    expect(reduceExecution(initialExecutionState, hostile).lastSeq).toBe(5);
  });

  it('marks a denied call', async () => {
    const { events } = await play('approval');
    const until = events.slice(0, events.findIndex(({ type }) => type === 'approval_start') + 1);
    const paused = until.reduce(reduceExecution, initialExecutionState);
    const [action] = paused.pending;
    expect([paused.status, action?.type]).toEqual(['paused', 'approval']);
    const approvalId = action?.type === 'approval' ? action.approvalId : '';
    const denied = reduceExecution(paused, {
      type: 'approval_complete',
      executionId: paused.executionId ?? '',
      seq: paused.lastSeq + 1,
      approvalId,
      decision: 'denied',
    });
    expect(denied.approvals.map(({ decision }) => decision)).toEqual(['denied']);
    expect(denied.pending).toEqual([]);
  });

  it('changes the shared state only by a patch that applies', () => {
    const event = { type: 'state_delta', executionId: 'exec_1', seq: 1 } as const;
    const shared = (patch: readonly { op: string; path: string; value?: unknown }[]) =>
      reduceExecution({ ...initialExecutionState, shared: { a: 1 } }, {
        ...event,
        patch,
      } as ExecutionStreamEvent).shared;
    expect(shared([{ op: 'add', path: '/b', value: 2 }])).toEqual({ a: 1, b: 2 });
    expect(shared([{ op: 'add', path: 'b', value: 2 }])).toEqual({ a: 1 });
  });
});
