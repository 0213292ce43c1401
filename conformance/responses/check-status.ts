/** Checks the status and the media type of a response: C01, C02, C06. */
import { factsOf } from '../../contract/facts/facts.ts';
import { isJsonMediaType } from '../../templates/runtime/media-type.ts';
import { operationKey, type ContractOperation } from '../../contract/operations.ts';
import {
  provenanceOfMediaType,
  provenanceOfStatuses,
  provenanceOfUndeclared,
  type Provenance,
} from '../provenance/provenance.ts';
import type { RecordedBody } from '../model/exchange.ts';
import type { CheckResult, Problem } from '../model/finding.ts';
import { capOfRule, headerOf, problemOn, type DeclaredResponse } from './declared-response.ts';
import { parseJson } from '../model/json-fields.ts';

/** The header with which a mock marks an error that its description lacks. */
const OUTSIDE_HEADER = 'backlot-outside-contract';

/**
 * Checks whether the status is declared; nothing for an undeclared 5xx, which C06 reports.
 *
 * Why nothing for 415 of an operation with a body: the source lists it for any unsupported content type.
 */
export function checkStatus(
  declared: DeclaredResponse,
  profile: string | null = null,
): readonly CheckResult[] {
  const { operation, response, forms } = declared;
  const { status } = response;
  if (forms.length > 0) return [{ check: 'C01', problems: [] }];
  if (status >= 500 || (status === 415 && operation.body !== null)) return [];
  // Why: 410 is a more specific 404.
  const isOpen = operation.contract.provenance === null;
  if (isOpen && status === 410 && operation.responses.some((each) => each.status === 404)) return [];
  const others = [403, 404].filter((each) => each !== status);
  // Why: a service may hide from a credential that lacks a permission what there is, or not.
  const isHidden = others.length === 1 && operation.responses.some((each) => each.status === others[0]);
  if (isOpen && isHidden && profile !== null && profile !== 'full') return [];
  // Why: a limit applies to the caller, and is rarely declared for each operation.
  if (isOpen && status === 429) return [];
  // Why: our mock and proxy mark what the service would not return.
  if (isOpen && status >= 400 && headerOf(response, OUTSIDE_HEADER) !== null) return [];
  const undeclared = provenanceOfUndeclared(operation, status);
  const provenance = isOdd(operation, status) ? capOfRule({ ...declared, cap: undeclared }) : undeclared;
  const statuses = [...new Set(operation.responses.map((each) => each.status))].join(', ');
  const message = `Status ${status} is not declared for ${operation.id}; declared are ${statuses}.`;
  return [{ check: 'C01', problems: [problemOn(provenance, provenance, 'status', message)] }];
}

/** Successes of proxies, forms and ranges. */
const neverOwn: ReadonlySet<number> = new Set([203, 205, 206]);

/** Returns whether a success contradicts HTTP, whatever an operation returns. */
function isOdd({ method }: ContractOperation, status: number): boolean {
  return neverOwn.has(status) || (method === 'GET' && status === 201);
}

/** Checks the media type of a response that has a body or a media type. */
export function checkMediaType(declared: DeclaredResponse): readonly CheckResult[] {
  const { operation, response, mediaType, forms, form, cap } = declared;
  const hasNoContent = forms.every((each) => each.mediaType === null);
  // Why: the type of no content harms nobody.
  const isEmpty = response.body.kind === 'none' && (mediaType === null || hasNoContent);
  // Why: descriptions often omit the content, in particular that of errors.
  const isOpen = hasNoContent && operation.contract.provenance === null;
  if (forms.length === 0 || isEmpty || (isOpen && response.status >= 400)) return [];
  if (form !== null) return [{ check: 'C02', problems: checkCharset(declared) }];
  const mediaTypes = forms.map((each) => each.mediaType ?? 'no body').join(' or ');
  const sent = mediaType === null ? 'has no content type' : `is ${headerOf(response, 'content-type') ?? ''}`;
  const message = `A ${response.status} of ${operation.id} is declared as ${mediaTypes}; this one ${sent}.`;
  const provenance = provenanceOfMediaType(operation, response.status);
  const stated = problemOn(provenance, cap, 'header Content-Type', message);
  const problem: Problem = isOpen ? { ...stated, severity: 'warn' } : stated;
  // Why: whatever an operation returns, JSON that is declared as something else is a mistake.
  const isWrong = problem.severity === 'off' && mediaType !== null && isJsonText(response.body);
  return [{ check: 'C02', problems: [isWrong ? { ...problem, severity: 'warn' } : problem] }];
}

/** Checks the encoding that JSON names. Source: RFC 8259 8.1 and 11: it is UTF-8, and needs no parameter. */
function checkCharset({ response, mediaType, cap }: DeclaredResponse): readonly Problem[] {
  if (mediaType === null || !isJsonMediaType(mediaType)) return [];
  const charset = /;\s*charset="?([^";\s]+)/i.exec(headerOf(response, 'content-type') ?? '')?.[1];
  if (charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)) return [];
  const message = `JSON is UTF-8; this response names ${charset}.`;
  return [
    { message, at: 'header Content-Type', place: cap.place, facts: [], assumption: null, severity: 'warn' },
  ];
}

function isJsonText(body: RecordedBody): boolean {
  return body.kind === 'text' && /^\s*[{[]/.test(body.text) && parseJson(body.text) !== undefined;
}

export function checkFailure(declared: DeclaredResponse, isProvoked: boolean): CheckResult {
  return { check: 'C06', problems: failuresOf(declared, isProvoked) };
}

function failuresOf(declared: DeclaredResponse, isProvoked: boolean): readonly Problem[] {
  const { operation, response, forms } = declared;
  const cap = capOfRule(declared);
  const { status } = response;
  if (status < 500) return [];
  const isDeclared = forms.length > 0;
  if (isDeclared && (isProvoked || status === 502)) return [];
  const problem = (provenance: Provenance, message: string): readonly Problem[] => [
    problemOn(provenance, cap, 'status', message),
  ];
  if (status === 500) return problem(provenanceOfCrash(declared), `${operation.id} failed with 500.`);
  if (!isDeclared) {
    const message = `${operation.id} failed with ${status}, which it does not declare.`;
    return problem(provenanceOfStatuses(operation), message);
  }
  const state: Provenance = { severity: 'warn', facts: [], assumption: null, place: cap.place };
  return problem(state, `${operation.id} returned ${status} without being provoked.`);
}

/** Why: a 500 is always a failure of the service. */
function provenanceOfCrash({ operation, cap }: DeclaredResponse): Provenance {
  const facts = factsOf(operation.contract)
    .about('*#500', '*#400', `${operationKey(operation)}#500`)
    .map(({ id }) => id);
  return { severity: 'fail', facts, assumption: null, place: cap.place };
}
