/** Runs one check on exchanges, as the run that found the problem did. */
import { checkCase } from '../requests/expectation.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import type { Check } from '../model/check.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Finding, CheckResult } from '../model/finding.ts';
import { createResultCollector } from '../runner/result-collector.ts';
import { checkResponse } from '../responses/check-response.ts';
import { checkResultEvents, checkStream } from '../streams/check-stream.ts';
import { createStreamMemory } from '../streams/stream-memory.ts';
import type { CaseFile } from './case-file.ts';
import type { ReplayJob } from './replay-call.ts';

/**
 * Runs the check on the last exchange.
 *
 * Shape: `null` if the check needs more than recorded exchanges, so that it must be run completely.
 */
export async function recheck(
  { check, file, options }: ReplayJob,
  exchanges: readonly Exchange[],
): Promise<readonly Finding[] | null> {
  const last = exchanges.at(-1);
  if (last === undefined) return null;
  const checkResults = (await checkResultsOf(check, file, exchanges, last)).filter(
    (each) => each.check === check.id,
  );
  if (checkResults.length === 0) return null;
  const collector = createResultCollector(catalogue(options.plugin));
  const evidence = { exchanges, origin: file.origin };
  return checkResults.flatMap((checkResult) => collector.record(file.subject, checkResult, evidence));
}

async function checkResultsOf(
  check: Check,
  { origin }: CaseFile,
  exchanges: readonly Exchange[],
  last: Exchange,
): Promise<readonly CheckResult[]> {
  switch (check.family) {
    case 'response':
      return checkResponse(last);
    case 'stream':
      return checkStreams(exchanges);
    case 'access':
    case 'positive':
    case 'negative': {
      const { expectation } = origin;
      if (expectation === undefined) return [];
      return [{ check: check.id, problems: checkCase(check.id, last, expectation) }];
    }
    case 'request':
    case 'pack':
      return [];
  }
}

/** Checks all streams, returns the results of the last. Why: a resumed stream is checked with the events before it. */
function checkStreams(exchanges: readonly Exchange[]): readonly CheckResult[] {
  const memory = createStreamMemory();
  let checkResults: readonly CheckResult[] = [];
  for (const exchange of exchanges)
    checkResults = [...checkStream(exchange, memory), ...checkResultEvents(exchange, memory)];
  return checkResults;
}
