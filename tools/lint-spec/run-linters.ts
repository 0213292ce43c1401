/** Runs Redocly's linter with tools/lint-spec/redocly.yaml and reads its findings. */
import { spawn } from 'node:child_process';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Parser, fromFile } from '@asyncapi/parser';
import type { Finding } from './finding.ts';

/** One document as Redocly reports it with `--format json`. */
interface RedoclyReport {
  readonly problems: readonly {
    readonly ruleId: string;
    readonly severity: 'error' | 'warn';
    readonly message: string;
    readonly location: readonly {
      readonly source: { readonly ref: string };
      readonly start?: { readonly line: number; readonly col: number };
    }[];
  }[];
}

/**
 * Lints documents of a project.
 *
 * Shape: `documents` are paths or the names that the configuration gives them; all of the configured ones when empty.
 * Errors: throws with the linter's output when it reports nothing, as for a configuration that it cannot read.
 */
export async function runRedocly(
  project: string,
  documents: readonly string[] = [],
): Promise<readonly Finding[]> {
  const cli = join(project, 'node_modules/@redocly/cli/bin/cli.js');
  const options = ['--config', 'tools/lint-spec/redocly.yaml', '--format', 'json', '--max-problems', '1000'];
  const child = spawn(process.execPath, [cli, 'lint', ...documents, ...options], {
    cwd: project,
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', REDOCLY_TELEMETRY: 'off', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const reports = readReports(output);
  if (reports.length === 0) throw new Error(`Redocly reported nothing.\n${complaints.trim()}`);
  return reports.flatMap(({ problems }) => problems.map((problem) => readProblem(project, problem)));
}

/** Reads the concatenated reports of several documents. */
export function readReports(output: string): readonly RedoclyReport[] {
  return output
    .split(/(?<=^\})\s*(?=\{)/m)
    .filter((part) => part.trim() !== '')
    .map((part) => JSON.parse(part) as RedoclyReport);
}

function readProblem(
  project: string,
  { ruleId, severity, message, location }: RedoclyReport['problems'][number],
): Finding {
  const [place] = location;
  return {
    file: place?.source.ref ?? '?',
    line: place?.start?.line ?? 1,
    column: place?.start?.col ?? 1,
    severity: severity === 'error' ? 'error' : 'warning',
    rule: ruleId,
    message: withAdvice(
      message
        .trim()
        .replaceAll(/\s*\n\s*/g, ' ')
        .replaceAll(`${project}/`, ''),
    ),
  };
}

/** Adds a fix where the linter only reports the problem. */
function withAdvice(message: string): string {
  return message.includes('`nullable`') ? `${message} Write \`type: [string, 'null']\`.` : message;
}

/** Severities of the parser; hints and notes are omitted. */
const severities = new Map<number, Finding['severity']>([
  [0, 'error'],
  [1, 'warning'],
]);

/** Checks a document of a project. `path` is relative to the project. */
export async function runAsyncapiParser(project: string, path: string): Promise<readonly Finding[]> {
  const { diagnostics } = await fromFile(new Parser(), join(project, path)).parse();
  return diagnostics.flatMap(({ code, message, severity, range, source }) => {
    const counted = severities.get(severity);
    if (counted === undefined) return [];
    return [
      {
        file: source === undefined ? path : relative(project, toPath(source)),
        line: range.start.line + 1,
        column: range.start.character + 1,
        severity: counted,
        rule: String(code),
        message,
      },
    ];
  });
}

function toPath(source: string): string {
  return source.startsWith('file:') ? fileURLToPath(source) : source;
}
