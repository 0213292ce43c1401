/** Builders of streams for tests, and the results of the stream checks. */
import {
  operationById,
  operationOf,
  type OperationId,
  agentPlatformContract,
} from '../../../../../conformance/agent-platform/contract.ts';
import type { ContractOperation } from '../../../../../contract/operations.ts';
import { severityOf, type Severity } from '../../../../../conformance/model/check.ts';
import { assumptionSeverity } from '../../../../../conformance/provenance/provenance.ts';
import type {
  Exchange,
  RecordedBody,
  RequestPlan,
  StreamCapture,
  CaptureEnd,
} from '../../../../../conformance/model/exchange.ts';
import type { CheckResult } from '../../../../../conformance/model/finding.ts';
import { executionStreams } from '../../../../../conformance/agent-platform/streams/stream-support.ts';
import type { StreamInspector } from '../../../../../conformance/streams/check-stream.ts';
import { recordStream } from '../../../../../conformance/http/record-stream.ts';
import { samples } from '../../../../../generated/service/samples.ts';

/** An event with any properties. */
export type LooseEvent = Readonly<Record<string, unknown>>;

const encoder = new TextEncoder();
const noCaps = { events: Number.MAX_SAFE_INTEGER, bytes: Number.MAX_SAFE_INTEGER };

/** Required properties of event types, besides `executionId` and `seq`; others have those of their samples. */
const requiredProperties: Readonly<Record<string, LooseEvent>> = {
  execution_start: { kind: 'agent', startedAt: '2026-03-04T09:12:40.000Z' },
  execution_complete: { kind: 'agent', success: true, outcome: 'completed' },
  execution_error: { kind: 'agent', error: 'It failed.', outcome: 'error' },
  turn_start: { id: 'turn_1', role: 'assistant' },
  turn_complete: { id: 'turn_1', role: 'assistant', stopReason: 'end_turn' },
  model_call_start: { id: 'model_1', ordinal: 1 },
  model_call_complete: { id: 'model_1', ordinal: 1 },
  step_start: { id: 'step_1' },
  step_complete: { id: 'step_1' },
  step_skip: { id: 'step_2' },
  text_start: { id: 'text_1' },
  text_delta: { id: 'text_1', delta: 'Hello' },
  text_complete: { id: 'text_1' },
  reasoning_start: { id: 'reason_1' },
  reasoning_delta: { id: 'reason_1', delta: 'Hm' },
  reasoning_complete: { id: 'reason_1' },
  media_start: { id: 'media_1', mediaType: 'image/png' },
  media_delta: { id: 'media_1', delta: 'AAAA' },
  media_complete: { id: 'media_1' },
  artifact_start: { id: 'art_1', artifactType: 'markdown' },
  artifact_delta: { id: 'art_1', delta: '# Hi' },
  artifact_update: { id: 'art_1', component: 'Card', props: {} },
  artifact_complete: { id: 'art_1' },
  state_snapshot: { state: { step: 1, items: ['a'] } },
  state_delta: { patch: [{ op: 'replace', path: '/step', value: 2 }] },
  tool_start: { toolCallId: 'call_1', toolName: 'find', toolType: 'custom' },
  tool_input_delta: { toolCallId: 'call_1', delta: '{}' },
  tool_input_complete: { toolCallId: 'call_1', parameters: {} },
  tool_output_delta: { toolCallId: 'call_1', delta: '…' },
  tool_complete: { toolCallId: 'call_1', success: true },
  approval_start: { approvalId: 'appr_1', toolName: 'refund' },
  approval_complete: { approvalId: 'appr_1', decision: 'approved', resolvedBy: 'user' },
  await: { toolCallId: 'call_1', toolName: 'find' },
  error: { error: 'A carrier did not answer.' },
  context_notice: {
    kind: 'compaction',
    phase: 'start',
    epoch: 1,
    tier: 1,
    reason: 'threshold',
    strategy: 'summary',
  },
  ping: { timestamp: '2026-03-04T09:12:41.000Z' },
  custom: { name: 'shop.found' },
};

/**
 * Creates the events of a run: each entry is a type, or a type with properties. `seq` counts from `from`; a property that is
 * `undefined` is omitted.
 */
export function events(
  list: readonly (string | readonly [type: string, properties: LooseEvent])[],
  from = 0,
  executionId = 'exec_1',
): readonly LooseEvent[] {
  return list.map((entry, index) => {
    const [type, properties] = typeof entry === 'string' ? [entry, {}] : entry;
    const required = requiredProperties[type] ?? (Reflect.get(samples, type) as LooseEvent | undefined);
    return { ...required, type, executionId, seq: from + index, ...properties };
  });
}

/**
 * Creates the events of a run from a list of types, each with properties: `text_delta{"delta":"a"}`. A property that is null
 * is omitted.
 */
export function run(text: string, from = 0): readonly LooseEvent[] {
  const list = [...text.matchAll(/(\w+)({.*?}+)?(?= \w|\s*$)/g)].map(
    ([, type = '', json = '{}']) => [type, JSON.parse(json) as LooseEvent] as const,
  );
  return events(list, from).map((event) =>
    Object.fromEntries(Object.entries(event).filter(([, value]) => value !== null)),
  );
}

/** A minimal run with one text. */
export const hello = [
  'execution_start',
  'turn_start',
  'text_start',
  'text_delta',
  'text_complete',
  'turn_complete',
  'execution_complete',
] as const;

/** Serializes events as frames. */
export function written(list: readonly LooseEvent[]): string {
  return list
    .map((event) => {
      const { type, seq } = event;
      const id = seq === undefined ? '' : `id: ${JSON.stringify(seq)}\n`;
      return `event: ${String(type)}\n${id}data: ${JSON.stringify(event)}\n\n`;
    })
    .join('');
}

/** Records a text as a stream. */
export function capture(text: string, end: CaptureEnd = 'closed'): StreamCapture {
  const recorder = recordStream(noCaps);
  recorder.push(encoder.encode(text), 1);
  return recorder.finish(end);
}

/** Options of a stream under test. Shape: `body` and `path` belong to its request. */
export interface StreamOptions {
  readonly operation?: string;
  readonly inspector?: StreamInspector;
  readonly end?: CaptureEnd;
  readonly body?: LooseEvent;
  readonly path?: string;
}

/** Creates an inspector of streams without any runs. */
export function newInspector(): StreamInspector {
  return executionStreams.createInspector(agentPlatformContract);
}

/** Checks a text as the stream that an operation returns. */
export function checkText(text: string, options: StreamOptions = {}): readonly CheckResult[] {
  const { operation: id = 'executeAgent', inspector = newInspector(), end = 'closed' } = options;
  const operation = named(id);
  const { frames, rest } = capture(text, end);
  const checker = inspector.open(operation, requestOf(operation, options));
  return [...frames.flatMap((frame) => checker.take(frame)), ...checker.end({ end, rest })];
}

export function checkEvents(
  list: readonly LooseEvent[],
  options: StreamOptions = {},
): readonly CheckResult[] {
  return checkText(written(list), options);
}

export function named(id: string): ContractOperation {
  return operationById(id as OperationId);
}

export function requestOf(
  { id, method, path }: ContractOperation,
  { body = {}, path: own }: Pick<StreamOptions, 'body' | 'path'> = {},
): RequestPlan {
  const filled = own ?? path.replace('{id}', 'agent_1').replace('{executionId}', 'exec_1');
  const text = method === 'GET' ? null : JSON.stringify(body);
  return { operation: id, method, path: filled, headers: [], body: text, profile: 'full' };
}

export function exchangeOf(
  id: string,
  request: Pick<StreamOptions, 'body' | 'path'>,
  body: RecordedBody,
  status = 200,
): Exchange {
  const types = { json: 'application/json', stream: 'text/event-stream', text: 'text/plain' } as const;
  const type = body.kind === 'none' || body.kind === 'bytes' ? null : types[body.kind];
  const headers = type === null ? {} : { 'content-type': type };
  return {
    ...{ number: 1, at: 0, request: requestOf(named(id), request), failure: null, durationMs: 1 },
    response: { status, headers, body },
  };
}

export function jsonBody(value: unknown): RecordedBody {
  return { kind: 'json', value, text: JSON.stringify(value) };
}

export function streamBody(list: readonly LooseEvent[]): RecordedBody {
  return { kind: 'stream', stream: capture(written(list)) };
}

function severityOfAssumption(id: string): Severity {
  return assumptionSeverity(agentPlatformContract, id);
}

/** Lists problems as `S06 warn event 3: seq`, without those of severity off. */
export function problemsOf(checkResults: readonly CheckResult[]): readonly string[] {
  return checkResults.flatMap(({ check, problems }) => {
    const row = executionStreams.checks.find(({ id }) => id === check);
    return problems.flatMap(({ severity, at }) => {
      const effective =
        severity ?? (row === undefined ? 'fail' : severityOf(row.basis, severityOfAssumption));
      return effective === 'off' ? [] : [`${check} ${effective} ${at}`];
    });
  });
}

/** Lists the checks that checked something and reported no problem. */
export function passesOf(checkResults: readonly CheckResult[]): readonly string[] {
  const failed = new Set(
    checkResults.filter(({ problems }) => problems.length > 0).map(({ check }) => check),
  );
  return [...new Set(checkResults.map(({ check }) => check))].filter((check) => !failed.has(check)).sort();
}

/** Checks an exchange like a run does. */
export function checkExchange(exchange: Exchange, inspector = newInspector()): readonly CheckResult[] {
  const { operation: id, method, path } = exchange.request;
  const operation = id === null ? operationOf(method, path) : named(id);
  if (operation === null) return [];
  return [...inspector.checkStream(operation, exchange), ...inspector.checkResult(operation, exchange)];
}
