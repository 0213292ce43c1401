/** `backlot diff`: compares two states of the documents. */
import {
  nameBeside,
  nameState,
  openState,
  pairTargets,
  type DocumentChoice,
  type StateFiles,
  type StateProblem,
  type TargetPair,
} from '../generator/diff/compared-state.ts';
import { compareDocuments } from '../generator/diff/comparison.ts';
import type { Impact } from '../generator/diff/catalogue/effect.ts';
import { writeJson } from '../generator/diff/report/report-json.ts';
import { writeMarkdown } from '../generator/diff/report/report-markdown.ts';
import { writeText } from '../generator/diff/report/report-text.ts';
import { verdictOf, type ComparedTarget, type DiffReport } from '../generator/diff/report/report.ts';
import type { Diagnostic } from '../generator/diagnostics/diagnostics.ts';
import { defineCommand, flag, option, readChoice, UsageError } from './command.ts';
import { writeDiffAnnotations } from './output/diff-annotations.ts';
import { choosePaint } from './output/paint.ts';
import { printDiagnostics } from './output/print-outcome.ts';
import { documentOptions, overlayOption, withOverlays } from './source-options.ts';

const formats = ['text', 'markdown', 'json', 'github'] as const;
const failOns = ['breaking', 'risky', 'none'] as const;

const command = defineCommand({
  name: 'diff',
  positionals: 'OLD NEW',
  description:
    'Reports changes in operations, parameters, responses, schemas, events and security, and whether they are breaking, risky or compatible for programs that read what the service sends and for programs that write to it.\n\nOLD and NEW are a document (a file, or an http or https address), a folder, or a git revision (main, v1.2, HEAD~1; git:main if a path has the same name). In a folder or revision the targets of backlot.config.yaml are compared, else openapi.yaml and asyncapi.yaml.',
  options: {
    openapi: option('FILE', 'OpenAPI document, in both folders or revisions'),
    asyncapi: documentOptions.asyncapi,
    overlay: { ...overlayOption, help: `${overlayOption.help}; to both sides` },
    config: option('FILE', 'configuration, in both folders or revisions'),
    format: { ...option('FORMAT', 'text (default), markdown, json or github'), default: 'text' },
    'fail-on': {
      ...option('IMPACT', 'exit with 1 on breaking (default) or risky changes, or none'),
      default: 'breaking',
    },
    all: flag('include cosmetic changes'),
    verbose: flag('include document diagnostics'),
  },
  exitCodes: '0 no such changes, 1 changes as of --fail-on, 2 invalid arguments or unreadable documents.',
});

interface Call {
  readonly before: string;
  readonly after: string;
  readonly choice: DocumentChoice;
  readonly overlays: readonly string[];
  readonly format: (typeof formats)[number];
  readonly failOn: (typeof failOns)[number];
  readonly isAll: boolean;
  readonly isVerbose: boolean;
}

/** Compares two states of the documents. */
export async function runDiff(args: readonly string[]): Promise<number> {
  const call = readCall(args);
  if (typeof call === 'number') return call;
  const opened = await openStates(call, process.cwd());
  if ('problem' in opened) return fail(opened);
  try {
    const pairs = pairTargets(opened.before.targets, opened.after.targets);
    return 'problem' in pairs ? fail(pairs) : await compareTargets(pairs, call);
  } finally {
    await opened.before.close();
    await opened.after.close();
  }
}

async function compareTargets(pairs: readonly TargetPair[], call: Call): Promise<number> {
  const targets: ComparedTarget[] = [];
  for (const { name, before, after } of pairs) {
    const { comparison, diagnostics } = await compareDocuments(
      withOverlays(before, call.overlays),
      withOverlays(after, call.overlays),
    );
    if (comparison === null) {
      const { before: old, after: fresh } = diagnostics;
      process.stderr.write(
        `${[...diagnosticLines(call.before, old), ...diagnosticLines(call.after, fresh)].join('\n')}\n`,
      );
      return 2;
    }
    if (call.isVerbose)
      process.stderr.write(printDiagnostics([...diagnostics.before, ...diagnostics.after], true).join('\n'));
    targets.push({ name, comparison });
  }
  const report = { targets, isAll: call.isAll };
  process.stdout.write(writers[call.format](report));
  return failing[call.failOn].includes(verdictOf(report)) ? 1 : 0;
}

const writers: Record<Call['format'], (report: DiffReport) => string> = {
  text: (report) => {
    const paint = choosePaint(false, process.stdout, process.env);
    return writeText(report, (meaning, text) => paint(meanings[meaning], text));
  },
  markdown: writeMarkdown,
  json: writeJson,
  github: writeDiffAnnotations,
};

/** The verdicts that make the command fail. */
const failing: Record<Call['failOn'], readonly (Impact | null)[]> = {
  breaking: ['breaking'],
  risky: ['breaking', 'risky'],
  none: [],
};

const meanings = { breaking: 'bad', risky: 'warn', compatible: 'good', quiet: 'muted' } as const;

function fail({ problem, diagnostics }: StateProblem): number {
  process.stderr.write([...printDiagnostics(diagnostics, false), `${problem}\n`].join('\n'));
  return 2;
}

function diagnosticLines(side: string, diagnostics: readonly Diagnostic[]): string[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return errors.length === 0 ? [] : [`${side} can't be read.`, '', ...printDiagnostics(errors, false)];
}

interface OpenStates {
  readonly before: StateFiles;
  readonly after: StateFiles;
}

async function openStates(call: Call, cwd: string): Promise<OpenStates | StateProblem> {
  const names = { before: await nameState(call.before, cwd), after: await nameState(call.after, cwd) };
  if ('problem' in names.before) return names.before;
  if ('problem' in names.after) return names.after;
  const before = await openState(nameBeside(names.before, names.after, cwd), call.choice, cwd);
  if ('problem' in before) return before;
  const after = await openState(nameBeside(names.after, names.before, cwd), call.choice, cwd);
  if (!('problem' in after)) return { before, after };
  await before.close();
  return after;
}

function readCall(args: readonly string[]): Call | number {
  return command.read(args, ({ values, positionals }) => {
    const [before, after, ...others] = positionals;
    if (before === undefined || after === undefined || others.length > 0)
      throw new UsageError('Name two states: OLD and NEW.');
    const { openapi = null, asyncapi, config = null } = values;
    return {
      before,
      after,
      choice: { openapi, asyncapi, config },
      overlays: values.overlay,
      format: readChoice('--format', values.format, formats),
      failOn: readChoice('--fail-on', values['fail-on'], failOns),
      isAll: values.all,
      isVerbose: values.verbose,
    };
  });
}
