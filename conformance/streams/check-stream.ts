/** Checks the recording of a run: a whole stream, or the events of a JSON result. */
import { severityOf } from '../model/check.ts';
import { operationById, operationOf, type Operation } from '../schema-location/operations.ts';
import { assumptionSeverity } from '../schema-location/provenance.ts';
import type { ExchangeRule } from '../model/exchange-rule.ts';
import type { Exchange, StreamFrame } from '../model/exchange.ts';
import type { CheckResult, Problem } from '../model/finding.ts';
import { streamChecks } from './checks.ts';
import { checkForm } from './check-form.ts';
import { createStreamMemory, type StreamMemory } from './stream-memory.ts';
import { createStreamChecker, type StreamCheckerOptions, type StreamChecker } from './stream-checker.ts';
import { impliedOutcome } from './endings.ts';
import { isFields, readEvent } from './stream-event.ts';
import { readStreamRequest } from './stream-request.ts';
import type { Ending } from './stream-rule.ts';

/** S01 to S28. */
export const streamRule: ExchangeRule = {
  open() {
    const memories = new WeakMap<object, StreamMemory>();
    return {
      take({ exchange, world: { key } }) {
        if (exchange.response === null) return [];
        const memory = memories.get(key) ?? createStreamMemory();
        memories.set(key, memory);
        return [...checkStream(exchange, memory), ...checkResultEvents(exchange, memory)];
      },
    };
  },
};

/**
 * Checks the response of an operation that can stream: its form, and every event of the stream.
 *
 * Shape: one result for each check, with all of its problems; empty for other operations and without a response.
 */
export function checkStream(
  exchange: Exchange,
  memory: StreamMemory,
  options: Pick<StreamCheckerOptions, 'isFlushChecked'> = {},
): readonly CheckResult[] {
  const operation = operationFor(exchange);
  if (operation?.stream == null || exchange.response === null) return [];
  const { request, response } = exchange;
  const form = checkForm(operation, readStreamRequest(operation, request), response);
  if (response.body.kind !== 'stream' || response.status >= 300) return form;
  const checker = createStreamChecker(operation, memory, { ...options, request });
  const { frames, end, rest } = response.body.stream;
  return [...form, ...join([...takeAll(checker, frames), ...checker.end({ end, rest })])];
}

/** Checks that need frames, or that the schema of the body already covers. */
const streamOnlyChecks: ReadonlySet<string> = new Set(['S02', 'S03', 'S04', 'S07', 'S08', 'S17', 'S21']);

/** The events of longer results are not checked one by one; the schema check of the body still applies. */
const MOST_LISTED = 10_000;

/**
 * Checks the events of a JSON result like those of a stream, and reports the problems as S19.
 *
 * Shape: empty for any other response.
 */
export function checkResultEvents(exchange: Exchange, memory: StreamMemory): readonly CheckResult[] {
  const operation = operationFor(exchange);
  const { request, response } = exchange;
  if (operation == null || !returnsResults(operation)) return [];
  if (response?.body.kind !== 'json' || response.status >= 300 || !isFields(response.body.value)) return [];
  const { events, status } = response.body.value;
  if (!Array.isArray(events)) return [];
  const checker = createStreamChecker(operation, memory, { request, isListed: true });
  if (events.length > MOST_LISTED) return [];
  const frames = events.map((value, index) => listedFrame(index + 1, value));
  const expected = readStatus(status);
  const checkResults = join([
    ...takeAll(checker, frames),
    ...checker.end({ end: 'closed', rest: '', status: expected }),
  ]);
  const problems = checkResults
    .filter(({ check }) => !streamOnlyChecks.has(check))
    .flatMap(({ check, problems: list }) => list.map((problem) => listed(check, problem)));
  return [{ check: 'S19', problems: [...problems, ...checkStatus(frames, expected)] }];
}

function operationFor({ request: { operation, method, path } }: Exchange): Operation | null {
  return (operation === null ? null : operationById(operation)) ?? operationOf(method, path);
}

function returnsResults({ responses }: Operation): boolean {
  return responses.some(({ status, check }) => status === 200 && check?.name === 'ExecutionResult');
}

function takeAll(checker: StreamChecker, frames: readonly StreamFrame[]): readonly CheckResult[] {
  return frames.flatMap((frame) => checker.take(frame));
}

/** Merges the results of each check into one. */
function join(checkResults: readonly CheckResult[]): readonly CheckResult[] {
  const problems = new Map<string, Problem[]>();
  for (const { check, problems: list } of checkResults) {
    const before = problems.get(check);
    if (before === undefined) problems.set(check, [...list]);
    else before.push(...list);
  }
  return [...problems].map(([check, list]) => ({ check, problems: list }));
}

function listedFrame(number: number, value: unknown): StreamFrame {
  return { number, at: 0, event: null, id: null, data: '', size: 0, value, problem: null };
}

function readStatus(status: unknown): Ending['status'] {
  return status === 'completed' || status === 'paused' || status === 'failed' ? status : null;
}

const bases = new Map(streamChecks.map(({ id, basis }) => [id, basis]));

/** Converts a problem of a stream into one of a JSON result with the same basis. */
function listed(check: string, problem: Problem): Problem {
  const basis = bases.get(check);
  const [, number = '', property] = /^event (\d+)(?:: (.+))?$/.exec(problem.at) ?? [];
  const place = number === '' ? 'body.events' : `body.events.${Number(number) - 1}`;
  return {
    ...problem,
    message: `${check}: ${problem.message}`,
    at: property === undefined ? place : `${place}.${property}`,
    severity: problem.severity ?? (basis === undefined ? 'warn' : severityOf(basis, assumptionSeverity)),
    facts: problem.facts ?? (problem.assumption == null && basis?.kind === 'facts' ? basis.ids : []),
    assumption: problem.assumption ?? (basis?.kind === 'assumption' ? basis.id : null),
  };
}

/** Checks that the status of a result agrees with its terminal event. */
function checkStatus(frames: readonly StreamFrame[], status: Ending['status']): readonly Problem[] {
  if (status !== 'completed' && status !== 'failed') return [];
  const end = frames.map(readEvent).findLast((event) => event !== null && impliedOutcome(event) !== null);
  const implied = end == null ? null : impliedOutcome(end);
  if (end == null || implied === null || (implied === 'completed') === (status === 'completed')) return [];
  const message = `S14: The result is ${status}, but its run ended with ${end.type}.`;
  return [{ message, at: 'body.status', severity: 'warn', facts: ['F-6.1.1-454', 'F-6.1.1-455'] }];
}
