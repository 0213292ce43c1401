/** The expected response of a case, as serializable data, and the check of a response against it. */
import type { Exchange, RecordedResponse } from '../model/exchange.ts';
import type { Expectation, ExpectedStatus } from '../model/expectation.ts';
import type { Problem } from '../model/finding.ts';
import { RETURNS_501 } from '../model/operations.ts';
import { caseChecks } from './checks.ts';

/** Returns whether an exchange is inconclusive: no response, a rate limit, or an operation that is not implemented. */
export function isInconclusive({ response }: Exchange): boolean {
  return response === null || [429, 501].includes(response.status);
}

/** Describes why an exchange is inconclusive. */
export function describeInconclusive({ response, failure, isUnsent }: Exchange): string {
  if (isUnsent === true) return failure ?? '';
  if (response === null) return `No response was received: ${failure ?? 'the connection ended'}`;
  return response.status === 501 ? RETURNS_501 : 'The service returned 429: too many requests.';
}

/**
 * Checks a response against the expectation of its case.
 *
 * Shape: no problem means that it passed; an inconclusive exchange has none.
 * Errors: throws RangeError for a check that has no cases.
 */
export function checkCase(check: string, exchange: Exchange, expectation: Expectation): readonly Problem[] {
  if (!caseChecks.some(({ id }) => id === check)) throw new RangeError(`The check ${check} has no cases.`);
  const { response } = exchange;
  if (response === null || isInconclusive(exchange)) return [];
  return [
    ...checkStatus(response, expectation),
    ...checkWording(response, expectation),
    ...checkAbsence(response, expectation),
  ];
}

/** Returns whether a list of statuses contains a status or its range. */
export function includesStatus(statuses: readonly ExpectedStatus[], status: number): boolean {
  return statuses.includes(status) || statuses.includes(`${Math.floor(status / 100)}XX` as ExpectedStatus);
}

function checkStatus({ status }: RecordedResponse, expectation: Expectation): readonly Problem[] {
  const { description, statuses, tolerated, severity, place, facts, assumption } = expectation;
  if (includesStatus(statuses, status)) return [];
  const named = fittingStatuses(statuses, description);
  const message = `${description} returns ${status} instead of ${describeStatuses(named)}.`;
  const { contradiction } = expectation;
  if (contradiction?.status === status)
    return [{ message, at: 'status', place, severity: 'fail', facts: contradiction.facts, assumption: null }];
  const isTolerated = includesStatus(tolerated, status);
  return [
    {
      message,
      at: 'status',
      place,
      severity: isTolerated && severity === 'fail' ? 'warn' : severity,
      ...(facts.length > 0 ? { facts } : {}),
      ...(assumption === null ? {} : { assumption }),
    },
  ];
}

function checkWording(
  { status, body }: RecordedResponse,
  { description, wording, place }: Expectation,
): readonly Problem[] {
  if (wording?.status !== status) return [];
  const error = body.kind === 'json' ? errorOf(body.value) : undefined;
  if (error === wording.error) return [];
  const actual = typeof error === 'string' ? `the error ${JSON.stringify(error)}` : 'no text in `error`';
  return [
    {
      message: `${description} returns ${status} and ${actual} instead of ${JSON.stringify(wording.error)}.`,
      at: 'body.error',
      place,
      severity: wording.severity,
      facts: wording.facts,
    },
  ];
}

function checkAbsence(
  { status, body }: RecordedResponse,
  { description, absent, place, severity }: Expectation,
): readonly Problem[] {
  if (absent === undefined || status >= 300 || body.kind !== 'json' || !body.text.includes(absent.text))
    return [];
  return [{ message: `${description} returns ${absent.description}.`, at: 'body', place, severity }];
}

function errorOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as { error?: unknown }).error : undefined;
}

/**
 * Returns the statuses that report an invalid request. Why not those of conflicts and of access, which are accepted: a
 * service that does not validate would not return them.
 */
function fittingStatuses(
  statuses: readonly ExpectedStatus[],
  description: string,
): readonly ExpectedStatus[] {
  const isInvalid = (status: ExpectedStatus): boolean => status === 400 || status === 422;
  if (statuses.some((status) => typeof status === 'string') || !statuses.some(isInvalid)) return statuses;
  if (statuses.includes(415) && description.includes('where 415 is declared')) return [415];
  return statuses.filter(isInvalid);
}

/** Why: a redirect is accepted like a success, and a 5xx like an error, but messages need not mention this. */
function describeStatuses(statuses: readonly ExpectedStatus[]): string {
  if (statuses.includes('2XX') && statuses.includes('4XX')) return 'a status below 500';
  const others = statuses.filter((status) => status !== '3XX' && status !== '5XX');
  const words = others.map((status) =>
    status === '2XX' ? 'success' : status === '4XX' ? 'an error' : String(status),
  );
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}
