/**
 * Judges exchanges by one check, as the run did that found the fault.
 */
import { judgeCase } from '../checks/requests/expectation.ts';
import { catalogue } from '../catalogue/catalogue.ts';
import type { Check } from '../check.ts';
import type { Exchange } from '../engine/exchange.ts';
import type { Finding, Judgement } from '../engine/finding.ts';
import { openLedger } from '../engine/ledger.ts';
import { judgeResponse } from '../checks/responses/check-response.ts';
import { judgeResultEvents, judgeStream } from '../checks/streams/judge-stream.ts';
import { openMemory } from '../checks/streams/memory.ts';
import type { CaseFile } from './case-file.ts';

/**
 * Judges the last exchange.
 *
 * Shape: `null` where the check judges more than an exchange, so that it has to be made as a whole.
 */
export async function judgeAgain(
  check: Check,
  file: CaseFile,
  exchanges: readonly Exchange[],
): Promise<readonly Finding[] | null> {
  const last = exchanges.at(-1);
  if (last === undefined) return null;
  const judgements = (await judgementsOf(check, file, exchanges, last)).filter(
    (each) => each.check === check.id,
  );
  if (judgements.length === 0) return null;
  const ledger = openLedger(catalogue());
  const evidence = { exchanges, origin: file.origin };
  return judgements.flatMap((judgement) => ledger.judge(file.subject, judgement, evidence));
}

async function judgementsOf(
  check: Check,
  { origin }: CaseFile,
  exchanges: readonly Exchange[],
  last: Exchange,
): Promise<readonly Judgement[]> {
  switch (check.family) {
    case 'response':
      return judgeResponse(last);
    case 'stream':
      return judgeStreams(exchanges);
    case 'access':
    case 'positive':
    case 'negative': {
      const { expectation } = origin;
      if (expectation === undefined) return [];
      return [{ check: check.id, problems: judgeCase(check.id, last, expectation) }];
    }
    case 'request':
    case 'pack':
      return [];
  }
}

/** Why: a stream that goes on is judged by what the ones before it told. */
function judgeStreams(exchanges: readonly Exchange[]): readonly Judgement[] {
  const memory = openMemory();
  let judgements: readonly Judgement[] = [];
  for (const exchange of exchanges)
    judgements = [...judgeStream(exchange, memory), ...judgeResultEvents(exchange, memory)];
  return judgements;
}
