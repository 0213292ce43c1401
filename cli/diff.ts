/**
 * `backlot diff`: what changed between two states of the documents, and whom it breaks.
 */
import { styleText } from 'node:util';
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
import type { Impact } from '../generator/diff/effect.ts';
import { writeJson } from '../generator/diff/report/report-json.ts';
import { writeMarkdown } from '../generator/diff/report/report-markdown.ts';
import { writeText, type Paint } from '../generator/diff/report/report-text.ts';
import { verdictOf, type ComparedTarget, type DiffReport } from '../generator/diff/report/report.ts';
import type { Diagnostic } from '../generator/diagnostics.ts';
import { choiceProblem, parseArguments, refuseCall } from './arguments.ts';
import { printFindings } from './print-outcome.ts';

const usage = `Usage: backlot diff OLD NEW [options]

Tells what changed in operations, parameters, replies, schemas, events and security, and whether a change is breaking,
risky or compatible for programs that read what the service sends and for programs that write to it.

OLD and NEW are a document, a folder, or a git revision (main, v1.2, HEAD~1; git:main where a path has the same name).
In a folder or revision the targets of backlot.config.yaml are compared, else openapi.yaml and asyncapi.yaml.

  --openapi FILE    the OpenAPI document, in both folders or revisions
  --asyncapi FILE   an AsyncAPI document; may be given several times
  --config FILE     the configuration, in both folders or revisions
  --format FORMAT   text (default), markdown or json
  --fail-on IMPACT  exit with 1 on breaking (default), on risky too, or on none
  --all             tell texts and names that nothing depends on as well
  --verbose         tell what is not right about the documents themselves

Exit codes: 0 nothing that counts, 1 changes as --fail-on says, 2 the call is wrong or a document can't be read.
`;

const formats = ['text', 'markdown', 'json'] as const;
const failOns = ['breaking', 'risky', 'none'] as const;

interface Call {
  readonly isHelp: boolean;
  readonly before: string;
  readonly after: string;
  readonly choice: DocumentChoice;
  readonly format: (typeof formats)[number];
  readonly failOn: (typeof failOns)[number];
  readonly isAll: boolean;
  readonly isVerbose: boolean;
}

/** Compares two states of the documents. */
export async function runDiff(args: readonly string[]): Promise<number> {
  const call = readCall(args);
  if ('problem' in call) return refuseCall('diff', call.problem);
  if (call.isHelp) {
    process.stdout.write(usage);
    return 0;
  }
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
    const { comparison, diagnostics } = await compareDocuments(before, after);
    if (comparison === null) {
      const { before: old, after: fresh } = diagnostics;
      process.stderr.write(
        `${[...findingLines(call.before, old), ...findingLines(call.after, fresh)].join('\n')}\n`,
      );
      return 2;
    }
    if (call.isVerbose) {
      process.stderr.write(printFindings([...diagnostics.before, ...diagnostics.after], true).join('\n'));
    }
    targets.push({ name, comparison });
  }
  const report = { targets, isAll: call.isAll };
  process.stdout.write(writers[call.format](report));
  return failing[call.failOn].includes(verdictOf(report)) ? 1 : 0;
}

const writers: Record<Call['format'], (report: DiffReport) => string> = {
  text: (report) => writeText(report, paint),
  markdown: writeMarkdown,
  json: writeJson,
};

/** The verdicts that make the command fail. */
const failing: Record<Call['failOn'], readonly (Impact | null)[]> = {
  breaking: ['breaking'],
  risky: ['breaking', 'risky'],
  none: [],
};

const colours: Record<Parameters<Paint>[0], Parameters<typeof styleText>[0]> = {
  breaking: ['bold', 'red'],
  risky: ['bold', 'yellow'],
  compatible: ['bold', 'green'],
  quiet: 'dim',
};

/** Colours only what a terminal shows, and not where NO_COLOR asks for none. */
const paint: Paint = (meaning, text) => {
  const isWanted = process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '';
  return isWanted ? styleText(colours[meaning], text) : text;
};

function fail({ problem, diagnostics }: StateProblem): number {
  process.stderr.write([...printFindings(diagnostics, false), `${problem}\n`].join('\n'));
  return 2;
}

function findingLines(side: string, diagnostics: readonly Diagnostic[]): string[] {
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  return errors.length === 0 ? [] : [`${side} can't be read.`, '', ...printFindings(errors, false)];
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

function readCall(args: readonly string[]): Call | { readonly problem: string } {
  try {
    const { values, positionals } = parseArguments({
      args: [...args],
      allowPositionals: true,
      options: {
        openapi: { type: 'string' },
        asyncapi: { type: 'string', multiple: true, default: [] },
        config: { type: 'string' },
        format: { type: 'string', default: 'text' },
        'fail-on': { type: 'string', default: 'breaking' },
        all: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const [before, after] = positionals;
    const isCalled = before !== undefined && after !== undefined && positionals.length === 2;
    if (!values.help && !isCalled) return { problem: 'Name two states: OLD and NEW.' };
    const format = formats.find((known) => known === values.format);
    if (format === undefined) return { problem: choiceProblem('--format', values.format, formats) };
    const failOn = failOns.find((known) => known === values['fail-on']);
    if (failOn === undefined) return { problem: choiceProblem('--fail-on', values['fail-on'], failOns) };
    const { openapi = null, asyncapi, config = null } = values;
    return {
      isHelp: values.help,
      before: before ?? '',
      after: after ?? '',
      choice: { openapi, asyncapi, config },
      format,
      failOn,
      isAll: values.all,
      isVerbose: values.verbose,
    };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}
