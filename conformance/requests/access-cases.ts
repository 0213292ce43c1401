/** Requests that are valid except for their credential. */
import { factsOf } from '../../contract/facts/facts.ts';
import { LIKELY, roleOf } from '../../contract/resources/graph.ts';
import { operationKey, type ContractOperation } from '../../contract/operations.ts';
import { assumptionSeverity, provenanceOfStatus, type Provenance } from '../provenance/provenance.ts';
import { credentialFields } from '../http/credentials.ts';
import type { TestEnvironment } from '../model/test-environment.ts';
import type { Case, Subject } from './case.ts';
import type { Expectation, Wording } from '../model/expectation.ts';
import type { Severity } from '../model/check.ts';
import { capSeverity, provenanceOfOperation, weakestProvenance } from './request-provenance.ts';
import { planOf, propertiesOf, withJson, type RequestForm } from './request-form.ts';
import type { ErrorText } from './request-traits.ts';
import type { SchemeSpec } from '../../templates/runtime/server/security.ts';
import { authProperty, clientErrors, declared } from './expected-response.ts';

/** Keys and tokens that were never issued. */
const UNKNOWN_KEY = 'rt_live_0000000000000000000000';
const UNKNOWN_TOKEN = 'a.token.that-nobody-issued';
const UNKNOWN_USER = Buffer.from('nobody:nothing').toString('base64');

export function needsCredential({ security }: ContractOperation): boolean {
  return security.length > 0 && security.every(({ schemes }) => schemes.length > 0);
}

/** Returns the scopes that an operation requires; empty if it requires none or declares no 403. */
export function scopesOf(operation: ContractOperation): readonly string[] {
  const named = operation.security.flatMap(({ schemes }) => schemes.flatMap(({ scopes }) => scopes));
  return declared(operation, [403]).length > 0 ? named : [];
}

/** A permission to read, such as `AGENTS:READ`, `read` or `tasks.readonly`. */
const readScope = /(?:^|[:._/-])read(?:[_-]?only)?(?:$|[:._/-])/i;

/** Roles of operations that a read-only credential can't have. */
const writeRoles: ReadonlySet<string> = new Set([
  ...['create', 'update', 'replace', 'delete', 'upsert', 'action', 'relate', 'unrelate'],
  ...['flag-set', 'flag-unset', 'singleton-update', 'singleton-replace', 'singleton-delete', 'upload'],
]);

/**
 * Returns whether an operation writes records and may reject a credential for its permissions without naming any in
 * the contract. Why: a read-only credential lacks the permission in any case.
 */
export function isGuardedWrite(operation: ContractOperation): boolean {
  const isGuarded = declared(operation, [403]).length > 0 && scopesOf(operation).length === 0;
  return operation.contract.provenance === null && isWrite(operation) && isGuarded;
}

function isWrite({ contract, id }: ContractOperation): boolean {
  const role = roleOf(contract.resources, id)?.role;
  return role !== undefined && writeRoles.has(role.value) && role.confidence >= LIKELY;
}

/** A01: no credential at all. */
export function withoutCredential(subject: Subject): readonly Case[] {
  const form = { ...subject.base, profile: null };
  return [caseOf(form, expectUnauthorized(subject, 'A request without a credential'))];
}

/** A02: a credential that was never issued, one that was revoked, and one that has expired. */
export function withBadCredential(subject: Subject, { credentials }: TestEnvironment): readonly Case[] {
  const { base, operation } = subject;
  const property = authProperty(operation);
  if (property !== null) {
    const form = withJson(base, { ...propertiesOf(base), [property]: `${property}_that_nobody_began` });
    return [caseOf(form, expectNoSession(subject, `A request with an unknown ${property}`))];
  }
  return [
    caseOf(withUnknown(base, UNKNOWN_KEY), expectUnauthorized(subject, 'A request with an unknown key')),
    caseOf(withUnknown(base, UNKNOWN_TOKEN), expectUnauthorized(subject, 'A request with an unknown token')),
    ...withWrongEnd(subject, credentials),
    ...['revoked', 'expired']
      .filter((profile) => credentials[profile] !== undefined)
      .map((profile) =>
        caseOf(
          { ...base, profile },
          expectUnauthorized(
            subject,
            `A request with ${profile === 'expired' ? 'an' : 'a'} ${profile} credential`,
          ),
        ),
      ),
  ];
}

/**
 * Adds characters to a valid credential, which also makes the signature of a token wrong. Why only for operations that read
 * without parameters: services usually verify all credentials in one place.
 */
function withWrongEnd(subject: Subject, credentials: TestEnvironment['credentials']): readonly Case[] {
  const { base, operation } = subject;
  const isPlain = operation.method === 'GET' && !operation.path.includes('{');
  const isKnown = base.profile !== null && credentials[base.profile] !== undefined;
  if (!isPlain || !isKnown || operation.contract.provenance !== null) return [];
  const { headers } = credentialFields(operation.contract, planOf(base));
  const changed = headers.map(
    ([name, text]) => [name, text.replaceAll(/\$\{profile\.[^}]+\}/g, '$&AAAA')] as const,
  );
  if (changed.every(([, text], index) => text === headers[index]?.[1])) return [];
  const form = { ...base, profile: null, headers: [...base.headers, ...changed] };
  const description = 'A request with the valid credential and further characters';
  return [caseOf(form, expectUnauthorized(subject, description))];
}

/** A03: another scheme. */
export function withOtherScheme(subject: Subject, { credentials }: TestEnvironment): readonly Case[] {
  const { base, operation } = subject;
  const kinds = schemesOf(operation).map(({ kind }) => kind);
  if (kinds.includes('basic'))
    return [
      caseOf(
        withHeader(base, `Bearer ${UNKNOWN_TOKEN}`),
        expectUnauthorized(subject, 'A request with a Bearer token'),
      ),
    ];
  const right = expectUnauthorized(
    subject,
    'A request with the valid credential in the scheme Basic instead of Bearer',
  );
  return [
    caseOf(
      withHeader(base, `Basic ${UNKNOWN_USER}`),
      expectUnauthorized(subject, 'A request with a user name and a password (scheme Basic)'),
    ),
    ...(base.profile === null || credentials[base.profile] === undefined || !kinds.includes('bearer')
      ? []
      : [
          caseOf(withHeader(base, `Basic \${profile.${base.profile}}`), {
            ...right,
            ...capSeverity(provenanceOf401(subject)),
          }),
        ]),
  ];
}

/** A04: a key whose permissions do not cover the operation. */
export function withoutScope(subject: Subject, { credentials }: TestEnvironment): readonly Case[] {
  const { base, missing, traits, operation } = subject;
  // Why: without the record that it would consume, the request may be rejected for another reason.
  const isUsable = traits.consumes === null || missing.length === 0;
  const isReading =
    ['GET', 'HEAD'].includes(operation.method) ||
    (!isGuardedWrite(operation) && scopesOf(operation).every((scope) => readScope.test(scope)));
  const cases: Case[] = [];
  if (credentials['noScope'] !== undefined && scopesOf(operation).length > 0)
    cases.push(
      caseOf(
        { ...base, profile: 'noScope' },
        expectForbidden(subject, 'A request with a key without permissions'),
      ),
    );
  if (credentials['readOnly'] !== undefined && !isReading && isUsable)
    cases.push(
      caseOf(
        { ...base, profile: 'readOnly' },
        expectForbidden(subject, 'A request with a key that may only read'),
      ),
    );
  return cases;
}

/**
 * A05: a credential for an operation that requires none.
 *
 * Shape: a reason to skip if the valid request itself is rejected, since another rejection would prove nothing.
 */
export function withNeedlessCredential({
  base,
  operation,
  baseline,
  traits,
}: Subject): readonly Case[] | string {
  const isAccepted = baseline !== null && baseline < 400;
  if (!isAccepted) return 'The same request without a header was not accepted.';
  const again = traits.consumes === null ? [] : clientErrors(operation, [401]);
  // Why: the same request without a header has deleted the record.
  const isDescribed = operation.contract.provenance === null;
  const isDeleted = operation.method === 'DELETE' && isDescribed;
  // Why: it has changed the version that both requests name.
  const isStale = /^(?:PATCH|PUT)$/.test(operation.method) && isDescribed;
  const expectation: Expectation = {
    description: 'A request with a bad header where none is needed',
    statuses: ['2XX', '3XX', ...again, ...(isDeleted ? [404, 410] : []), ...(isStale ? [409, 412] : [])],
    tolerated: [],
    severity: 'warn',
    place: provenanceOfOperation(operation).place,
    facts: [],
    assumption: null,
    wording: null,
  };
  return [caseOf(withHeader(base, `Bearer ${UNKNOWN_KEY}`), expectation)];
}

/** Returns the security schemes of an operation. */
function schemesOf({ security, contract }: ContractOperation): readonly SchemeSpec[] {
  const names = new Set(security.flatMap(({ schemes }) => schemes.map(({ name }) => name)));
  return contract.service.securitySchemes.filter(({ name }) => names.has(name));
}

/** Replaces the credential of an operation with one that was never issued. */
function withUnknown(form: RequestForm, value: string): RequestForm {
  const { headers, query } = credentialFields(
    form.operation.contract,
    planOf({ ...form, profile: 'unknown' }),
  );
  const user = Buffer.from(`unknown:${value}`).toString('base64');
  const replaced = (text: string): string =>
    text.replaceAll(/\$\{profile\.[^}]+\}/g, value).replaceAll(/\$\{basic\.[^}]+\}/g, user);
  return {
    ...form,
    profile: null,
    headers: [...form.headers, ...headers.map(([name, text]) => [name, replaced(text)] as const)],
    query: { ...form.query, ...Object.fromEntries(query.map(([name, text]) => [name, replaced(text)])) },
  };
}

function withHeader(form: RequestForm, authorization: string): RequestForm {
  return { ...form, profile: null, headers: [...form.headers, ['authorization', authorization]] };
}

function caseOf(form: RequestForm, expectation: Expectation): Case {
  return { form, expectation, before: [], keeps: null };
}

/** Why an undescribed operation only warns: all operations that exist require a credential. */
function provenanceOf401({ operation, baseline }: Subject): Provenance {
  const own = weakestProvenance(provenanceOfStatus(operation, 401), provenanceOfOperation(operation));
  const exists = baseline !== null && baseline < 300 && needsCredential(operation);
  return own.severity === 'off' && exists ? { ...own, severity: 'warn', assumption: null } : own;
}

/** Why: a request with invented ids may be rejected for these first, since the source defines no order. */
function expectUnauthorized(subject: Subject, description: string): Expectation {
  const { operation, confidence } = subject;
  const provenance = provenanceOf401(subject);
  return {
    description,
    statuses: [401],
    tolerated: confidence === 'guessed' ? clientErrors(operation, [401]) : [],
    wording: wordingOf(401, subject.api.rejections.unauthorized, provenance.severity),
    ...provenance,
  };
}

/** Expects the error for an unknown browser session, whose text differs; other errors may take precedence. */
function expectNoSession(subject: Subject, description: string): Expectation {
  const provenance = provenanceOf401(subject);
  return {
    description,
    statuses: [401],
    tolerated: clientErrors(subject.operation, [401]),
    wording: null,
    ...provenance,
  };
}

/**
 * Why a warning for the Agent Platform: the source does not show which permission is needed, but accepting a key without
 * any, or a read-only one, is suspicious. The text is a fact if a 403 has no other meaning.
 */
function expectForbidden({ operation, api }: Subject, description: string): Expectation {
  const { rejections } = api;
  const key = operationKey(operation);
  const meanings = factsOf(operation.contract)
    .about(`${key}#403`)
    .map(({ text }) => text);
  const isPlain = meanings.every(
    (text) => !text.includes('meaning=') || text.includes('insufficient permissions'),
  );
  const provenance = weakestProvenance(provenanceOfStatus(operation, 403), provenanceOfOperation(operation));
  const sure = isPlain && meanings.length < 2 ? provenance : capSeverity(provenance);
  return {
    description,
    // Why: a service may also hide the record from such a key.
    statuses: isGuardedWrite(operation) ? [403, '4XX'] : [403],
    tolerated: [],
    // Why only where the source has the operation: an assumed one may reject a credential for other reasons.
    ...(provenance.severity === 'fail' && rejections.unauthorizedIsNoPermission !== null
      ? { contradiction: { status: 401, facts: rejections.unauthorizedIsNoPermission } }
      : {}),
    severity: severityOf403(operation, provenance),
    place: provenance.place,
    facts: [],
    assumption: 'A-SCOPE',
    wording: wordingOf(403, rejections.forbidden, sure.severity),
  };
}

/** Returns the severity of a missing 403: a failure for a write whose scopes and 403 a description states. */
function severityOf403(operation: ContractOperation, { severity }: Provenance): Severity {
  if (severity === 'off') return assumptionSeverity(operation.contract, 'A-SCOPE');
  const isStated = operation.contract.provenance === null && scopesOf(operation).length > 0;
  return isStated && isWrite(operation) ? 'fail' : 'warn';
}

function wordingOf(status: number, text: ErrorText | null, severity: Severity): Wording | null {
  return text === null ? null : { status, ...text, severity };
}
