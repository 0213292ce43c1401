/** The findings of all linters. */

export interface Finding {
  /** Path relative to the project. */
  readonly file: string;
  /** Counted from 1. */
  readonly line: number;
  /** Counted from 1. */
  readonly column: number;
  readonly severity: 'error' | 'warning';
  /** Name of the rule in its linter. */
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

/** Rules whose findings prevent a schema from being read at all. */
const causes: ReadonlySet<string> = new Set(['no-unresolved-refs', 'struct']);

/** Start of the message of the example rules when the schema itself can't be compiled. */
const notCompiled = 'Example validation errored:';

const unresolved = "Can't resolve $ref: ";
const unparsed = 'Failed to parse: ';

/**
 * Removes duplicates, references to a file that can't be parsed, and examples of a schema that can't be compiled when
 * the reason is among the findings.
 */
export function dropEchoes(findings: readonly Finding[]): readonly Finding[] {
  const distinct = [...new Map(findings.map((finding) => [keyOf(finding), finding])).values()];
  const parseErrors = new Set(
    distinct.flatMap(({ message }) => (message.startsWith(unparsed) ? [message.slice(unparsed.length)] : [])),
  );
  const hasCause = distinct.some(({ rule }) => causes.has(rule));
  return distinct.filter(
    ({ message }) =>
      !(message.startsWith(unresolved) && parseErrors.has(message.slice(unresolved.length))) &&
      !(hasCause && message.startsWith(notCompiled)),
  );
}

function keyOf({ file, line, column, rule, message }: Finding): string {
  return [file, line, column, rule, message].join('\n');
}
