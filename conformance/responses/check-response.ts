/** Checks one exchange with the rules for every response: C01 to C09, C17, C19, C22, C24 and C25. Independent of the purpose of the request. */
import { operationKey, type ContractOperation } from '../../contract/operations.ts';
import type { Exchange } from '../model/exchange.ts';
import type { CheckResult, Problem } from '../model/finding.ts';
import { declareResponse, headerOf, problemOn, type DeclaredResponse } from './declared-response.ts';
import { checkBody } from './check-body.ts';
import { checkErrors } from './check-errors.ts';
import { checkPageFigures } from './check-page-figures.ts';
import { checkPageLinks } from './check-page-links.ts';
import { checkValues } from './check-values.ts';
import { checkCaching, checkCoding, checkHeaders } from './check-headers.ts';
import { checkFailure, checkMediaType, checkStatus } from './check-status.ts';
import { scanBody, type BodyNotes, type NotedTime } from './scan-body.ts';
import type { Provenance } from '../provenance/provenance.ts';
import { factsOf } from '../../contract/facts/facts.ts';
import type { Contract } from '../../contract/contract.ts';
import type { ResponseTraits } from './response-traits.ts';
import type { TimeReading } from './timestamps.ts';

/**
 * What is known about an exchange besides itself.
 *
 * Shape: `isProvoked` is whether a driver caused its failure on purpose, `exists` whether the operation has returned a
 * success before.
 */
export interface ResponseOptions {
  readonly traits: ResponseTraits;
  readonly isProvoked?: boolean | undefined;
  readonly exists?: boolean | undefined;
}

/**
 * Checks an exchange.
 *
 * Shape: one result per applicable check, without problems if it passed; none for an exchange without a response.
 */
export async function checkResponse(
  operation: ContractOperation,
  exchange: Exchange,
  { traits, isProvoked = false, exists = false }: ResponseOptions,
): Promise<readonly CheckResult[]> {
  const { contract } = operation;
  const { response } = exchange;
  if (response === null) return [];
  const { status, body } = response;
  const declared = declareResponse(operation, response, exists);
  // Why: the rest of the response is that of a framework, not of the operation.
  if (status === 501 && declared.forms.length === 0) return [checkFailure(declared, isProvoked)];
  const check = declared.form?.check ?? null;
  const outer = [`${operationKey(operation)}#${status}`];
  const notes =
    body.kind === 'json' && check !== null
      ? scanBody(contract, check.name, body.value, { outer, traits })
      : null;
  return [
    ...checkStatus(declared, exchange.request.profile),
    ...checkMediaType(declared),
    ...(await checkBody(declared, notes, traits)),
    ...checkHeaders(declared, traits.headers),
    ...checkCaching(declared),
    ...checkCoding(declared, exchange.request),
    checkFailure(declared, isProvoked),
    ...checkErrors(declared),
    ...(status < 300 ? checkPageLinks(operation, exchange.request, headerOf(response, 'link')) : []),
    ...(body.kind === 'json' && status < 300
      ? [...checkValues(body.value, traits), ...checkPageFigures(body.value)]
      : []),
    ...(notes === null ? [] : [...checkUnknownProperties(declared, notes), ...checkTimes(declared, notes)]),
  ];
}

const description: Readonly<Record<Exclude<TimeReading, 'complete'>, string>> = {
  zoneless: 'has no time zone, so it is ambiguous',
  date: 'is a date without a time of day',
  loose: 'contains a space, which ISO 8601 does not allow',
  wrong: 'is not an ISO 8601 timestamp',
};

/** Checks for undeclared properties. Shape: nothing if there is no object to check. */
export function checkUnknownProperties(
  { cap, response }: DeclaredResponse,
  notes: BodyNotes,
): readonly CheckResult[] {
  if (notes.closedObjects === 0) return [];
  // Why not the code of an error: the source has codes of some errors and leaves open which others have one.
  const unknown = notes.unknownProperties.filter(({ path }) => response.status < 400 || path !== 'body.code');
  const problems = unknown.map(({ path, place }) => {
    const provenance: Provenance = { severity: 'warn', facts: [], assumption: null, place };
    return problemOn(provenance, cap, path, `${path} is not in the contract.`);
  });
  return [{ check: 'C07', problems }];
}

/** Checks the timestamps. Shape: nothing if there is none. */
export function checkTimes(declared: DeclaredResponse, notes: BodyNotes): readonly CheckResult[] {
  if (notes.timeCount === 0) return [];
  return [{ check: 'C08', problems: notes.times.flatMap((time) => problemOf(declared, time)) }];
}

function problemOf(
  { cap, operation: { contract } }: DeclaredResponse,
  { path, location, text, reading }: NotedTime,
): readonly Problem[] {
  if (reading === 'complete') return [];
  const place = location.pointers.at(-1) ?? null;
  const excerpt = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  const stable = `${path} ${description[reading]}`;
  const provenance = provenanceOf(contract, { subjects: location.subjects, reading, place });
  return [{ ...problemOn(provenance, cap, path, `${stable}: ${excerpt}`), stable }];
}

/** Why: a text that is not ISO 8601 violates a fact if the source specifies ISO 8601 for this property. */
function provenanceOf(
  contract: Contract,
  {
    subjects,
    reading,
    place,
  }: {
    readonly subjects: readonly string[];
    readonly reading: TimeReading;
    readonly place: string | null;
  },
): Provenance {
  const { about } = factsOf(contract);
  const general = about('*:timestamps').map(({ id }) => id);
  const stated = about(...subjects).filter((fact) => fact.details.get('type')?.includes('ISO 8601') === true);
  // Why also a space: ISO 8601 has none between date, time and zone.
  if ((reading === 'wrong' || reading === 'loose') && stated.length > 0)
    return { severity: 'fail', facts: [...stated.map(({ id }) => id), ...general], assumption: null, place };
  if (reading === 'wrong') return { severity: 'warn', facts: general, assumption: null, place };
  return { severity: 'warn', facts: [], assumption: 'A-004', place };
}
