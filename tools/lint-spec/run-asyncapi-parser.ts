/** Checks an AsyncAPI document with @asyncapi/parser, which validates channels, messages and addresses; Redocly does not. */
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fromFile, Parser } from '@asyncapi/parser';
import type { Finding } from './finding.ts';

/** Severities of the parser; hints and notes are left out. */
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
