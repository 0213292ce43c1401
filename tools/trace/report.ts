/** Turns a trace into lines for a terminal. */
import { isAccountedFor, type Trace } from './run-trace.ts';

/** Colours of the report; plain text when they are switched off. */
export interface Paint {
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly dim: (text: string) => string;
}

/** Returns the colours for a terminal, or none. */
export function choosePaint(colours: boolean): Paint {
  const style = (code: number) => (text: string) => (colours ? `\u001b[${code}m${text}\u001b[0m` : text);
  return { red: style(31), green: style(32), dim: style(2) };
}

/** One thing to mend. */
export interface Finding {
  readonly file: string;
  readonly message: string;
}

/** Lists what is wrong, unresolved facts first. */
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
      message: `${what} leads back to no fact and no assumption; give it an x-assumption, or take it out`,
    })),
  ];
}

/**
 * Prints a trace.
 *
 * Shape: findings, `limit` of them at most, then how many facts the contract and the tests account for.
 */
export function printTrace(trace: Trace, limit: number, paint: Paint): string {
  const findings = listFindings(trace);
  const shown = findings.slice(0, limit);
  const total = trace.facts.length;
  const inContract = trace.facts.filter(({ resolution }) => resolution.ok).length;
  const inTests = trace.facts.filter(({ tests }) => tests.length > 0).length;
  const listed = trace.facts.filter(({ untested }) => untested !== null).length;
  return [
    ...shown.map(({ file, message }) => `${paint.red('✗')} ${file}: ${message}`),
    ...(findings.length > shown.length
      ? [paint.dim(`… and ${findings.length - shown.length} more; --all shows them`)]
      : []),
    `contract ${inContract} of ${total} facts`,
    `tests ${inTests} of ${total} facts, ${listed} cannot be shown, with a reason`,
    findings.length === 0
      ? paint.green('everything leads back to the source')
      : paint.red(`${findings.length} to mend`),
  ].join('\n');
}
