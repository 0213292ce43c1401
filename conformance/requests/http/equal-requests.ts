/** LAW30 to LAW33: requests that are equivalent to another one in HTTP, whatever the operation. */
import type { ContractOperation } from '../../../contract/operations.ts';
import type { ExpectedStatus } from '../../model/expectation.ts';
import { needsCredential } from '../access-cases.ts';
import type { Case, Subject } from '../case.ts';
import { isSingleUse } from '../operation-traits.ts';
import { bodyCheck, createBodyCase, largestBody } from '../positive-bodies.ts';
import { capSeverity, provenanceOfOperation } from '../request-provenance.ts';
import { credentialFields } from '../../http/credentials.ts';
import { jsonTypeOf, planOf, propertiesOf, type RequestForm } from '../request-form.ts';
import { resolveShape, shapeOfCheck, statefulReason } from '../values.ts';

const NOT_ACCEPTED = 'The same request in its usual form was not accepted.';

/** Returns whether an operation only reads and ends its response. */
export function isRead({ method, stream }: ContractOperation): boolean {
  return method === 'GET' && stream === null;
}

/** Returns whether a read operation requires a credential. */
export function isProtectedRead(operation: ContractOperation): boolean {
  return isRead(operation) && needsCredential(operation);
}

/** LAW30: HEAD with and without a credential. Why any error except 500 is valid: a service need not support HEAD. */
export function headRequests({ base, operation }: Subject): readonly Case[] {
  const make = (profile: string | null, what: string, statuses: readonly ExpectedStatus[]): Case => ({
    form: { ...base, profile, undeclared: { method: 'HEAD' } },
    expectation: {
      description: `HEAD ${operation.path} ${what}`,
      statuses,
      tolerated: [],
      wording: null,
      ...capSeverity(provenanceOfOperation(operation)),
    },
    before: [],
    keeps: null,
  });
  return [
    make(null, 'without a credential', ['3XX', '4XX', '5XX']),
    make(base.profile, 'with the credential', ['2XX', '3XX', '4XX', 501, 502, 503, 504]),
  ];
}

/** LAW31: header names in capitals. Includes the content coding of the response, which C22 compares. */
export function namesInCapitals(subject: Subject): readonly Case[] | string {
  const { base } = subject;
  const fields = credentialFields(subject.operation.contract, planOf(base));
  // Why: a credential in the query or a cookie has no header name.
  if (fields.query.length > 0) return 'The credential is not in a header.';
  const credential = fields.headers;
  const headers = [...base.headers, ...credential, ['accept-encoding', 'identity'] as const];
  const capitals = headers.map(([name, value]) => [name.toUpperCase(), value] as const);
  return sameAs(
    subject,
    'A request with its header names in capitals, for a response without a coding,',
    capitals,
  );
}

/** LAW32: the name of the scheme in lower case. */
export function schemeInLowerCase(subject: Subject): readonly Case[] | string {
  const { base } = subject;
  const fields = credentialFields(subject.operation.contract, planOf(base));
  const [, scheme] = /^(Bearer|Basic) /.exec(fields.headers[0]?.[1] ?? '') ?? [];
  if (scheme === undefined) return 'The credential is not in the header Authorization.';
  const lower = scheme.toLowerCase();
  const headers = fields.headers.map(([name, value]) => [name, value.replace(scheme, lower)] as const);
  const cases = sameAs(subject, `A valid key under the scheme \`${lower}\``, [...base.headers, ...headers]);
  // Why a warning: a description has only one spelling of the scheme.
  return typeof cases === 'string' ? cases : cases.map(warned);
}

/** Returns a request with other headers that must be accepted like the base request, or why there is none. */
function sameAs(
  { base, baseline, operation }: Subject,
  description: string,
  headers: RequestForm['headers'],
): readonly Case[] | string {
  if (baseline === null || baseline >= 300) return NOT_ACCEPTED;
  const provenance = provenanceOfOperation(operation);
  const expectation = {
    description,
    statuses: ['2XX', '3XX'] as const,
    tolerated: [],
    wording: null,
    ...provenance,
  };
  return [{ form: { ...base, profile: null, headers }, expectation, before: [], keeps: null }];
}

/** A letter outside of ASCII. */
const LETTER = 'é';

/** Returns whether an operation takes JSON with texts. */
export function takesText(operation: ContractOperation): boolean {
  return textsOf(operation).length > 0;
}

/** LAW33: JSON with a charset, which has no effect. Source: RFC 8259 11. */
export function namedEncoding(subject: Subject): readonly Case[] | string {
  const { traits, isBorrowed, baseline, operation } = subject;
  if (isSingleUse(traits) || isBorrowed || traits.isCostly) return [];
  if (baseline === null || baseline >= 300) return NOT_ACCEPTED;
  const properties = propertiesWithLetter(subject);
  if (properties === null) return [];
  const provenance = provenanceOfOperation(operation);
  const made = createBodyCase(subject, 'A body with the charset utf-8', properties, provenance);
  const body = {
    kind: 'text' as const,
    text: JSON.stringify(propertiesOf(made.form)),
    mediaType: `${jsonTypeOf(operation)}; charset=utf-8`,
  };
  return [{ ...made, form: { ...made.form, body }, keeps: null }];
}

/** Lists the text properties of the JSON body of an operation that have no format. */
function textsOf(operation: ContractOperation): readonly string[] {
  const check = bodyCheck({ operation });
  const shape = check === null ? null : shapeOfCheck(operation.contract, check);
  if (shape?.kind !== 'record') return [];
  return shape.properties.flatMap(({ name, shape: part }) => {
    const target = resolveShape(operation.contract, part);
    const isFree = target.kind === 'string' && target.patterns.length === 0 && target.format === null;
    return isFree && statefulReason(name) === null ? [name] : [];
  });
}

/** Returns the body with a non-ASCII letter in a text; `null` if no text allows arbitrary values. */
function propertiesWithLetter(subject: Subject): ReturnType<typeof propertiesOf> | null {
  const { operation, traits } = subject;
  const check = bodyCheck(subject);
  const largest = check === null ? {} : largestBody(subject, check);
  const free = textsOf(operation).filter(
    (name) => !traits.unique.includes(name) && !traits.conditional.includes(name),
  );
  for (const name of free) {
    const text = largest[name];
    if (typeof text === 'string') return { ...propertiesOf(subject.base), [name]: `${text} ${LETTER}` };
  }
  return null;
}

function warned(each: Case): Case {
  return { ...each, expectation: { ...each.expectation, ...capSeverity(each.expectation) } };
}
