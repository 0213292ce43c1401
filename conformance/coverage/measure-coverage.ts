/** Measures how much of the contract a run covers: operations, statuses, parameters, enum members, events, facts. */
import type { Contract } from '../../contract/contract.ts';
import { expandFacts } from '../../contract/facts/facts.ts';
import { operationsOf } from '../../contract/operations.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Coverage } from '../model/run-report.ts';
import { recordExchange, type ObservedCoverage } from './record-coverage.ts';
import { listUniverse, streamEvents, type PolledEvents } from './universe.ts';

export interface CoverageMeter {
  /** Records an exchange. Shape: ignores one that matches no operation. */
  see(exchange: Exchange): void;
  /** Records the facts of a check that ran, passed or not. Errors: throws RangeError for an unknown fact id. */
  recordFacts(ids: readonly string[]): void;
  /** Returns covered and missing names, in the order of the contract. */
  report(): readonly Coverage[];
}

/** Creates an empty meter. Shape: `polled` is `null` if the API has no such events. */
export function createCoverageMeter(contract: Contract, polled: PolledEvents | null): CoverageMeter {
  const operations = operationsOf(contract);
  const covered: ObservedCoverage = {
    contract,
    polled,
    eventTypes: new Set(streamEvents(contract)),
    operations: new Set(),
    statuses: new Set(),
    parameters: new Set(),
    enumValues: new Set(),
    events: new Set(),
    facts: new Set(),
    done: new Set(),
  };
  return {
    see(exchange) {
      const { operation: id, method, path } = exchange.request;
      const operation = (id === null ? null : operations.byId(id)) ?? operations.match(method, path);
      if (operation !== null) recordExchange(covered, operation, exchange);
    },
    recordFacts(ids) {
      for (const id of expandFacts(contract, ids)) covered.facts.add(id);
    },
    report() {
      const all = listUniverse(contract, polled);
      return [
        count('operations', all.operations, covered.operations),
        count('statuses', all.statuses, covered.statuses),
        count('parameters', all.parameters, covered.parameters),
        count('enum members', all.enumValues, covered.enumValues),
        count('events', all.events, covered.events),
        count('facts', all.facts, covered.facts),
      ].filter(({ of }) => of > 0);
    },
  };
}

function count(what: string, all: readonly string[], seen: ReadonlySet<string>): Coverage {
  const missing = all.filter((each) => !seen.has(each));
  return { what, seen: all.length - missing.length, of: all.length, missing };
}
