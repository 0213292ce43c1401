/**
 * The numbers of a run are consistent in every built-in scenario and at every pace, on a frozen clock.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { describe, expect, it } from 'vitest';
import type { ExecutionStreamEvent } from '../../generated/service/types.ts';
import { executionStreamEventTypes } from '../../generated/service/events.ts';
import { builtInScenarios } from '../../mock/agent-platform/scenarios/built-in.ts';
import { grammarProblems } from '../support/stream-grammar.ts';
import { openMock, type MockClient } from '../support/mock-client.ts';
import { continueRun } from '../support/run-events.ts';

type Fields = ExecutionStreamEvent & Readonly<Record<string, unknown>>;
const names = builtInScenarios.map(({ name }) => name);
const agent = '/v1/agents/agent_support/executions';

/** Plays a scenario to its end; time passes in the world as long as the run needs it. */
async function play(runs: MockClient, scenario: string, decision: 'approved' | 'denied' = 'approved') {
  let result = await finished(runs, runs.run(scenario));
  const segments = [result.events];
  while (result.status === 'paused') {
    result = await finished(runs, continueRun(runs, result, decision));
    segments.push(result.events);
  }
  return { executionId: result.executionId, segments, events: segments.flat() as readonly Fields[] };
}

async function finished<T>(runs: MockClient, response: Promise<T>): Promise<T> {
  const waiting = { isDone: false };
  const done = response.finally(() => (waiting.isDone = true));
  for (let second = 0; !waiting.isDone && second < 200; second += 1) {
    await runs.advance('PT1S');
    await new Promise(setImmediate);
  }
  return done;
}

function sumOf(events: readonly Fields[], type: string, read: (event: Fields) => number): number {
  return events
    .filter((event) => event.type === type && !('subagent' in event))
    .reduce((sum, event) => sum + read(event), 0);
}

const timeFields = ['startedAt', 'completedAt', 'awaitedAt', 'skippedAt', 'timestamp'];
const tokensOf = (event: Fields) =>
  (event['tokens'] as { input: number; output: number } | undefined) ?? { input: 0, output: 0 };
const costOf = (event: Fields) => Number(event['cost'] ?? 0);

describe.each(['instant', 'fast', 'real'] as const)('at pace %s', (pace) => {
  // @fact F-6.1-001 F-6.1.2-002
  it.each(names)('the numbers of %s are consistent', async (name) => {
    const runs = await openMock({ pace });
    const { executionId, segments, events } = await play(runs, name);
    expect(grammarProblems(segments)).toEqual([]);

    const times = events.flatMap((event) =>
      timeFields.flatMap((field) => (field in event ? [String(event[field])] : [])),
    );
    expect(times).toEqual([...times].sort());

    const [start] = events;
    const last = events.at(-1);
    const elapsed = Date.parse(String(last?.['completedAt'])) - Date.parse(String(start?.['startedAt']));
    for (const type of ['model_call_complete', 'step_complete', 'tool_complete'])
      expect(
        sumOf(events, type, (event) => Number(event['durationMs'] ?? event['executionTime'])),
      ).toBeLessThanOrEqual(elapsed);
    if (last?.type === 'execution_complete') {
      expect(last.durationMs).toBe(elapsed);
      const input = sumOf(events, 'model_call_complete', (event) => tokensOf(event).input);
      const output = sumOf(events, 'model_call_complete', (event) => tokensOf(event).output);
      expect(last.totalTokens).toEqual({ input, output });
      expect(last.totalTokensUsed).toBe(input + output);
      expect(last.totalCost).toBeCloseTo(sumOf(events, 'model_call_complete', costOf), 6);
      const steps = sumOf(events, 'step_complete', (event) => Number(event['tokensUsed']));
      const turns = sumOf(events, 'turn_complete', (event) => tokensOf(event).input + tokensOf(event).output);
      expect(turns + steps).toBe(input + output);
    }

    const { body } = await runs.get(`${agent}/${executionId}`);
    if (last?.type === 'execution_complete')
      expect(body).toMatchObject({
        startedAt: start?.['startedAt'],
        completedAt: last.completedAt,
        totalTokens: last.totalTokens,
        iterations: last.iterations,
      });
    const rows = await runs.get(`${agent}/${executionId}/tool-calls`);
    for (const row of (rows.body as { data: { id: string; executionTimeMs: number; createdAt: string }[] })
      .data) {
      const call = events.filter(({ toolCallId }) => toolCallId === row.id);
      expect(row.createdAt).toBe(call.find(({ type }) => type === 'tool_start')?.['startedAt']);
      expect(row.executionTimeMs).toBe(call.find(({ type }) => type === 'tool_complete')?.['executionTime']);
    }
    for (const { toolCallId } of events.filter(({ type }) => type === 'tool_input_delta')) {
      const parts = events.filter((event) => event['toolCallId'] === toolCallId);
      const text = parts
        .flatMap((event) => (event.type === 'tool_input_delta' ? [event.delta] : []))
        .join('');
      expect(JSON.parse(text)).toEqual(parts.find(({ type }) => type === 'tool_start')?.['parameters']);
    }
    for (const medium of events.filter(({ type }) => type === 'media_complete')) {
      const text = events.flatMap((event) =>
        event.type === 'media_delta' && event.id === medium['id'] ? [event.delta] : [],
      );
      if (text.length > 0) expect(text.join('')).toBe(medium['data'] ?? medium['url']);
    }
    await runs.close();
  });
});

describe('the built-in scenarios emit', () => {
  /** Values that no run can emit, and why. */
  const impossible: Readonly<Record<string, string>> = {
    'execution_error.outcome completed': 'a run that completed ends with execution_complete',
    'execution_error.stopReason end_turn': 'a run that fails does not end its turn',
    'execution_error.stopReason max_tool_calls': 'a run at its limit ends with execution_complete',
    'execution_error.stopReason length': 'a run at the limit of its model ends with execution_complete',
    'execution_error.stopReason content_filter': 'a filtered run ends with execution_complete',
  };

  it('every event and every value of every enum, with `subagent` wherever the contract has it', async () => {
    const runs = await openMock();
    const seen = new Set<string>();
    for (const name of names)
      for (const decision of ['approved', 'denied'] as const)
        for (const event of (await play(runs, name, decision)).events) note(event.type, event, seen);
    const expired = await runs.run('approval-timeout');
    await runs.advance('PT1M');
    for (const event of await runs.rejoin(expired.executionId)) note(event.type, event, seen);
    await runs.close();
    const documented = [...executionStreamEventTypes, ...documentedValues()];
    const wanted = documented.filter((value) => !(value in impossible));
    expect(wanted.length).toBeGreaterThan(100);
    expect(wanted.filter((value) => !seen.has(value))).toEqual([]);
  });
});

/** Records each value of an event under its path; array items share one. */
function note(path: string, value: unknown, seen: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) note(path, item, seen);
  else if (typeof value === 'object' && value !== null) {
    seen.add(path);
    for (const [name, member] of Object.entries(value)) note(`${path}.${name}`, member, seen);
  } else seen.add(`${path} ${String(value)}`);
}

interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** Reads the enums of the events from the contract, and where it has `subagent` and `attributes`. */
function documentedValues(): readonly string[] {
  const folder = join(import.meta.dirname, '../../spec/shared/events');
  return readdirSync(folder).flatMap((file) => valuesOf(join(folder, file), file.replace('.yaml', '')));
}

function valuesOf(file: string, path: string): readonly string[] {
  return readSchema(parse(readFileSync(file, 'utf8')) as Schema, join(file, '..'), path);
}

function readSchema(
  { $ref, enum: values = [], properties = {}, items }: Schema,
  folder: string,
  path: string,
): readonly string[] {
  if ($ref !== undefined) return valuesOf(join(folder, $ref), path);
  return [
    ...values.map((value) => `${path} ${value}`),
    ...(items === undefined ? [] : readSchema(items, folder, path)),
    ...Object.entries(properties).flatMap(([name, schema]) => [
      ...(name === 'subagent' || name === 'attributes' ? [`${path}.${name}`] : []),
      ...readSchema(schema, folder, `${path}.${name}`),
    ]),
  ];
}
