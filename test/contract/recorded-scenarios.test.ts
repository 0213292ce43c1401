/** An execution copied as a scenario plays the same events again: every built-in scenario, and every decision. */
import { describe, expect, it } from 'vitest';
import { recordScenario } from '../../console/agent-platform/recording/record-scenario.ts';
import type {
  ExecutionDetail,
  ExecutionEvent,
  ExecutionEventList,
  ExecutionList,
} from '../../generated/control-agent-platform/types.ts';
import type { RecordList } from '../../generated/control/types.ts';
import type { ExecutionResult } from '../../generated/service/types.ts';
import { builtInScenarios } from '../../mock/agent-platform/scenarios/built-in.ts';
import { baseUrl, useMock } from '../support/mock-client.ts';
import { continueRun } from '../support/run-events.ts';

const service = useMock();

type Decision = 'approved' | 'denied' | 'timeout';

/** Plays a scenario to its end; returns its events and those of its sub-agents. */
async function play(scenario: string, decision: Decision) {
  let result: ExecutionResult = await service.run(scenario);
  const { executionId } = result;
  for (let pauses = 0; result.status === 'paused'; pauses += 1) {
    expect(pauses).toBeLessThan(10);
    if (decision === 'timeout') {
      await service.advance('PT10M');
      break;
    }
    result = await continueRun(service, result, decision);
  }
  const { body } = await service.get<ExecutionDetail>(`/_mock/executions/${executionId}`);
  const children = await Promise.all(body.childExecutionIds.map(eventsOf));
  return {
    id: executionId,
    events: await eventsOf(executionId),
    children,
    approvers: await approversOf(executionId),
  };
}

async function approversOf(executionId: string): Promise<ReadonlyMap<string, string>> {
  const { body } = await service.get<RecordList>(`/_mock/records/approvals?q=${executionId}`);
  return new Map(body.records.map(({ id, approver }) => [String(id), String(approver)]));
}

async function eventsOf(id: string): Promise<readonly ExecutionEvent[]> {
  const { body } = await service.get<ExecutionEventList>(`/_mock/executions/${id}/events?limit=1000`);
  expect(body.events).toHaveLength(body.total);
  return body.events;
}

const TIMES =
  /^(?:startedAt|completedAt|awaitedAt|skippedAt|timestamp|durationMs|executionTime|timeToFirstTokenMs)$/;
const ID = /^(?:exec|turn|model|text|reason|call|appr|art|media|src|crawl)_[0-9a-hjkmnp-tv-z]{16}$/;

/** Returns events without their times, and with ids numbered in the order of their appearance. */
function comparable(events: readonly ExecutionEvent[]): unknown {
  const ids = new Map<string, string>();
  return JSON.parse(
    JSON.stringify(events.map(({ segment, event }) => ({ segment, ...event }))),
    (name, value: unknown) => {
      if (TIMES.test(name)) return undefined;
      if (typeof value !== 'string' || !ID.test(value)) return value;
      const known = ids.get(value) ?? `${value.split('_')[0]}_${ids.size}`;
      ids.set(value, known);
      return known;
    },
  ) as unknown;
}

async function expectSame(scenario: string, decision: Decision): Promise<void> {
  const first = await play(scenario, decision);
  const { scenario: recorded } = recordScenario({ ...first, baseUrl });
  const { status, text } = await service.put(`/_mock/scenarios/${recorded.name}`, recorded);
  expect(status, `${text} ${JSON.stringify(recorded.steps)}`).toBe(200);
  const second = await play(recorded.name, decision);
  expect(comparable(second.events)).toEqual(comparable(first.events));
  expect(second.children.map(comparable)).toEqual(first.children.map(comparable));
  expect([...second.approvers.values()]).toEqual([...first.approvers.values()]);
}

describe('an execution copied as a scenario', () => {
  it.each(builtInScenarios.map(({ name }) => name))('plays the events of %s again', async (name) => {
    await expectSame(name, 'approved');
  });

  it.each(['approval', 'approval-end-user', 'subagent-approval', 'everything'])(
    'plays the events of %s again when the approval is denied',
    async (name) => {
      await expectSame(name, 'denied');
    },
  );

  it.each(['approval', 'approval-timeout', 'subagent-approval', 'crawl', 'durable-poll'])(
    'plays the events of %s again when its time runs out',
    async (name) => {
      await expectSame(name, 'timeout');
    },
  );

  it('plays the events of a sub-agent again without the stream of its own execution', async () => {
    const first = await play('subagent', 'approved');
    const { scenario, remarks } = recordScenario({ id: first.id, events: first.events });
    await service.put(`/_mock/scenarios/${scenario.name}`, scenario);
    const second = await play(scenario.name, 'approved');
    expect(comparable(second.events)).toEqual(comparable(first.events));
    expect(remarks).toEqual(['Sub-agents are recorded without what only their own streams have.']);
  });

  it('sends events without a separate step again', () => {
    const at = '2026-03-04T09:15:02.000Z';
    const handover = { type: 'handover', executionId: 'exec_1', seq: 3, startedAt: at, to: 'Ada' };
    const types = ['execution_start', 'turn_start', 'turn_complete'];
    const events = [...types.map((type, seq) => ({ type, executionId: 'exec_1', seq })), handover];
    const timed = events.map((event) => ({ seq: event.seq, at, segment: 0, event }));
    const { scenario } = recordScenario({ id: 'exec_1', events: timed });
    expect(scenario.steps).toEqual([{ event: { type: 'handover', to: 'Ada' } }]);
  });

  it('repeats texts that look like placeholders as closely as a scenario can', async () => {
    await service.putScenario('braces', [{ say: '{{lastMessage}}' }]);
    const messages = [{ role: 'user', content: 'Write {{output.find_order}} here' }];
    const { executionId } = await service.run('braces', { messages });
    const { scenario, remarks } = recordScenario({ id: executionId, events: await eventsOf(executionId) });
    expect(scenario.steps).toEqual([{ say: 'Write { {output.find_order}} here' }]);
    expect(remarks).toHaveLength(1);
  });

  it('is a valid scenario for every execution of the sample data', async () => {
    const { body } = await service.get<ExecutionList>('/_mock/executions?limit=200');
    for (const { id } of body.executions) {
      const { scenario } = recordScenario({ id, events: await eventsOf(id) });
      const { status, text } = await service.put(`/_mock/scenarios/${scenario.name}?dryRun=true`, scenario);
      expect(status, `${id}: ${text}`).toBe(200);
    }
  });
});
