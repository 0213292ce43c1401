/** Checks the recording of a run: a whole stream, or the events of a JSON result. */
import type { Contract } from '../../contract/contract.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import type { Basis } from '../model/check.ts';
import type { Exchange, RecordedResponse, StreamFrame } from '../model/exchange.ts';
import type { CheckResult, Problem } from '../model/finding.ts';
import { parseJson } from '../model/json-fields.ts';
import { checkForm, provenanceOfBasis } from './check-form.ts';
import { eventTypesOf, type EventTypes } from './event-types.ts';
import { createStreamChecker, type StreamChecker } from './stream-checker.ts';
import { readEvent } from './stream-event.ts';
import { readForm, readStreamRequest, type StreamRequestInput } from './stream-request.ts';
import type { RunState, StreamContext } from './stream-rule.ts';
import type { StreamMemory, StreamOperation, StreamSupport } from './stream-support.ts';

/** Checks the streams of one part of an implementation; those that continue a run with the events before them. */
export interface StreamInspector {
  /** Checks the form of a response. Shape: empty for an operation that does not stream. */
  checkForm(
    operation: ContractOperation,
    body: string | null,
    response: RecordedResponse,
  ): readonly CheckResult[];
  /**
   * Checks the form of a response, and every event of its stream.
   *
   * Shape: one result for each check, with all of its problems; empty for other operations and without a response.
   */
  checkStream(operation: ContractOperation, exchange: Exchange): readonly CheckResult[];
  /**
   * Checks the events of a JSON result like those of a stream, and reports the problems as S19. Shape: empty for any
   * other response.
   */
  checkResult(operation: ContractOperation, exchange: Exchange): readonly CheckResult[];
  /** Creates the checker of a stream; without its request, fewer problems of a resumed run can be detected. */
  open(operation: ContractOperation, request: StreamRequestInput | null): StreamChecker;
}

/** Checks that need frames, or that the schema of the body already covers. */
const streamOnlyChecks: ReadonlySet<string> = new Set(['S02', 'S03', 'S04', 'S07', 'S08', 'S17', 'S21']);

/** The events of longer results are not checked one by one; the schema check of the body still applies. */
const MAX_LISTED = 10_000;

/** Creates the inspector of a part of an implementation. */
export function createStreamInspector<Run extends RunState>(
  contract: Contract,
  support: StreamSupport<Run>,
): StreamInspector {
  return new Inspector(contract, support);
}

class Inspector<Run extends RunState> implements StreamInspector {
  readonly #contract: Contract;
  readonly #support: StreamSupport<Run>;
  readonly #memory: StreamMemory<Run>;
  readonly #bases: ReadonlyMap<string, Basis>;

  constructor(contract: Contract, support: StreamSupport<Run>) {
    this.#contract = contract;
    this.#support = support;
    this.#memory = support.createMemory();
    this.#bases = new Map(support.checks.map(({ id, basis }) => [id, basis]));
  }

  checkForm(
    operation: ContractOperation,
    body: string | null,
    response: RecordedResponse,
  ): readonly CheckResult[] {
    const form = readForm(operation, parseJson(body ?? ''));
    return checkForm(operation, this.#support.operationOf(operation), form, response);
  }

  checkStream(operation: ContractOperation, { request, response }: Exchange): readonly CheckResult[] {
    if (operation.stream === null || response === null) return [];
    const form = this.checkForm(operation, request.body, response);
    if (response.body.kind !== 'stream' || response.status >= 300) return form;
    const checker = this.open(operation, request);
    const { frames, end, rest } = response.body.stream;
    return [...form, ...join([...takeAll(checker, frames), ...checker.end({ end, rest })])];
  }

  checkResult(operation: ContractOperation, { request, response }: Exchange): readonly CheckResult[] {
    if (response?.body.kind !== 'json' || response.status >= 300) return [];
    const result = this.#support.readResult(operation, response.body.value);
    if (result === null || result.events.length > MAX_LISTED) return [];
    const { union, events, at, status } = result;
    const row = this.#support.operationOf(operation);
    const types = eventTypesOf(this.#contract, union);
    const context = this.#createContext(operation, row, types, request);
    const checker = this.#createChecker(context, row.isResultStated);
    const frames = events.map((value, index) => listedFrame(index + 1, value));
    const checkResults = join([
      ...takeAll(checker, frames),
      ...checker.end({ end: 'closed', rest: '', status }),
    ]);
    const problems = checkResults
      .filter(({ check }) => !streamOnlyChecks.has(check))
      .flatMap(({ check, problems: list }) => list.map((problem) => this.#listProblem(check, problem, at)));
    const read = frames.flatMap((frame) => readEvent(frame, types) ?? []);
    return [{ check: 'S19', problems: [...problems, ...this.#support.checkResult(read, status)] }];
  }

  open(operation: ContractOperation, request: StreamRequestInput | null): StreamChecker {
    const row = this.#support.operationOf(operation);
    const types = eventTypesOf(this.#contract, operation.stream?.stream ?? '');
    return this.#createChecker(this.#createContext(operation, row, types, request), row.isStreamStated);
  }

  #createContext(
    operation: ContractOperation,
    { runEntry }: StreamOperation,
    types: EventTypes,
    input: StreamRequestInput | null,
  ): StreamContext<Run> {
    const mayRepeat = (body: unknown): boolean => this.#support.mayRepeat(runEntry, body);
    const request = readStreamRequest(
      { contract: this.#contract, operation, types, runEntry, mayRepeat },
      input,
    );
    const { traits } = this.#support;
    return { operation, request, types, traits, run: this.#memory.newRun(false), hasUnreadableFrames: false };
  }

  #createChecker(context: StreamContext<Run>, isStated: boolean): StreamChecker {
    const { rules } = this.#support;
    return createStreamChecker({ context, memory: this.#memory, rules, bases: this.#bases, isStated });
  }

  /** Converts a problem of a stream into one of a JSON result with the same basis. */
  #listProblem(check: string, problem: Problem, path: string): Problem {
    const basis = this.#bases.get(check);
    const own = basis === undefined ? null : provenanceOfBasis(this.#contract, basis);
    const [, number = '', property] = /^event (\d+)(?:: (.+))?$/.exec(problem.at) ?? [];
    const place = number === '' ? path : `${path}.${Number(number) - 1}`;
    return {
      ...problem,
      message: `${check}: ${problem.message}`,
      at: property === undefined ? place : `${place}.${property}`,
      severity: problem.severity ?? own?.severity ?? 'warn',
      facts: problem.facts ?? (problem.assumption == null ? (own?.facts ?? []) : []),
      assumption: problem.assumption ?? own?.assumption ?? null,
    };
  }
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
