/**
 * Checks every exchange of a run: responses, streams, coverage. Runs sequentially, in the order in which exchanges end.
 */
import { operationById, operationOf } from '../schema-location/operations.ts';
import type { CoverageMeter } from '../coverage/measure-coverage.ts';
import { createEvidenceKeeper } from '../evidence.ts';
import type { Exchange } from './exchange.ts';
import type { ResultCollector } from './result-collector.ts';
import { checkResponse } from '../checks/responses/check-response.ts';
import type { Coverage } from './run-report.ts';
import { checkResultEvents, checkStream } from '../checks/streams/check-stream.ts';
import { createStreamMemory, type StreamMemory } from '../checks/streams/stream-memory.ts';

/** Checks exchanges as they end. */
export interface ExchangeChecker {
  /** Adds an exchange; `isProvoked` if a check made the implementation fail on purpose. */
  see(exchange: Exchange, isProvoked?: boolean): void;
  /** Resolves when all exchanges are checked. */
  settle(): Promise<void>;
  /** The state of earlier streams, for streams that continue them. */
  readonly memory: StreamMemory;
  coverage(): readonly Coverage[];
  kept(): readonly Exchange[];
}

/** Creates a checker. Shape: `keeps` is whether exchanges are kept for the report. */
export function createExchangeChecker(
  collector: ResultCollector,
  meter: CoverageMeter,
  keeps: boolean,
): ExchangeChecker {
  const memory = createStreamMemory();
  const exchanges: Exchange[] = [];
  const keeper = createEvidenceKeeper({ body: 4 * 1024 * 1024, all: 48 * 1024 * 1024 });
  let queue: Promise<void> = Promise.resolve();

  async function checker(exchange: Exchange, isProvoked: boolean): Promise<void> {
    meter.see(exchange);
    const { operation, method, path } = exchange.request;
    const target = operation === null ? operationOf(method, path) : operationById(operation);
    if (target == null || exchange.response === null) return;
    const evidence = { exchanges: [exchange], origin: { label: `${method} ${path}` } };
    const checkResults = [
      ...(await checkResponse(exchange, { isProvoked })),
      ...checkStream(exchange, memory),
      ...checkResultEvents(exchange, memory),
    ];
    for (const checkResult of checkResults) collector.record(target.id, checkResult, evidence);
  }

  return {
    memory,
    see(exchange, isProvoked = false) {
      if (keeps) exchanges.push(...keeper.keep([exchange]));
      queue = queue.then(() => checker(exchange, isProvoked));
    },
    settle: () => queue,
    coverage() {
      meter.seeFacts(collector.enforcedFacts());
      return meter.report();
    },
    kept: () => exchanges,
  };
}
