/**
 * Checks the requests of a client: operation, credential, parameters and body. Parses a request as a server of this
 * contract does; the severity of a problem follows from the provenance of the violated place.
 */
import type { ParameterSpec } from '../../templates/runtime/operation-spec.ts';
import type { Problem as Fault } from '../../templates/runtime/problem.ts';
import { readBody } from '../../templates/runtime/body/read-body.ts';
import type { ReadBody } from '../../templates/runtime/body/read-problems.ts';
import { readParameters } from '../../templates/runtime/read-parameters.ts';
import { splitCookies, splitQuery } from '../../templates/runtime/request-texts.ts';
import type { SchemeSpec } from '../../templates/runtime/server/security.ts';
import { provenanceOfParameter, type FaultKind } from '../requests/request-provenance.ts';
import type { Contract } from '../../contract/contract.ts';
import { factsOf } from '../../contract/facts/facts.ts';
import { operationKey, operationsOf, type ContractOperation } from '../../contract/operations.ts';
import { placeOfOperation, provenanceOfValue, type Provenance } from '../provenance/provenance.ts';
import type { CheckResult, Problem } from '../model/finding.ts';
import type { requestChecks } from './checks.ts';
import { valueOf, type RawHeaders } from './raw-headers.ts';

/**
 * A request to check.
 *
 * Shape: `path` is relative to the base path; `body` is `null` for none, and `unread` for a body that was not copied.
 */
export interface RequestToCheck {
  readonly method: string;
  readonly path: string;
  readonly headers: RawHeaders;
  readonly body: Uint8Array | 'unread' | null;
}

/** A problem of a request: for reports, and with code and path for an error body. */
export interface RequestProblem extends Problem {
  readonly fault: Fault;
}

export interface RequestCheckResult extends CheckResult {
  readonly check: RequestCheckId;
  readonly problems: readonly RequestProblem[];
}

export type RequestCheckId = (typeof requestChecks)[number]['id'];

/** Checks a request. Shape: only Q01 for an unknown operation; a check that does not apply has no problems. */
export async function checkRequest(
  contract: Contract,
  request: RequestToCheck,
): Promise<readonly RequestCheckResult[]> {
  const operation = operationsOf(contract).match(request.method, request.path);
  if (operation === null) return [{ check: 'Q01', problems: [unknownOperation(contract, request)] }];
  const body = readCopiedBody(operation, request);
  return [
    { check: 'Q01', problems: [] },
    { check: 'Q02', problems: await checkParameters(operation, request) },
    { check: 'Q03', problems: await checkBody(operation, body) },
    { check: 'Q04', problems: checkMediaType(operation, body) },
    { check: 'Q05', problems: checkCredential(operation, request) },
  ];
}

/** Methods to suggest for an unknown request. */
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

function unknownOperation(contract: Contract, { method, path }: RequestToCheck): RequestProblem {
  const [bare = ''] = path.split('?');
  const operations = operationsOf(contract);
  const allowed = methods.filter((each) => operations.match(each, bare) !== null);
  const message =
    allowed.length === 0
      ? `the contract has no path ${bare}`
      : `the contract has no ${method} at this path, but ${allowed.join(' and ')}`;
  const at = allowed.length === 0 ? 'path' : 'method';
  return { message, at, fault: { message, code: 'INVALID_VALUE', path: '' } };
}

async function checkParameters(
  operation: ContractOperation,
  { method, path, headers }: RequestToCheck,
): Promise<readonly RequestProblem[]> {
  const query = queryOf(path);
  const source = {
    pathParams: operationsOf(operation.contract).pathValues(method, path),
    query,
    headers: { get: (name: string) => valueOf(headers, name) },
  };
  const problems: RequestProblem[] = [];
  // One at a time, so that each problem belongs to a parameter and not only to a name.
  for (const parameter of operation.parameters) {
    const read = readParameters([parameter], source);
    const mismatches = await Promise.all(
      read.mismatches.map(({ check, value, prefix }) => check.explain(value, prefix)),
    );
    for (const fault of [...read.problems, ...mismatches.flat()])
      problems.push(parameterProblem(operation, parameter, fault, query));
  }
  return problems;
}

function queryOf(path: string): string {
  return path.includes('?') ? path.slice(path.indexOf('?') + 1) : '';
}

function parameterProblem(
  operation: ContractOperation,
  parameter: ParameterSpec,
  fault: Fault,
  query: string,
): RequestProblem {
  const provenance = provenanceOfParameter(operation, parameter, kindOf(fault));
  const at = `${parameter.in} ${parameter.name}`;
  // The source allows null but not how to write it in a query, and does not define repeated parameters.
  const isUndocumented =
    fault.code === 'DUPLICATE_PARAMETER' ||
    (parameter.nullable && new URLSearchParams(query).get(parameter.name) === 'null');
  const basis = isUndocumented ? softened(provenance) : provenance;
  return { ...provenanceFields(basis), message: fault.message, at, fault };
}

function kindOf({ code }: Fault): FaultKind {
  if (code === 'MISSING_REQUIRED_FIELD') return 'missing';
  return code === 'INVALID_TYPE' || code === 'INVALID_ENUM' ? 'type' : 'bound';
}

/** A parsed body, and whether it was copied; `null` if the operation has no body. */
type ParsedBody = { readonly read: ReadBody; readonly isKept: boolean } | null;

const SOMETHING = new Uint8Array(1);

/** The maximum nesting of a body. */
const MAX_DEPTH = 500;

function readCopiedBody({ body: spec }: ContractOperation, { headers, body }: RequestToCheck): ParsedBody {
  if (spec === null) return null;
  const bytes = body === 'unread' ? SOMETHING : body;
  return {
    read: readBody(spec, bytes, valueOf(headers, 'content-type'), { depth: MAX_DEPTH }),
    isKept: body !== 'unread',
  };
}

function checkMediaType(operation: ContractOperation, body: ParsedBody): readonly RequestProblem[] {
  if (body?.read.kind !== 'error' || body.read.reason !== 'content-type') return [];
  const { problem: fault } = body.read;
  return [{ message: fault.message, at: 'header Content-Type', place: placeOf(operation), fault }];
}

async function checkBody(operation: ContractOperation, body: ParsedBody): Promise<readonly RequestProblem[]> {
  if (body?.isKept !== true || body.read.kind === 'value') return [];
  const { read } = body;
  if (read.kind === 'mismatch') {
    const faults = await read.check.explain(read.value);
    return faults.map((fault) => {
      const { code, path } = fault;
      return bodyProblem(
        fault,
        provenanceOfValue(operation.contract, read.check.name, path, {
          code,
          value: read.value,
          of: { operation },
        }),
      );
    });
  }
  switch (read.reason) {
    case 'missing-body':
      return [bodyProblem(read.problem, await provenanceOfPresence(operation))];
    case 'malformed-json':
      return [plainProblem(operation, read.problem)];
    case 'encoding':
      return [{ ...plainProblem(operation, read.problem), severity: 'warn', facts: [] }];
    case 'content-type':
    case 'form':
    case 'depth':
    case 'item-length':
    case 'proto':
      // Reported by another check, or a limit that the contract does not have.
      return [];
  }
}

function plainProblem(operation: ContractOperation, fault: Fault): RequestProblem {
  return { message: fault.message, at: 'body', place: placeOf(operation), fault };
}

function bodyProblem(fault: Fault, provenance: Provenance): RequestProblem {
  const at = fault.path === '' ? 'body' : `body.${fault.path}`;
  return { ...provenanceFields(provenance), message: fault.message, at, fault };
}

/** Returns the provenance of a missing body: the facts that require it, or those of its first required property. */
async function provenanceOfPresence(operation: ContractOperation): Promise<Provenance> {
  const stated = factsOf(operation.contract)
    .about(`${operationKey(operation)}#body`)
    .filter(({ text }) => text.includes('required=yes'));
  const check = operation.body?.content[0]?.check ?? null;
  const place = check?.pointer ?? null;
  if (stated.length > 0)
    return { severity: 'fail', facts: stated.map(({ id }) => id), assumption: null, place };
  const missing = (await check?.explain({})) ?? [];
  const provenances = missing.map(({ code, path }) =>
    provenanceOfValue(operation.contract, check?.name ?? '', path, { code, value: {}, of: { operation } }),
  );
  return (
    provenances.find(({ severity }) => severity === 'fail') ??
    provenances[0] ?? { severity: 'warn', facts: [], assumption: null, place }
  );
}

/** Returns the problem of the first credential that a request lacks, if it has those of no alternative. */
function checkCredential(
  operation: ContractOperation,
  { path, headers }: Pick<RequestToCheck, 'path' | 'headers'>,
): readonly RequestProblem[] {
  const { securitySchemes } = operation.contract.service;
  const lacking = operation.security.map(({ schemes }) =>
    schemes
      .flatMap(({ name }) => securitySchemes.find((scheme) => scheme.name === name) ?? [])
      .find((scheme) => !hasCredential(scheme, path, headers)),
  );
  const [first] = lacking;
  if (first === undefined || lacking.includes(undefined)) return [];
  const { at, message } = describeLack(first, valueOf(headers, 'authorization') === null);
  const fault: Fault = { message, code: 'MISSING_REQUIRED_FIELD', path: at.split(' ')[1] ?? '' };
  return [{ message, at, place: placeOf(operation), fault }];
}

/** Returns whether a request has a credential of a scheme; its validity is not checked. */
function hasCredential(scheme: SchemeSpec, path: string, headers: RawHeaders): boolean {
  const authorization = valueOf(headers, 'authorization');
  if (scheme.kind === 'other') return true;
  if (scheme.kind !== 'key') return new RegExp(`^${scheme.kind} +\\S`, 'i').test(authorization ?? '');
  const { parameter } = scheme;
  if (scheme.in === 'header') return (valueOf(headers, parameter.toLowerCase()) ?? '') !== '';
  if (scheme.in === 'query') return (splitQuery(queryOf(path)).get(parameter)?.[0] ?? '') !== '';
  return (splitCookies(valueOf(headers, 'cookie')).get(parameter)?.[0] ?? '') !== '';
}

function describeLack(
  scheme: SchemeSpec,
  isWithout: boolean,
): { readonly at: string; readonly message: string } {
  if (scheme.kind === 'key') {
    const { in: place, parameter } = scheme;
    return {
      at: `${place} ${parameter}`,
      message: `${parameter} is missing; this operation needs a key in this ${place === 'query' ? 'query parameter' : place}`,
    };
  }
  return {
    at: 'header Authorization',
    message: isWithout
      ? `Authorization is missing; this operation needs a ${scheme.kind} credential`
      : `Authorization has no ${scheme.kind} credential, which this operation needs`,
  };
}

function placeOf(operation: ContractOperation): string | null {
  return placeOfOperation(operation.contract, operation.id);
}

function provenanceFields({
  severity,
  facts,
  assumption,
  place,
}: Provenance): Omit<Problem, 'message' | 'at'> {
  return { severity, facts, assumption, place };
}

function softened(provenance: Provenance): Provenance {
  return { ...provenance, severity: provenance.severity === 'off' ? 'off' : 'warn', facts: [] };
}
