/** Types of exchange rules: a rule sees the exchanges of a run one after the other, in the order in which they end. */
import type { Contract } from '../../contract/contract.ts';
import type { ContractOperation } from '../../contract/operations.ts';
import type { Exchange } from './exchange.ts';
import type { CheckResult } from './finding.ts';

/** The part of an implementation to which a request was sent; its records and streams are compared with each other. */
export interface World {
  /** The same object for every request to this part. */
  readonly key: object;
  readonly baseUrl: string;
  /** Whether a check makes the implementation fail on purpose. */
  readonly isProvoked: boolean;
  /** Whether a driver can advance its clock. */
  readonly hasClock: boolean;
}

/** An exchange of an operation. */
export interface OperationExchange {
  readonly exchange: Exchange;
  readonly operation: ContractOperation;
  /** The path parameters, still percent-encoded; empty if the path is not that of an operation. */
  readonly pathValues: Readonly<Record<string, string>>;
  readonly world: World;
}

/** The result of a comparison of several exchanges. Shape: `label` describes its origin; default: its request. */
export interface ExchangeComparison extends CheckResult {
  readonly subject: string;
  /** The exchange that shows the result best. */
  readonly exchange: Exchange;
  readonly label?: string;
}

/** A rule that runs on the exchanges of one run. */
export interface RunningExchangeRule {
  /** Checks an exchange, which may have no response. Shape: empty if the rule has nothing to check. */
  take(seen: OperationExchange): readonly CheckResult[] | Promise<readonly CheckResult[]>;
  /** Compares the exchanges so far, after the run. Shape: `isCutShort` is whether the run has spent its budget. */
  compare?(isCutShort: boolean): readonly ExchangeComparison[];
}

/** An exchange rule. */
export interface ExchangeRule {
  /** Starts the rule for one run. */
  open(contract: Contract): RunningExchangeRule;
}
