/** Runs one check on exchanges, as the run that found the problem did. */
import type { Contract } from '../../contract/contract.ts';
import { operationsOf, type ContractOperation } from '../../contract/operations.ts';
import { checkCase } from '../requests/expectation.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Finding, CheckResult } from '../model/finding.ts';
import { createResultCollector } from '../results/result-collector.ts';
import { checkResponse } from '../responses/check-response.ts';
import type { ReplayJob, ReplayOptions } from './replay-call.ts';

/**
 * Runs the check on the last exchange.
 *
 * Shape: `null` if the check needs more than recorded exchanges, so that it must be run completely.
 */
export async function recheck(
  job: ReplayJob,
  exchanges: readonly Exchange[],
): Promise<readonly Finding[] | null> {
  const { check, file, options } = job;
  const last = exchanges.at(-1);
  if (last === undefined) return null;
  const checkResults = (await checkResultsOf(job, exchanges, last)).filter((each) => each.check === check.id);
  if (checkResults.length === 0) return null;
  const collector = createResultCollector(options.contract, catalogue(options.plugin));
  const evidence = { exchanges, origin: file.origin };
  return checkResults.flatMap((checkResult) => collector.record(file.subject, checkResult, evidence));
}

async function checkResultsOf(
  { check, file: { origin }, options }: ReplayJob,
  exchanges: readonly Exchange[],
  last: Exchange,
): Promise<readonly CheckResult[]> {
  switch (check.family) {
    case 'response':
      return checkResponses(options, last);
    case 'stream':
      return checkStreams(options, exchanges);
    case 'access':
    case 'positive':
    case 'negative': {
      const { expectation } = origin;
      if (expectation === undefined) return [];
      return [{ check: check.id, problems: checkCase(check.id, last, expectation) }];
    }
    case 'law':
    case 'request':
    case 'scenario':
      return [];
  }
}

async function checkResponses(
  { contract, plugin }: ReplayOptions,
  exchange: Exchange,
): Promise<readonly CheckResult[]> {
  const operation = operationOf(contract, exchange);
  return operation === null ? [] : checkResponse(operation, exchange, { traits: plugin.responses });
}

function operationOf(
  contract: Contract,
  { request: { operation, method, path } }: Exchange,
): ContractOperation | null {
  const operations = operationsOf(contract);
  return (operation === null ? null : operations.byId(operation)) ?? operations.match(method, path);
}

/** Checks all streams, returns the results of the last. Why: a resumed stream is checked with the events before it. */
function checkStreams(
  { contract, plugin }: ReplayOptions,
  exchanges: readonly Exchange[],
): readonly CheckResult[] {
  const inspector = plugin.streams.createInspector(contract);
  let checkResults: readonly CheckResult[] = [];
  for (const exchange of exchanges) {
    const operation = operationOf(contract, exchange);
    checkResults =
      operation === null
        ? []
        : [...inspector.checkStream(operation, exchange), ...inspector.checkResult(operation, exchange)];
  }
  return checkResults;
}
