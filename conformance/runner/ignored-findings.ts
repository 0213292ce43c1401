/** Removes the findings that the configuration ignores, and counts them for the report. */
import { isSelectedCheck, type Config, type IgnoredRule } from '../config/config.ts';
import type { Finding } from '../model/finding.ts';

export interface IgnoredFindings {
  /** Returns whether a rule ignores a finding, and counts it. */
  take(finding: Finding): boolean;
  /** Returns a sentence for each rule, with its reason. */
  notices(): readonly string[];
}

export function createIgnoredFindings({ ignore }: Pick<Config, 'ignore'>): IgnoredFindings {
  const counts = ignore.map(() => new Set<string>());
  return {
    take(finding) {
      // Why: a check that failed to run is not a choice of the service.
      if (finding.verdict === 'error') return false;
      const index = ignore.findIndex((rule) => isIgnored(rule, finding));
      counts[index]?.add(finding.fingerprint);
      return index >= 0;
    },
    notices: () => ignore.map((rule, index) => noticeOf(rule, counts[index]?.size ?? 0)),
  };
}

function isIgnored({ check, subject, at }: IgnoredRule, finding: Finding): boolean {
  return (
    isSelectedCheck({ only: [check] }, finding.check) &&
    (subject === null || subject === finding.subject) &&
    (at === null || withoutNumbers(at) === withoutNumbers(finding.at))
  );
}

/** Why: the place of a problem contains the index of an item or an event, which differs between runs. */
function withoutNumbers(at: string): string {
  return at.replaceAll(/\d+/g, 'N');
}

function noticeOf({ check, subject, at, reason }: IgnoredRule, count: number): string {
  const rule = [check, subject, at].filter((part) => part !== null).join(' ');
  if (count === 0) return `Nothing to ignore was found for ${rule} (${reason}).`;
  return `Ignored ${count === 1 ? 'one finding' : `${count} findings`} of ${rule}: ${reason}`;
}
