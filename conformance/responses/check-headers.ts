/** Checks headers: those that the contract declares for a status, C04, what caches may keep, C19, and the coding, C22. */
import type { ResponseHeaderSpec } from '../../templates/runtime/operation-spec.ts';
import { provenanceOfHeader, type Provenance } from '../provenance/provenance.ts';
import type { RequestPlan } from '../model/exchange.ts';
import type { CheckResult, Problem } from '../model/finding.ts';
import { headerOf, problemOn, type DeclaredResponse } from './declared-response.ts';
import type { HeaderTraits } from './response-traits.ts';

/** Checks headers. Shape: nothing if none is required and none is present. */
export function checkHeaders(declared: DeclaredResponse, traits: HeaderTraits): readonly CheckResult[] {
  const { response, forms, form } = declared;
  const headers = (form ?? forms[0])?.headers ?? [];
  const relevant = headers.filter(({ name, required }) => required || headerOf(response, name) !== null);
  const { rateLimit } = traits;
  const isLimited = rateLimit !== null && isRateLimit(declared, rateLimit.error);
  const isUntimed = isLimited && headerOf(response, 'retry-after') === null;
  const renamed = headers.filter(
    ({ name }) => headerOf(response, name) === null && headerOf(response, `x-${name}`) !== null,
  );
  if (relevant.length === 0 && renamed.length === 0 && !isUntimed) return [];
  const problems = [
    ...relevant
      .filter(({ name }) => !isUntimed || name.toLowerCase() !== 'retry-after')
      .flatMap((header) => problemsOf(declared, header, traits)),
    ...(isUntimed ? [untimedProblem(declared, rateLimit)] : []),
    ...renamed.map((header) => renamedProblem(declared, header)),
  ];
  return [{ check: 'C04', problems }];
}

/** Checks Cache-Control. Shape: nothing for public operations and for responses without the header. */
export function checkCaching({ operation, response, mediaType }: DeclaredResponse): readonly CheckResult[] {
  const header = headerOf(response, 'cache-control');
  const isOpen =
    operation.security.length === 0 || operation.security.some(({ schemes }) => schemes.length === 0);
  // Why not a sequence of JSON values: it may be a file.
  const isStream = mediaType === 'text/event-stream';
  if (header === null || response.status >= 300 || (isOpen && !isStream)) return [];
  const isShared = /\bpublic\b|\bs-maxage=0*[1-9]/i.test(header);
  const isKept = isStream && /\bmax-age=0*[1-9]/i.test(header);
  const what = isStream ? 'a stream of events' : 'what only this caller may see';
  const message = `Caches may keep ${what}: Cache-Control is \`${header}\`.`;
  return [{ check: 'C19', problems: isShared || isKept ? [{ message, at: 'header Cache-Control' }] : [] }];
}

/**
 * Checks the coding of a response. Shape: nothing for a request that does not name the codings that it accepts, and for
 * a response without one.
 */
export function checkCoding(
  { response }: DeclaredResponse,
  { headers }: Pick<RequestPlan, 'headers'>,
): readonly CheckResult[] {
  const accepted = headers.find(([name]) => name.toLowerCase() === 'accept-encoding')?.[1];
  if (accepted === undefined) return [];
  const coding = headerOf(response, 'content-encoding') ?? 'identity';
  const names = accepted.split(',').map((each) => each.trim().toLowerCase());
  const isAccepted = (name: string): boolean =>
    name === 'identity' ||
    names.some((each) => /^([^;\s]+)(?![^;\s])(?!.*q=0(?:\.0*)?$)/.exec(each)?.[1] === name);
  const isRight = coding
    .toLowerCase()
    .split(',')
    .every((name) => isAccepted(name.trim()) || isAccepted('*'));
  const message = `The response has the coding ${coding}; the client accepts \`${accepted}\`.`;
  return [{ check: 'C22', problems: isRight ? [] : [{ message, at: 'header Content-Encoding' }] }];
}

/**
 * Returns whether a response is that of an exceeded rate limit. Why the text: an exhausted quota has the same status, and
 * the source requires no header for it.
 */
function isRateLimit({ response: { status, body } }: DeclaredResponse, error: string): boolean {
  if (status !== 429 || body.kind !== 'json') return false;
  const { value } = body;
  return typeof value === 'object' && value !== null && 'error' in value && value.error === error;
}

/** Why a failure: the source states the header for every exceeded rate limit, also where it lists no 429. */
function untimedProblem(
  { operation }: DeclaredResponse,
  { error, facts }: NonNullable<HeaderTraits['rateLimit']>,
): Problem {
  return {
    message: `A 429 of ${operation.id} with the error \`${error}\` lacks the header Retry-After.`,
    at: 'header Retry-After',
    place: provenanceOfHeader(operation, 429, 'Retry-After', 'missing').place,
    facts,
    assumption: null,
    severity: 'fail',
  };
}

function renamedProblem(
  { operation, response, cap }: DeclaredResponse,
  { name }: ResponseHeaderSpec,
): Problem {
  const { place } = provenanceOfHeader(operation, response.status, name, 'missing');
  const practice: Provenance = { severity: 'warn', facts: [], assumption: null, place };
  return problemOn(practice, cap, `header X-${name}`, `The header ${name} is named X-${name}.`);
}

function problemsOf(
  declared: DeclaredResponse,
  header: ResponseHeaderSpec,
  { advice }: HeaderTraits,
): readonly Problem[] {
  const { operation, response, cap } = declared;
  const { name, check } = header;
  const at = `header ${name}`;
  const value = headerOf(response, name);
  if (value === null) {
    const provenance = provenanceOfHeader(operation, response.status, name, 'missing');
    return [
      problemOn(provenance, cap, at, `A ${response.status} of ${operation.id} lacks the header ${name}.`),
    ];
  }
  // Why: a challenge without any URL lacks what the source states, whatever its form.
  const isBare = name.toLowerCase() === 'www-authenticate' && !/https?:\/\//i.test(value);
  const provenance = provenanceOfHeader(operation, response.status, name, isBare ? 'missing' : 'form');
  if (!readings(value).some((reading) => check.check(reading))) {
    const wrong = check.firstProblem(value, name)?.message ?? `${name} does not match its schema`;
    return [problemOn(provenance, cap, at, `The header is wrong: ${wrong}.`)];
  }
  const hint = advice[name.toLowerCase()]?.(value) ?? null;
  if (hint === null) return [];
  const assumed: Provenance = {
    severity: 'warn',
    facts: [],
    assumption: hint.assumption,
    place: provenance.place,
  };
  return [problemOn(assumed, cap, at, hint.message)];
}

/** Returns the possible values of a header's text. */
function readings(value: string): readonly unknown[] {
  if (value === 'true' || value === 'false') return [value, value === 'true'];
  return value.trim() === '' ? [value] : [value, Number(value)];
}
