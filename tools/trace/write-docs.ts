/** Renders a trace as the pages on assumptions and traceability. */
import type { AssumptionDefinition } from './contract/marks.ts';
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
    'Decisions of this contract where the source leaves something open. `check` is how a conformance check treats an',
    'implementation that differs: `off` ignores it, `warn` reports it, `error` fails it. The number of an',
    'assumption is that of the underlying question; other assumptions have names.',
    '',
    `${rows.length} assumptions.`,
    '',
    row(['Id', 'Decision', 'Reason', 'Check', 'Where']),
    row(['---', '---', '---', '---', '---']),
    ...rows,
    '',
  ].join('\n');
}

/** Sorts numbered assumptions first, by number. */
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
    'Every statement of the source is a fact with an id. The contract covers a fact when the trace finds it there as',
    'stated, or, for prose, in a description marked with the id. A test covers a fact when it has the id as a tag,',
    'a conformance check when it rests on the fact and passes on the mock, which a test ensures.',
    'Facts about behaviour that cannot be tested are listed [at the end](#not-testable), with the reason.',
    '',
    row(['Section', 'Facts', 'Contract', 'Tests and checks', 'Not testable']),
    row(['---', '---:', '---:', '---:', '---:']),
    ...sections.map(([section, facts]) => row([section, ...counts(facts)])),
    row(['all', ...counts(trace.facts)]),
    ...sections.flatMap(([section, facts]) => [
      '',
      `## Section ${section}`,
      '',
      row(['Fact', 'About', 'Contract', 'Tests and checks']),
      row(['---', '---', '---', '---']),
      ...facts.map((traced) => factRow(trace, traced)),
    ]),
    '',
    '## Not testable',
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
    facts.filter(({ proofs }) => proofs.length > 0).length,
    facts.filter(({ untested }) => untested !== null).length,
  ].map(String);
}

function factRow(trace: Trace, { fact, resolution, proofs, untested }: TracedFact): string {
  const files = resolution.ok ? [...new Set(resolution.where.map(trace.contract.fileOf))] : [];
  const by = [...new Set(proofs.map((proof) => proof.by))];
  const none = untested === null ? '—' : 'not testable';
  return row([fact.id, `\`${fact.subject}\``, abridge(files, 1) ?? '—', abridge(by, 3) ?? none]);
}

/** Joins the first names and counts the others. Shape: null for no names. */
function abridge(names: readonly string[], most: number): string | null {
  if (names.length === 0) return null;
  const others = names.length > most ? ` and ${names.length - most} more` : '';
  return `${names.slice(0, most).join(' ')}${others}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
