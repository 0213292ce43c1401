/**
 * Groups findings that probably have the same cause, so that a report describes the first and only lists the others:
 * one property that is wrong in every response with its schema, one rule that every operation violates, one operation
 * whose errors end many scenarios.
 */
import type { Family } from '../model/check.ts';
import type { Finding } from '../model/finding.ts';

/** A finding, and the findings that probably have the same cause. */
export interface Cause {
  readonly first: Finding;
  readonly others: readonly Finding[];
}

/**
 * Groups findings by their probable cause, in the order of the first of each.
 *
 * Shape: `familyOf` returns the family of a check, `statusOf` what must be the same for all findings of a cause.
 */
export function groupByCause(
  findings: readonly Finding[],
  familyOf: (check: string) => Family,
  statusOf: (finding: Finding) => string,
): readonly Cause[] {
  const repeated = repeatedProperties(findings);
  const played = findings.filter(({ check }) => ['law', 'scenario'].includes(familyOf(check)));
  const scenarios = Map.groupBy(played, responseOf);
  const byMessage = new Map(played.map((finding) => [`${statusOf(finding)} ${finding.message}`, finding]));
  // Why: a violation in a single response is probably what the scenario reports about it.
  const sourceOf = (finding: Finding): Finding => {
    // Why: a law sends the same request with the same credential, and may be more certain.
    if (familyOf(finding.check) === 'access') {
      const status = statusOf(finding);
      const same = byMessage.get(`${status} ${finding.message}`);
      return same ?? (status === 'warn' ? byMessage.get(`fail ${finding.message}`) : undefined) ?? finding;
    }
    const isOfResponse = ['response', 'stream'].includes(familyOf(finding.check));
    if (!isOfResponse || finding.count > 1 || finding.exchanges.length === 0) return finding;
    const all = scenarios.get(responseOf(finding)) ?? [];
    return all.find((scenario) => statusOf(scenario) === statusOf(finding)) ?? finding;
  };
  const keyOf = (finding: Finding): string => {
    const source = sourceOf(finding);
    const cause = causeOf(source, familyOf(source.check), repeated);
    return JSON.stringify([statusOf(source), ...cause]);
  };
  return [...Map.groupBy(findings, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ first, others }],
  );
}

/** Lists the unknown properties that objects of several schemas have. Why: one part of the service adds them. */
function repeatedProperties(findings: readonly Finding[]): ReadonlySet<string> {
  const byName = Map.groupBy(findings.filter(isUnknownProperty), nameOf);
  const repeated = [...byName].filter(([, all]) => new Set(all.map(({ place }) => place)).size > 2);
  return new Set(repeated.map(([name]) => name));
}

function isUnknownProperty({ check }: Finding): boolean {
  return check === 'C07';
}

/** Returns the name of the property that a finding is about. */
function nameOf({ at }: Finding): string {
  return at.slice(at.lastIndexOf('.') + 1);
}

/** Returns the number of the exchange that shows a finding; `null` for none. */
function responseOf({ exchanges }: Finding): number | null {
  return exchanges.at(-1)?.number ?? null;
}

/** Returns what findings of one cause have in common. */
function causeOf(finding: Finding, family: Family, repeated: ReadonlySet<string>): readonly string[] {
  const { assumption, check, place, subject, at, exchanges } = finding;
  const last = exchanges.at(-1);
  const operation = last === undefined ? subject : operationNameOf(last.request);
  const status = last?.response?.status ?? 0;
  if (status === 501 && check === 'C06') return ['not implemented'];
  // Why: an operation that fails ends every scenario that calls it.
  if (status >= 500 && finding.verdict !== 'warn') return ['error', operation, String(status)];
  if (isUnknownProperty(finding) && repeated.has(nameOf(finding))) return [check, nameOf(finding)];
  const text = commonText(finding);
  switch (family) {
    case 'response':
    case 'stream':
      // Why: if the source does not state the shape of an object, all of it may differ from the assumed one.
      if (finding.verdict === 'warn' && (check === 'C03' || isUnknownProperty(finding)))
        return ['shape', assumption ?? place?.replace(/\/properties\/[^/]+$/, '/') ?? subject];
      // Why: only the place of a value is that of a schema, which operations share.
      return /^(body|event)/.test(at) ? [check, place ?? subject, text] : [check, text];
    case 'law':
    case 'scenario':
      return ['scenario', operation, text];
    case 'request':
    case 'access':
    case 'positive':
    case 'negative':
      // Why: which errors were expected depends on the operation.
      return [check, text.replace(/ instead of .*/, '')];
  }
}

function operationNameOf({ operation, method, path }: Finding['exchanges'][number]['request']): string {
  return operation ?? `${method} ${path}`;
}

/** Returns the message without what depends on the request: the place in the response, the operation, numbers, ids. */
function commonText({ message, at, subject }: Finding): string {
  const place = at.replace(/^(body|header)[. ]/, '');
  return [at, place, subject]
    .filter((text) => text !== '')
    .reduce((text, part) => text.replaceAll(part, '…'), message)
    .replaceAll(/\b[a-z]+_(?=\w*\d)\w{4,}\b/gi, 'ID')
    .replaceAll(/\d+/g, 'N');
}
