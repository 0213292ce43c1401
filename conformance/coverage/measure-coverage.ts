/** Counts how much of the contract a run has seen: operations, statuses, parameters, enum members, events, facts. */
import { spellFacts } from '../schema-location/facts.ts';
import { operationById, operationOf } from '../schema-location/operations.ts';
import type { Exchange } from '../engine/exchange.ts';
import type { Coverage } from '../engine/run-report.ts';
import { seeExchange, type SeenAll } from './see-exchange.ts';
import { listUniverse } from './universe.ts';

/** Counts what it is told of. */
export interface CoverageMeter {
  /** Takes an exchange. Shape: one that means no operation counts for nothing. */
  see(exchange: Exchange): void;
  /** Takes the facts of a check that was made, passed or not. Errors: throws RangeError for an id that no fact has. */
  seeFacts(ids: readonly string[]): void;
  /** Returns what was covered and what was not, in the order of the contract. */
  report(): readonly Coverage[];
}

/** Starts to count. */
export function createCoverageMeter(): CoverageMeter {
  const covered: SeenAll = {
    operations: new Set(),
    statuses: new Set(),
    parameters: new Set(),
    enumMembers: new Set(),
    events: new Set(),
    facts: new Set(),
  };
  return {
    see(exchange) {
      const { operation: id, method, path } = exchange.request;
      const operation = (id === null ? undefined : operationById(id)) ?? operationOf(method, path);
      if (operation !== null) seeExchange(covered, operation, exchange);
    },
    seeFacts(ids) {
      for (const id of spellFacts(ids)) covered.facts.add(id);
    },
    report() {
      const all = listUniverse();
      return [
        count('operations', all.operations, covered.operations),
        count('statuses', all.statuses, covered.statuses),
        count('parameters', all.parameters, covered.parameters),
        count('enum members', all.enumMembers, covered.enumMembers),
        count('events', all.events, covered.events),
        count('facts', all.facts, covered.facts),
      ];
    },
  };
}

function count(what: string, all: readonly string[], seen: ReadonlySet<string>): Coverage {
  const missing = all.filter((each) => !seen.has(each));
  return { what, seen: all.length - missing.length, of: all.length, missing };
}
