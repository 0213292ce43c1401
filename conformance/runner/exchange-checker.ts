/** Checks every exchange of a run with every rule. Runs sequentially, in the order in which exchanges end. */
import type { Contract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import type { CoverageMeter } from '../coverage/measure-coverage.ts';
import { createEvidenceCollector } from '../model/evidence.ts';
import type { ExchangeRule, World } from '../model/exchange-rule.ts';
import type { Exchange } from '../model/exchange.ts';
import type { CheckResult } from '../model/finding.ts';
import type { ResultCollector } from '../results/result-collector.ts';
import type { Coverage } from '../model/run-report.ts';

export interface ExchangeChecker {
  /** Adds an exchange. */
  see(exchange: Exchange, world: World): void;
  /** Resolves when all exchanges are checked. */
  settle(): Promise<void>;
  /** Compares all exchanges so far. Shape: `isCutShort` is whether the run has spent its budget. */
  compareAll(isCutShort?: boolean): void;
  coverage(): readonly Coverage[];
  kept(): readonly Exchange[];
}

/** Dependencies of a checker. Shape: `keepsExchanges` is whether exchanges are kept for the report. */
export interface ExchangeCheckerOptions {
  readonly contract: Contract;
  readonly rules: readonly ExchangeRule[];
  readonly collector: ResultCollector;
  readonly meter: CoverageMeter;
  readonly keepsExchanges: boolean;
  /** Returns how findings describe the origin of an exchange; `undefined` for its method and path. */
  readonly labelOf?: (exchange: Exchange) => string | undefined;
}

export function createExchangeChecker(options: ExchangeCheckerOptions): ExchangeChecker {
  const { contract, collector, meter, keepsExchanges, labelOf } = options;
  const operations = operationsOf(contract);
  const rules = options.rules.map((rule) => rule.open(contract));
  const exchanges: Exchange[] = [];
  const evidence = createEvidenceCollector({ body: 4 * 1024 * 1024, all: 48 * 1024 * 1024 });
  let queue: Promise<void> = Promise.resolve();

  async function check(exchange: Exchange, world: World): Promise<void> {
    meter.see(exchange);
    const { operation: id, method, path } = exchange.request;
    const operation = id === null ? operations.match(method, path) : operations.byId(id);
    if (operation === null) return;
    const seen = { exchange, operation, pathValues: operations.pathValues(method, path), world };
    const checkResults: CheckResult[] = [];
    for (const rule of rules) checkResults.push(...(await rule.take(seen)));
    for (const checkResult of checkResults)
      collector.record(operation.id, checkResult, {
        exchanges: [exchange],
        origin: { label: labelOf?.(exchange) ?? `${method} ${path}` },
      });
  }

  return {
    see(exchange, world) {
      if (keepsExchanges) exchanges.push(...evidence.keep([exchange]));
      queue = queue.then(() => check(exchange, world));
    },
    settle: () => queue,
    compareAll(isCutShort = false) {
      for (const rule of rules)
        for (const { subject, exchange, label, ...checkResult } of rule.compare?.(isCutShort) ?? []) {
          const { method, path } = exchange.request;
          const origin = { label: label ?? labelOf?.(exchange) ?? `${method} ${path}` };
          collector.record(subject, checkResult, { exchanges: [exchange], origin });
        }
    },
    coverage() {
      meter.recordFacts(collector.enforcedFacts());
      return meter.report();
    },
    kept: () => exchanges,
  };
}
