/** The findings of all linters. */

/** Something wrong in a document. */
export interface Finding {
  /** Path relative to the project. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  readonly severity: 'error' | 'warning';
  /** Name of the rule, as its linter knows it. */
  readonly rule: string;
  readonly message: string;
}

/**
 * Formats findings by file, in the order of their lines.
 *
 * Shape: empty for no findings; otherwise lines `file:line:column severity message (rule)` and a last line that counts.
 */
export function printFindings(findings: readonly Finding[]): string {
  if (findings.length === 0) return '';
  const lines = [...findings]
    .sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column)
    .map(
      ({ file, line, column, severity, message, rule }) =>
        `${file}:${line}:${column} ${severity} ${message} (${rule})`,
    );
  return [...lines, `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`].join('\n');
}
