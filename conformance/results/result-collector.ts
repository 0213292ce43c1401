/**
 * Collects the results of checks: one outcome for each check and subject, with its findings. Turns problems into
 * findings by their provenance.
 */
import { createHash } from 'node:crypto';
import type { Contract } from '../../contract/contract.ts';
import { expandFacts } from '../../contract/facts/facts.ts';
import { operationsOf } from '../../contract/operations.ts';
import { severityOf, type Check } from '../model/check.ts';
import { assumptionSeverity, placeOfFacts, placeOfOperation } from '../provenance/provenance.ts';
import { createEvidenceCollector } from '../model/evidence.ts';
import type { Exchange } from '../model/exchange.ts';
import type {
  MissingName,
  CaseOrigin,
  Finding,
  CheckResult,
  Outcome,
  Problem,
  Verdict,
} from '../model/finding.ts';

/** The requests that led to a problem. */
export interface Evidence {
  readonly exchanges: readonly Exchange[];
  readonly origin: CaseOrigin;
  /** Set when the same case passed when it was sent again. */
  readonly isFlaky?: boolean;
}

export interface ResultCollector {
  /** Records the result of a check for one subject. A result without problems is a pass. */
  record(subject: string, checkResult: CheckResult, evidence: Evidence): readonly Finding[];
  /** Records that a check was skipped; ignored if it has another result. Shape: `missingNames` may be the reason. */
  skip(check: string, subject: string, reason: string, missingNames?: readonly MissingName[]): void;
  /** Records that a check failed to run. */
  fail(check: string, subject: string, message: string, evidence: Evidence): void;
  /** Adds to the time that a check has taken. Units: milliseconds. */
  spend(check: string, subject: string, ms: number): void;
  /** Counts the different findings so far. */
  countFindings(): number;
  /** Returns the ids of the facts that checks have enforced so far, each once. */
  enforcedFacts(): readonly string[];
  /** Returns every outcome, in the order of the catalogue, those of one check in the order of first results. */
  outcomes(): readonly Outcome[];
}

/** Maximum number of different findings per check and subject. */
const MAX_FINDINGS = 100;

interface Entry {
  readonly check: string;
  readonly subject: string;
  reason: string | null;
  missingNames: readonly MissingName[];
  count: number;
  durationMs: number;
  readonly findings: Map<string, Finding>;
}

/** Creates an empty collector for these checks; leaves out unwanted ones, and ignored findings. */
export function createResultCollector(
  contract: Contract,
  catalogue: ReadonlyMap<string, Check>,
  isWanted: (check: string, subject: string) => boolean = () => true,
  isIgnored: (finding: Finding) => boolean = () => false,
): ResultCollector {
  const entries = new Map<string, Entry>();
  const evidence = createEvidenceCollector();
  // Why counted: progress names it after each request.
  let count = 0;
  const positions = new Map([...catalogue.keys()].map((check, index) => [check, index]));
  const positionOf = (check: string): number => positions.get(check) ?? positions.size;
  const entryOf = (check: string, subject: string): Entry => {
    const key = `${check} ${subject}`;
    const existing = entries.get(key);
    if (existing !== undefined) return existing;
    const entry = createEntry(check, subject);
    entries.set(key, entry);
    return entry;
  };

  function add(entry: Entry, finding: Finding): Finding {
    const before = entry.findings.get(finding.fingerprint);
    if (before === undefined && entry.findings.size < MAX_FINDINGS) count += 1;
    else if (before === undefined) return addRest(entry, finding);
    const merged =
      before === undefined
        ? { ...finding, exchanges: evidence.keep(finding.exchanges) }
        : { ...before, count: before.count + 1 };
    entry.findings.set(finding.fingerprint, merged);
    return merged;
  }

  return {
    record(subject, { check, problems }, shown) {
      const row = catalogue.get(check);
      if (row === undefined) throw new RangeError(`There is no check ${check}.`);
      if (!isWanted(check, subject)) return [];
      const entry = entryOf(check, subject);
      entry.count += 1;
      return problems.flatMap((problem) => {
        const finding = findingOf(contract, { check: row, subject, problem, evidence: shown });
        return finding === null || isIgnored(finding) ? [] : [add(entry, finding)];
      });
    },
    skip(check, subject, reason, missingNames = []) {
      if (!isWanted(check, subject)) return;
      const entry = entryOf(check, subject);
      entry.reason ??= reason;
      if (entry.reason === reason) entry.missingNames = missingNames;
    },
    fail(check, subject, message, shown) {
      if (!isWanted(check, subject)) return;
      const entry = entryOf(check, subject);
      entry.count += 1;
      add(entry, errorOf(entry, message, shown));
    },
    spend(check, subject, ms) {
      if (isWanted(check, subject)) entryOf(check, subject).durationMs += ms;
    },
    countFindings: () => count,
    enforcedFacts: () => enforcedBy([...entries.values()], catalogue, contract),
    outcomes: () =>
      [...entries.values()]
        .sort((one, other) => positionOf(one.check) - positionOf(other.check))
        .map(outcomeOf),
  };
}

function createEntry(check: string, subject: string): Entry {
  return {
    check,
    subject,
    reason: null,
    missingNames: [],
    count: 0,
    durationMs: 0,
    findings: new Map<string, Finding>(),
  };
}

/** Creates the finding of a check that failed to run. */
function errorOf({ check, subject }: Entry, message: string, { exchanges, origin }: Evidence): Finding {
  return {
    fingerprint: fingerprintOf(check, subject, message),
    check,
    subject,
    verdict: 'error',
    message,
    at: '',
    place: null,
    facts: [],
    assumption: null,
    count: 1,
    origin,
    exchanges,
  };
}

/** Returns the facts of the checks that ran, each once. */
function enforcedBy(
  entries: readonly Entry[],
  catalogue: ReadonlyMap<string, Check>,
  contract: Contract,
): readonly string[] {
  const facts = entries.flatMap(({ check, count }) => {
    const basis = catalogue.get(check)?.basis;
    return count > 0 && basis?.kind === 'facts' ? expandFacts(contract, basis.ids) : [];
  });
  return [...new Set(facts)];
}

/** Counts the findings beyond the limit as one finding with the worst verdict. */
function addRest({ check, subject, findings }: Entry, finding: Finding): Finding {
  const message = `There are more than ${MAX_FINDINGS} different findings; the others are not listed.`;
  const fingerprint = fingerprintOf(check, subject, message);
  const before = findings.get(fingerprint);
  const rest: Finding = {
    ...finding,
    fingerprint,
    message,
    at: '',
    exchanges: [],
    verdict:
      before === undefined || isWorse(finding.verdict, before.verdict) ? finding.verdict : before.verdict,
    count: (before?.count ?? 0) + 1,
  };
  findings.set(fingerprint, rest);
  return rest;
}

function outcomeOf({ check, subject, reason, missingNames, count, durationMs, findings }: Entry): Outcome {
  const list = [...findings.values()];
  const verdict = count === 0 ? 'skip' : worst(list);
  return {
    check,
    subject,
    verdict,
    reason: verdict === 'skip' ? reason : null,
    ...(verdict === 'skip' && missingNames.length > 0 ? { missingNames } : {}),
    count,
    findings: list,
    durationMs,
  };
}

const order: readonly Verdict[] = ['error', 'fail', 'flaky', 'warn'];

function isWorse(one: Verdict, other: Verdict): boolean {
  return order.indexOf(one) < order.indexOf(other);
}

function worst(findings: readonly Finding[]): Verdict {
  return order.find((verdict) => findings.some((finding) => finding.verdict === verdict)) ?? 'pass';
}

interface ProblemReport {
  readonly check: Check;
  readonly subject: string;
  readonly problem: Problem;
  readonly evidence: Evidence;
}

/** Creates the finding of a problem; `null` if the severity of its basis is `off`. */
function findingOf(contract: Contract, { check, subject, problem, evidence }: ProblemReport): Finding | null {
  const { message, stable = message, at, place = null } = problem;
  const basis = check.basis;
  const severity = problem.severity ?? severityOf(basis, (id) => assumptionSeverity(contract, id));
  if (severity === 'off') return null;
  const assumption = problem.assumption ?? (basis.kind === 'assumption' ? basis.id : null);
  const ownFacts = problem.facts ?? (problem.assumption == null && basis.kind === 'facts' ? basis.ids : []);
  return {
    ...fingerprintsOf(check.id, subject, { at, stable }),
    check: check.id,
    subject,
    verdict: evidence.isFlaky === true ? 'flaky' : severity,
    message,
    at,
    place: place ?? placeOfFacts(contract, ownFacts) ?? placeOfLast(contract, evidence.exchanges),
    facts: expandFacts(contract, ownFacts),
    assumption: contract.provenance === null ? null : assumption,
    count: 1,
    origin: evidence.origin,
    exchanges: evidence.exchanges,
  };
}

/** Returns the location of the last request's operation. */
function placeOfLast(contract: Contract, exchanges: readonly Exchange[]): string | null {
  const request = exchanges.at(-1)?.request;
  if (request === undefined) return null;
  const operation = request.operation ?? operationsOf(contract).match(request.method, request.path)?.id;
  return operation === undefined ? null : placeOfOperation(contract, operation);
}

/** A status that a message names. */
const STATUS = /\b[1-5]\d\d\b/g;

/** Why statuses count only in problems with them: other numbers may be any, and another status is another fault. */
function fingerprintsOf(
  check: string,
  subject: string,
  { at, stable }: { readonly at: string; readonly stable: string },
): Pick<Finding, 'fingerprint' | 'formerFingerprint'> {
  const formerFingerprint = fingerprintOf(check, subject, `${at} ${stable}`);
  const statuses = at === 'status' ? (withoutTimes(stable).match(STATUS) ?? []) : [];
  if (statuses.length === 0) return { fingerprint: formerFingerprint };
  const fingerprint = fingerprintOf(check, subject, `${at} ${stable}`, statuses);
  return { fingerprint, formerFingerprint };
}

function withoutTimes(text: string): string {
  return text.replaceAll(/\b\d{4}-\d\d-\d\dT[\d:.]+Z?/g, 'TIME');
}

/** Why: ids, numbers and times differ between runs, so the fingerprint of a fault must not depend on them. */
function fingerprintOf(
  check: string,
  subject: string,
  what: string,
  statuses: readonly string[] = [],
): string {
  const stable = withoutTimes(what)
    .replaceAll(/\b[a-z]+_(?=\w*\d)\w{4,}\b/gi, 'ID')
    .replaceAll(/\d+/g, 'N');
  return createHash('sha256')
    .update([check, subject, stable, ...statuses].join('\n'))
    .digest('hex')
    .slice(0, 16);
}
