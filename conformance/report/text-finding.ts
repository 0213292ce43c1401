/**
 * Writes one finding for a terminal: the problem, its location in the response and in the contract, its basis, and the
 * command that reproduces it.
 */
import type { Exchange } from '../model/exchange.ts';
import { groupOfSubject, type CaseOrigin, type Finding } from '../model/finding.ts';
import type { RunReport } from '../model/run-report.ts';
import { contractPlace } from './contract-place.ts';
import { citeAssumption, citeFacts, type CitedText } from './provenance-text.ts';
import { clip, listSome, showInline, wrapText, quoteWord } from './plain-text.ts';
import { paintNothing, type ReportOptions, type TextOptions } from './report.ts';
import { findingStatusOf, type FindingStatus } from './finding-status.ts';

/** The number of facts of a finding that are written out; the rest is only counted. */
const SHOWN_FACTS = 3;

/** The number of findings with the same cause that are named. */
const SHOWN_NAMES = 6;

/** The maximum length of a message. Units: characters. */
const MAX_LENGTH = 600;

/** Width of the column with the names of details. Units: characters. */
const NAME_WIDTH = 11;

/**
 * Writes the finding of a check whose worst finding is `worst`, and lists `others` that probably have the same cause.
 */
export function writeFinding(
  finding: Finding,
  report: RunReport,
  options: TextOptions,
  { worst, others }: { readonly worst: FindingStatus; readonly others: readonly Finding[] },
): readonly string[] {
  const { paint, width } = options;
  const findingStatus = findingStatusOf(finding, options.baseline);
  const tags = [
    findingStatus === 'flaky' ? 'flaky: it passed when it was sent again' : '',
    findingStatus === 'known' ? 'known: in the baseline' : '',
    findingStatus === 'error' ? 'the check could not be carried out' : '',
    findingStatus === 'warn' && worst !== 'warn' ? 'only a warning' : '',
    finding.count > 1 ? `seen ${finding.count} times` : '',
  ].filter((tag) => tag !== '');
  const tail = tags.length === 0 ? '' : paint('muted', `  (${tags.join(', ')})`);
  const message = wrapText(clip(showInline(finding.message), MAX_LENGTH), width - 4);
  return [
    `  ${paint('strong', showInline(finding.subject))}${tail}`,
    ...message.map((line) => `    ${line}`),
    ...[...detailsOf(finding, report, options), ...row('also', namesOf(others, finding))].flatMap(
      ([name, text]) => {
        // Why: a command must be one line, so that it can be copied.
        const lines = name === 'repeat' ? [text] : wrapText(text, width - 4 - NAME_WIDTH);
        const [first = '', ...rest] = lines;
        return [
          `    ${paint('muted', name.padEnd(NAME_WIDTH))}${first}`,
          ...rest.map((line) => `    ${' '.repeat(NAME_WIDTH)}${line}`),
        ];
      },
    ),
  ];
}

type Detail = readonly [name: string, text: string];

function detailsOf(finding: Finding, report: RunReport, options: ReportOptions): readonly Detail[] {
  const facts = citeFacts(options.contract, finding);
  const assumption = citeAssumption(options.contract, finding);
  const more = facts.length - SHOWN_FACTS;
  const last = finding.exchanges.at(-1);
  const file = options.cases.get(finding.fingerprint);
  return [
    ...row('response', showInline(finding.at)),
    ...row('contract', showInline(contractPlace(options.contract, finding))),
    ...facts.slice(0, SHOWN_FACTS).map((fact): Detail => ['fact', provenanceText(fact)]),
    ...(more > 0 ? [['', `… and ${more} more`] as const] : []),
    ...(assumption === null ? [] : [['assumed', provenanceText(assumption)] as const]),
    ...row('practice', facts.length > 0 || assumption !== null ? '' : practiceOf(finding, report)),
    ...row('case', caseText(finding, report)),
    ...(last === undefined ? [] : [['sent', exchangeText(last)] as const]),
    ...(file === undefined ? [] : [['repeat', repeatCommand(report.baseUrl, file, options)] as const]),
  ];
}

/** Names findings by what distinguishes them from the first: `listAgents body.data.0.name, AGENT03`. */
export function namesOf(findings: readonly Finding[], first: Finding): string {
  const names = findings.map(({ check, subject, at }) => {
    if (groupOfSubject(subject) !== null) return check;
    const parts = [check === first.check ? '' : check, subject, at === first.at ? '' : at];
    return showInline(parts.filter((part) => part !== '').join(' '));
  });
  return listSome([...new Set(names)], SHOWN_NAMES);
}

function practiceOf({ check }: Finding, { checks }: RunReport): string {
  const basis = checks.find(({ id }) => id === check)?.basis;
  return basis?.kind === 'practice' ? showInline(basis.description) : '';
}

function row(name: string, text: string): readonly Detail[] {
  return text === '' ? [] : [[name, clip(text, MAX_LENGTH)]];
}

function provenanceText({ id, text }: CitedText): string {
  return text === '' ? id : `${id} ${text}`;
}

/** Formats the origin of a finding. Shape: empty if its request, its message or the title of its check has it. */
export function caseText(
  { check, message, exchanges, origin }: Finding,
  { checks }: Pick<RunReport, 'checks'>,
): string {
  const { label, path } = origin;
  const request = exchanges.at(-1)?.request;
  const isShown =
    (request !== undefined && label === `${request.method} ${request.path}`) ||
    message.startsWith(`${label} `) ||
    checks.some(({ id, title }) => id === check && title === label);
  return path === undefined && isShown ? '' : originText(origin);
}

/** Formats the origin of a case in one line. */
function originText({ label, seed, path }: CaseOrigin): string {
  const chance = [
    ...(seed === undefined ? [] : [`seed ${seed}`]),
    ...(path === undefined ? [] : [`path ${path}`]),
  ];
  return showInline(chance.length === 0 ? label : `${label} (${chance.join(', ')})`);
}

/** Formats an exchange in one line: `GET /v1/agents with credentials.full → 200`. */
export function exchangeText({ request, response, failure }: Exchange): string {
  const { method, path, profile } = request;
  const who = profile === null ? '' : ` with credentials.${profile}`;
  const outcome = response === null ? (failure ?? 'no response') : String(response.status);
  return clip(showInline(`${method} ${path}${who} → ${outcome}`), MAX_LENGTH);
}

/** Returns the command that replays a case. */
export function repeatCommand(
  baseUrl: string,
  file: string,
  { repeatOptions = [] }: Pick<ReportOptions, 'repeatOptions'>,
): string {
  const options = repeatOptions.map((word) => `${showInline(word)} `).join('');
  return `npx backlot check ${options}${quoteWord(showInline(baseUrl))} --replay ${quoteWord(showInline(file))}`;
}

/** Writes a finding as plain text. Shape: the first line is its message, without the subject. */
export function plainFinding(finding: Finding, report: RunReport, options: ReportOptions): string {
  const width = Number.MAX_SAFE_INTEGER;
  const [, ...lines] = writeFinding(
    finding,
    report,
    { ...options, paint: paintNothing, width },
    { worst: 'warn', others: [] },
  );
  return lines.map((line) => line.slice(4)).join('\n');
}
