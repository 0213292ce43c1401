/**
 * Checks every exchange of a run: responses, streams, coverage. Runs sequentially, in the order in which exchanges end.
 */
import type { Contract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import type { CoverageMeter } from '../coverage/measure-coverage.ts';
import { createEvidenceKeeper } from '../model/evidence.ts';
import type { Exchange } from '../model/exchange.ts';
import type { ResultCollector } from './result-collector.ts';
import { createRegistrationCounter } from '../responses/registration-counter.ts';
import { createRecordKeeper } from '../responses/record-keeper.ts';
import { createTimeKeeper } from '../responses/response-times.ts';
import type { Problem } from '../model/finding.ts';
import { createRejectionKeeper } from '../responses/rejection-keeper.ts';
import { createTypeKeeper, type ComparedOperation } from '../responses/type-keeper.ts';
import { checkResponse } from '../responses/check-response.ts';
import type { Coverage } from './run-report.ts';
import { checkResultEvents, checkStream } from '../streams/check-stream.ts';
import { createPaceKeeper, type PaceKeeper } from '../streams/pace-keeper.ts';
import type { StreamMemory } from '../streams/stream-memory.ts';

/** The part of an implementation to which a request was sent; its records and streams are compared with each other. */
export interface World {
  readonly contract: Contract;
  readonly baseUrl: string;
  /** Whether a check makes the implementation fail on purpose. */
  readonly isProvoked: boolean;
  /** Whether a driver can advance its clock. */
  readonly hasClock: boolean;
  /** The state of earlier streams, for streams that continue them. */
  readonly memory: StreamMemory;
}

/** Checks exchanges as they end. */
export interface ExchangeChecker {
  /** Adds an exchange. */
  see(exchange: Exchange, world: World): void;
  /** Resolves when all exchanges are checked. */
  settle(): Promise<void>;
  /**
   * Compares the response times and types of all exchanges so far, and when the events of their streams arrived.
   * Shape: `isCutShort` is whether the run has spent its budget.
   */
  compareAll(isCutShort?: boolean): void;
  coverage(): readonly Coverage[];
  kept(): readonly Exchange[];
}

/** Without so many responses a missing one may be due to the connection. */
const FEWEST_RESPONSES = 10;

/** Creates a checker. Shape: `keeps` is whether exchanges are kept for the report. */
export function createExchangeChecker(
  collector: ResultCollector,
  meter: CoverageMeter,
  keeps: boolean,
): ExchangeChecker {
  const times = createTimeKeeper();
  const paces = createPaceKeeper();
  const types = createTypeKeeper();
  const rejections = createRejectionKeeper();
  const records = createRecordKeeper();
  const registrations = createRegistrationCounter();
  const exchanges: Exchange[] = [];
  const keeper = createEvidenceKeeper({ body: 4 * 1024 * 1024, all: 48 * 1024 * 1024 });
  const existing = new Set<string>();
  let responses = 0;
  let queue: Promise<void> = Promise.resolve();

  async function checker(
    exchange: Exchange,
    { contract, baseUrl, isProvoked, hasClock, memory }: World,
  ): Promise<void> {
    meter.see(exchange);
    const { operation, method, path } = exchange.request;
    const operations = operationsOf(contract);
    const target = operation === null ? operations.match(method, path) : operations.byId(operation);
    if (target === null) return;
    if (exchange.response === null) {
      checkSilence(target.id, exchange);
      return;
    }
    times.see(exchange);
    paces.see(exchange);
    types.see(exchange);
    rejections.see(exchange, baseUrl);
    responses += 1;
    if (exchange.response.status < 300) existing.add(target.id);
    const evidence = { exchanges: [exchange], origin: { label: `${method} ${path}` } };
    const checkResults = [
      ...(await checkResponse(exchange, { isProvoked, exists: existing.has(target.id) })),
      ...records.see(exchange, baseUrl),
      ...(hasClock ? [] : registrations.see(exchange)),
      ...checkStream(exchange, memory),
      ...checkResultEvents(exchange, memory),
    ];
    for (const checkResult of checkResults) collector.record(target.id, checkResult, evidence);
  }

  /** Reports a request that got no response although others did. Why: a check ends some requests itself. */
  function checkSilence(subject: string, exchange: Exchange): void {
    const { failure, request } = exchange;
    if (responses < FEWEST_RESPONSES || failure === null || /abort/i.test(failure)) return;
    const label = `${request.method} ${request.path}`;
    collector.record(
      subject,
      { check: 'C06', problems: [silenceOf(subject, failure)] },
      { exchanges: [exchange], origin: { label } },
    );
  }

  return {
    see(exchange, world) {
      if (keeps) exchanges.push(...keeper.keep([exchange]));
      queue = queue.then(() => checker(exchange, world));
    },
    settle: () => queue,
    compareAll(isCutShort = false) {
      recordComparisons(collector, 'C10', times.compare(isCutShort));
      recordPaces(collector, paces);
      recordComparisons(collector, 'C20', types.compare());
      recordComparisons(collector, 'C21', rejections.compare());
    },
    coverage() {
      meter.seeFacts(collector.enforcedFacts());
      return meter.report();
    },
    kept: () => exchanges,
  };
}

/** Returns the problem of a request without a response. Why a timeout warns: the source limits no response time. */
function silenceOf(subject: string, failure: string): Problem {
  const limit = /within \d+ ms/.exec(failure)?.[0];
  return {
    message: `${subject} gave no response${limit === undefined ? '' : ` ${limit}`}.`,
    stable: `${subject} gave no response.`,
    at: 'response',
    severity: limit === undefined ? undefined : 'warn',
  };
}

/** Records how streams compare with each other. */
function recordPaces(collector: ResultCollector, paces: PaceKeeper): void {
  const pace = paces.compare();
  if (pace !== null)
    collector.record(
      'executeAgent',
      { check: 'S17', problems: pace.problems },
      { exchanges: [pace.exchange], origin: { label: 'the longest run' } },
    );
}

/** Records how the responses of operations compare with each other. */
function recordComparisons(
  collector: ResultCollector,
  check: string,
  results: readonly ComparedOperation[],
): void {
  for (const { subject, problems, exchange } of results)
    collector.record(
      subject,
      { check, problems },
      { exchanges: [exchange], origin: { label: `${exchange.request.method} ${exchange.request.path}` } },
    );
}
