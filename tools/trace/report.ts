/** Formats a trace for a terminal. */
import { styleText } from 'node:util';
import { isAccountedFor, type Trace } from './run-trace.ts';

/** A problem to fix. */
export interface Finding {
  readonly file: string;
  readonly message: string;
}

/** Lists the findings, unresolved facts first. */
export function listFindings(trace: Trace): readonly Finding[] {
  const { fileOf } = trace.contract;
  return [
    ...trace.contract.problems.map((message) => ({ file: 'spec', message })),
    ...trace.facts.flatMap((traced) => {
      const { fact, resolution } = traced;
      if (resolution.ok || isAccountedFor(traced)) return [];
      const file = resolution.near === null ? 'spec' : `spec/${fileOf(resolution.near)}`;
      return [{ file, message: `${fact.id} ${fact.subject}: ${resolution.problem}` }];
    }),
    ...trace.markProblems.map(({ place, message }) => ({
      file: place.startsWith('#') ? `spec/${fileOf(place)}` : place,
      message,
    })),
    ...trace.inventions.map(({ pointer, what }) => ({
      file: `spec/${fileOf(pointer)}`,
      message: `${what} has neither a fact nor an assumption; add an x-assumption or remove it`,
    })),
  ];
}

/**
 * Prints a trace.
 *
 * Shape: findings, `limit` of them at most, then how many facts the contract and the tests account for.
 */
export function printTrace(trace: Trace, limit: number): string {
  const findings = listFindings(trace);
  const shown = findings.slice(0, limit);
  const total = trace.facts.length;
  const inContract = trace.facts.filter(({ resolution }) => resolution.ok).length;
  const inTests = trace.facts.filter(({ proofs }) => proofs.length > 0).length;
  const listed = trace.facts.filter(({ untested }) => untested !== null).length;
  return [
    ...shown.map(({ file, message }) => `${styleText('red', '✗')} ${file}: ${message}`),
    ...(findings.length > shown.length
      ? [styleText('dim', `… and ${findings.length - shown.length} more; --all shows them`)]
      : []),
    `contract ${inContract} of ${total} facts`,
    `tests and checks ${inTests} of ${total} facts, ${listed} not testable, with a reason`,
    findings.length === 0
      ? styleText('green', 'every part of the contract has provenance')
      : styleText('red', `${findings.length} to fix`),
  ].join('\n');
}
