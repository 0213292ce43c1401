/** Removes findings that only repeat the cause of another one. */
import type { Finding } from './finding.ts';

/** Rules whose findings keep a schema from being read at all. */
const causes: ReadonlySet<string> = new Set(['no-unresolved-refs', 'struct']);

/** Start of the message of the example rules when the schema itself can't be compiled. */
const notCompiled = 'Example validation errored:';

const unresolved = "Can't resolve $ref: ";
const unparsed = 'Failed to parse: ';

/**
 * Removes duplicates, references to a file that can't be parsed, and examples of a schema that can't be compiled when the
 * reason is among the findings.
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
