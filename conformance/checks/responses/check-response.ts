/** Judges one exchange by what every response is held to: C01 to C09. Knows nothing of what was tried with it. */
import { operationById, operationKey, operationOf } from '../../schema-location/operations.ts';
import type { Exchange } from '../../engine/exchange.ts';
import type { CheckResult, Problem } from '../../engine/finding.ts';
import { declareResponse, problemOn, type DeclaredResponse } from './declared-response.ts';
import { checkBody } from './check-body.ts';
import { checkHeaders } from './check-headers.ts';
import { checkFailure, checkMediaType, checkStatus } from './check-status.ts';
import { noteBody, type BodyNotes, type NotedTime } from './note-body.ts';
import type { Provenance } from '../../schema-location/provenance.ts';
import { factsAbout } from '../../schema-location/facts.ts';
import { detailsOf } from '../../schema-location/supporting-facts.ts';
import type { TimeReading } from './timestamps.ts';

/** What is known of an exchange. Shape: `isProvoked` says that a driver brought its failure about. */
export interface ResponseOptions {
  readonly isProvoked?: boolean | undefined;
}

/**
 * Judges an exchange.
 *
 * Shape: one check result for each check that had something to look at, without problems where it passed; none for an exchange
 * without a response, and for a request that means no operation.
 */
export async function checkResponse(
  exchange: Exchange,
  { isProvoked = false }: ResponseOptions = {},
): Promise<readonly CheckResult[]> {
  const { request, response } = exchange;
  const { operation: id, method, path } = request;
  const operation = (id === null ? undefined : operationById(id)) ?? operationOf(method, path);
  if (operation === null || response === null) return [];
  const { status, body } = response;
  const declared = declareResponse(operation, response);
  const check = declared.form?.check ?? null;
  const outer = [`${operationKey(operation)}#${status}`];
  const notes = body.kind === 'json' && check !== null ? noteBody(check.name, body.value, outer) : null;
  return [
    ...checkStatus(declared),
    ...checkMediaType(declared),
    ...(await checkBody(declared, notes)),
    ...checkHeaders(declared),
    checkFailure(declared, isProvoked),
    ...(notes === null ? [] : [...checkUnknownProperties(declared, notes), ...checkTimes(declared, notes)]),
  ];
}

const description: Readonly<Record<Exclude<TimeReading, 'complete'>, string>> = {
  zoneless: 'has no zone, so nobody knows which moment it means',
  date: 'is a date without a time of day',
  loose: 'is written with a space, which ISO 8601 does not know',
  wrong: 'is no ISO 8601 timestamp',
};

/** Judges the members that nobody declared. Shape: nothing where no object had to be looked at. */
export function checkUnknownProperties({ cap }: DeclaredResponse, notes: BodyNotes): readonly CheckResult[] {
  if (notes.closedObjects === 0) return [];
  const problems = notes.unknownProperties.map(({ path, place }) => {
    const provenance: Provenance = { severity: 'warn', facts: [], assumption: null, place };
    return problemOn(provenance, cap, path, `${path} is not in the contract.`);
  });
  return [{ check: 'C07', problems }];
}

/** Judges the points in time. Shape: nothing where there was none. */
export function checkTimes(declared: DeclaredResponse, notes: BodyNotes): readonly CheckResult[] {
  if (notes.timeCount === 0) return [];
  return [{ check: 'C08', problems: notes.times.flatMap((time) => problemOf(declared, time)) }];
}

function problemOf(
  { cap }: DeclaredResponse,
  { path, location, text, reading }: NotedTime,
): readonly Problem[] {
  if (reading === 'complete') return [];
  const place = location.pointers.at(-1) ?? null;
  const excerpt = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  const stable = `${path} ${description[reading]}`;
  const provenance = provenanceOf(location.subjects, reading, place);
  return [{ ...problemOn(provenance, cap, path, `${stable}: ${excerpt}`), stable }];
}

/** A text that is no ISO 8601 at all breaks a fact where the source says of this member that it is. */
function provenanceOf(subjects: readonly string[], reading: TimeReading, place: string | null): Provenance {
  const general = factsAbout('*:timestamps').map(({ id }) => id);
  const stated = factsAbout(...subjects).filter(
    (fact) => detailsOf(fact).get('type')?.includes('ISO 8601') === true,
  );
  if (reading === 'wrong' && stated.length > 0)
    return { severity: 'fail', facts: [...stated.map(({ id }) => id), ...general], assumption: null, place };
  if (reading === 'wrong') return { severity: 'warn', facts: general, assumption: null, place };
  return { severity: 'warn', facts: [], assumption: 'A-004', place };
}
