/** Takes the credentials of a run out of its report. */
import type { RunReport } from '../run-report.ts';
import type { Secrets } from '../wire/secrets.ts';

/** Answers the same report with every known credential replaced by the name of its profile. */
export function redactReport(report: RunReport, secrets: Secrets): RunReport {
  return redactValue(report, (text) => secrets.redact(text)) as RunReport;
}

function redactValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [redact(name), redactValue(member, redact)]),
  );
}
