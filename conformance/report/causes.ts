/**
 * Groups findings that probably have one cause, so that a report describes the first and only names the others: one
 * property that is wrong in every response with its schema, one rule that every operation breaks, one operation whose
 * errors end many scenarios.
 */
import type { Family } from '../check.ts';
import type { Finding } from '../engine/finding.ts';
import { operationOf } from '../schema-location/operations.ts';

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
  const keyOf = (finding: Finding): string =>
    JSON.stringify([statusOf(finding), ...causeOf(finding, familyOf(finding.check))]);
  return [...Map.groupBy(findings, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [{ first, others }],
  );
}

/** Returns what findings of one cause have in common. */
function causeOf(finding: Finding, family: Family): readonly string[] {
  const { check, place, subject, at, exchanges } = finding;
  const last = exchanges.at(-1);
  const operation = last === undefined ? subject : operationNameOf(last.request);
  const status = last?.response?.status ?? 0;
  // Why: an operation that fails ends every scenario that calls it.
  if (status >= 500 && finding.verdict !== 'warn') return ['error', operation, String(status)];
  const text = commonText(finding);
  switch (family) {
    case 'response':
    case 'stream':
      // Why: where the source does not state the shape of an object, each of its properties may be another one.
      if (finding.verdict === 'warn' && (check === 'C03' || check === 'C07'))
        return ['shape', place?.replace(/\/properties\/[^/]+$/, '/') ?? subject];
      // Why: only the place of a value is that of a schema, which operations share.
      return /^(body|event)/.test(at) ? [check, place ?? subject, text] : [check, text];
    case 'pack':
      return ['pack', operation, text];
    case 'request':
    case 'access':
    case 'positive':
    case 'negative':
      return [check, text];
  }
}

function operationNameOf({ operation, method, path }: Finding['exchanges'][number]['request']): string {
  return operation ?? operationOf(method, path)?.id ?? `${method} ${path}`;
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
