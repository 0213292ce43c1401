/** Writes a trace as the two documents for readers: the assumptions, and where each fact is kept. */
import type { AssumptionDefinition } from './marks.ts';
import type { Trace, TracedFact } from './run-trace.ts';

const generated = '<!-- Written by `npm run trace`. Do not edit. -->';

/** Returns the documents by path, relative to the project. */
export function writeDocs(trace: Trace): ReadonlyMap<string, string> {
  return new Map([
    ['docs/assumptions.md', writeAssumptions(trace)],
    ['docs/traceability.md', writeTraceability(trace)],
  ]);
}

function writeAssumptions(trace: Trace): string {
  const rows = [...trace.marks.definitions]
    .sort((a, b) => orderOf(a).localeCompare(orderOf(b)))
    .map(({ id, text, reason, check, pointer }) =>
      row([id, text, reason, check, `\`spec/${trace.contract.fileOf(pointer)}\``]),
    );
  return [
    generated,
    '',
    '# Assumptions',
    '',
    'What the source leaves open, and what this contract decided. `check` is how a conformance check treats an',
    'implementation that decided otherwise: `off` says nothing, `warn` reports it, `error` fails it. The number of an',
    'assumption is that of the question behind it; the others have names.',
    '',
    `${rows.length} assumptions.`,
    '',
    row(['Id', 'Decision', 'Reason', 'Check', 'Where']),
    row(['---', '---', '---', '---', '---']),
    ...rows,
    '',
  ].join('\n');
}

/** Numbered ones first, in the order of their numbers. */
function orderOf({ id }: AssumptionDefinition): string {
  return /^A-\d/.test(id) ? `0 ${id}` : `1 ${id}`;
}

function writeTraceability(trace: Trace): string {
  const sections = [...Map.groupBy(trace.facts, ({ fact }) => fact.section)];
  return [
    generated,
    '',
    '# Traceability',
    '',
    'Every statement of the source is a fact with an id. A fact is kept in the contract when a program finds it there as',
    'stated, or for prose where a description says it and names the id. A test keeps it when it carries the id as a tag.',
    'A fact about behaviour that no test can show is listed [at the end](#what-no-test-can-show), with the reason.',
    '',
    row(['Section', 'Facts', 'Contract', 'Tests', 'Cannot be shown']),
    row(['---', '---:', '---:', '---:', '---:']),
    ...sections.map(([section, facts]) => row([section, ...counts(facts)])),
    row(['all', ...counts(trace.facts)]),
    ...sections.flatMap(([section, facts]) => [
      '',
      `## Section ${section}`,
      '',
      row(['Fact', 'About', 'Contract', 'Tests']),
      row(['---', '---', '---', '---']),
      ...facts.map((traced) => factRow(trace, traced)),
    ]),
    '',
    '## What no test can show',
    '',
    row(['Fact', 'About', 'Statement', 'Reason']),
    row(['---', '---', '---', '---']),
    ...trace.facts.flatMap(({ fact, untested }) =>
      untested === null ? [] : [row([fact.id, `\`${fact.subject}\``, fact.text, untested])],
    ),
    '',
  ].join('\n');
}

function counts(facts: readonly TracedFact[]): readonly string[] {
  return [
    facts.length,
    facts.filter(({ resolution }) => resolution.ok).length,
    facts.filter(({ tests }) => tests.length > 0).length,
    facts.filter(({ untested }) => untested !== null).length,
  ].map(String);
}

function factRow(trace: Trace, { fact, resolution, tests, untested }: TracedFact): string {
  const files = resolution.ok ? [...new Set(resolution.where.map(trace.contract.fileOf))] : [];
  const [first, ...others] = files;
  const where =
    first === undefined ? '—' : `${first}${others.length > 0 ? ` and ${others.length} more` : ''}`;
  const testFiles = [...new Set(tests.map(({ file }) => file.replace(/^test\//, '')))].sort();
  const tested = untested === null ? '—' : 'cannot be shown';
  return row([fact.id, `\`${fact.subject}\``, where, testFiles.length === 0 ? tested : testFiles.join(' ')]);
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
