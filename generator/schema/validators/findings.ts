/**
 * What the compilation of validators reports about schemas: one row per kind of finding. Defines the messages; the
 * stages report a code and a detail.
 */
import type { Severity } from '../../diagnostics/diagnostics.ts';
import type { Place } from '../../json/documents.ts';
import { placeAt } from '../../json/json.ts';

export type FindingCode =
  | 'VALIDATOR_FORMAT_UNKNOWN'
  | 'VALIDATOR_KEYWORD_DROPPED'
  | 'VALIDATOR_KEYWORD_UNKNOWN'
  | 'VALIDATOR_PATTERN_UNSAFE'
  | 'VALIDATOR_SCHEMA_OPEN';

export interface SchemaFinding {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly message: string;
  readonly cause: string;
  readonly fix: string;
  /** The position of the keyword. */
  readonly place: Place;
}

/**
 * Reports a finding.
 *
 * Shape: `pointer` starts with the file: `spec/schemas/Agent.yaml#/properties/name`; `meant` is the likely correct
 * spelling of a misspelt word.
 */
export type ReportFinding = (
  code: FindingCode,
  pointer: string,
  detail: string,
  meant?: string | null,
) => void;

interface Row {
  readonly severity: Severity;
  readonly describe: (detail: string) => string;
  readonly cause: string;
  readonly fix: string;
}

export const FINDINGS: { readonly [C in FindingCode]: Row } = {
  VALIDATOR_FORMAT_UNKNOWN: {
    severity: 'info',
    describe: (format) => `The format ${format} is not checked.`,
    cause: 'No validator exists for the format, so it is documentation only.',
    fix: 'Add a `pattern`, or keep it as documentation.',
  },
  VALIDATOR_KEYWORD_DROPPED: {
    severity: 'warning',
    describe: (reason) => `A keyword is not checked: ${reason}.`,
    cause: 'The validator compiler is known to give wrong results for it.',
    fix: 'Express the same with other keywords.',
  },
  VALIDATOR_KEYWORD_UNKNOWN: {
    severity: 'warning',
    describe: (keyword) => `\`${keyword}\` is not a keyword of JSON Schema or OpenAPI and has no effect.`,
    cause: 'It is misspelt, or an extension of a tool.',
    fix: 'Correct the spelling, or start the name with `x-`.',
  },
  VALIDATOR_PATTERN_UNSAFE: {
    severity: 'warning',
    describe: (pattern) => `The pattern ${pattern} is not checked.`,
    cause: 'It has nested repetitions, so a short string could block a server for hours.',
    fix: 'Separate the repetitions by a character that they do not match, or repeat only once.',
  },
  VALIDATOR_SCHEMA_OPEN: {
    severity: 'warning',
    describe: (reason) => `Any value is accepted for this schema: ${reason}.`,
    cause: 'It could not be compiled.',
    fix: 'Correct the schema.',
  },
};

/** Collects findings in the order of their reports, without duplicates. */
export function collectFindings(): {
  readonly report: ReportFinding;
  readonly findings: readonly SchemaFinding[];
} {
  const byKey = new Map<string, SchemaFinding>();
  const report: ReportFinding = (code, pointer, detail, meant = null) => {
    const { severity, describe, cause, fix } = FINDINGS[code];
    const message = meant === null ? describe(detail) : `${describe(detail)} Did you mean \`${meant}\`?`;
    const finding = { code, severity, message, cause, fix, place: placeAt(pointer) };
    byKey.set(JSON.stringify([code, pointer, detail]), finding);
  };
  return {
    report,
    get findings() {
      return [...byKey.values()];
    },
  };
}
