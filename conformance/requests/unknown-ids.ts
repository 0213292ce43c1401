/** N03: requests with ids of records that do not exist. */
import { operationKey, type ContractOperation } from '../../contract/operations.ts';
import { provenanceOfStatus, type Provenance } from '../provenance/provenance.ts';
import type { Case, Subject, CaseSet } from './case.ts';
import type { Expectation } from '../model/expectation.ts';
import { addedTextOf } from './operation-traits.ts';
import { varyId } from './vary-id.ts';
import type { Texts } from './request-form.ts';
import { constant, constantFrom, integer, stringMatching, tuple, type Arbitrary } from 'fast-check';
import { factsOf } from '../../contract/facts/facts.ts';
import { provenanceOfOperation, weakestProvenance } from './request-provenance.ts';
import { fitsPath } from './values.ts';
import { roleOf } from '../../contract/resources/graph.ts';
import { templateOf } from '../../contract/resources/path-shape.ts';
import { declared } from './expected-response.ts';
import { mixedParameters } from './invalid-requests.ts';

/** The value of a path parameter that is not configured. */
const PLACEHOLDER = 'no_such_record';

/** An unknown id. Why `also`: the source lists 400 for any invalid id; C01 warns about it if it is not declared. */
interface UnknownId {
  readonly text: string;
  readonly description: string;
  readonly also: readonly (400 | 422)[];
}

const malformed: readonly UnknownId[] = [
  { text: 'not an id!', description: 'malformed', also: [400] },
  { text: 'x'.repeat(200), description: 'very long', also: [400] },
];

const unknownTexts: readonly UnknownId[] = [
  { text: 'unknown_to_everybody_1042', description: 'unknown', also: [] },
  { text: '00000000-0000-4000-8000-000000000000', description: 'unknown', also: [] },
  ...malformed,
];

/** Why this number: the largest 32-bit integer; a service rarely has that many records. */
const MAX_INT32 = 2 ** 31 - 1;

const unknownNumbers: readonly UnknownId[] = [
  { text: String(MAX_INT32), description: 'unknown', also: [] },
  ...malformed,
];

/** Creates the requests of an operation with ids of records that do not exist. */
export function unknownIds(subject: Subject): CaseSet {
  const names = recordNamesOf(subject.operation);
  if (names.length === 0 || expected(subject).length === 0) return { cases: [], random: null };
  const cases = names.flatMap((name) => {
    const ids = isNumber(subject, name) ? unknownNumbers : unknownTexts;
    return ids.map((id) => unknownIdCase(subject, name, id));
  });
  return { cases: [...cases, ...similarIds(subject, names)], random: randomIds(subject, names) };
}

/**
 * Lists the path parameters with the id of a record. Why not those of other parents, such as an account: without
 * operations for them, a description does not require that they exist.
 */
export function recordNamesOf(operation: ContractOperation): readonly string[] {
  const { path, parameters, contract } = operation;
  const added = addedTextOf(operation);
  const items = new Set(
    contract.resources.resources.flatMap(({ itemPath }) => (itemPath === null ? [] : [templateOf(itemPath)])),
  );
  return parameters.flatMap(({ name, in: place }) => {
    const prefix = path.slice(0, path.indexOf(`{${name}}`) + name.length + 2);
    const isRecord = contract.provenance !== null || prefix === path || items.has(templateOf(prefix));
    return place === 'path' && isRecord && name !== added ? [name] : [];
  });
}

/**
 * Creates requests with an id of the same form as a known one, for which 404 is expected. Why a warning: a service may
 * validate more than the form. Why not a short id: another record may have it. Why not a record of a parent that must
 * not be mixed with others: its id may be rejected for that.
 */
function similarIds(subject: Subject, names: readonly string[]): readonly Case[] {
  const { base, baseline, operation } = subject;
  const mixed = mixedParameters(operation);
  const isKnown = baseline !== null && baseline < 300 && declared(operation, [404]).length > 0;
  return names
    .filter(
      (name) =>
        isKnown &&
        (mixed.length === 0 || mixed.includes(name)) &&
        /[a-z0-9]{10}/i.test(base.path[name] ?? ''),
    )
    .map((name) => {
      const id = { text: varyId(base.path[name] ?? ''), description: 'unknown', also: [] };
      const made = unknownIdCase(subject, name, id);
      const { expectation } = made;
      const statuses = expectation.statuses.filter((status) => status !== 400);
      const description = `An unknown ${name} of the usual form`;
      return { ...made, expectation: { ...expectation, description, statuses, severity: 'warn' } };
    });
}

/** Returns whether an operation has an id in its path and declares an error for an unknown one. */
export function canBeNotFound(subject: Pick<Subject, 'operation'>): boolean {
  return (
    recordNamesOf(subject.operation).length > 0 &&
    expected(subject).length > 0 &&
    !mayCreate(subject.operation)
  );
}

/** Returns whether a request with an unknown id may create the record. */
function mayCreate(operation: ContractOperation): boolean {
  const { id, method, path, contract } = operation;
  if (method === 'PUT' && declared(operation, [201]).length > 0) return true;
  const role = roleOf(contract.resources, id)?.role.value ?? '';
  return path.endsWith('}') && ['create', 'upload', 'upsert'].includes(role);
}

function expected({ operation }: Pick<Subject, 'operation'>): readonly number[] {
  return declared(operation, [400, 404]);
}

/** The errors for an id that no record can have. */
const outside: readonly (400 | 422)[] = [400, 422];

function isNumber({ operation }: Subject, name: string): boolean {
  const parameter = operation.parameters.find((each) => each.in === 'path' && each.name === name);
  return parameter?.kind === 'integer' || parameter?.kind === 'number';
}

/** Why once: fast-check takes milliseconds to create it. */
const randomText = stringMatching(/^[a-z]{2,6}_[A-Za-z0-9]{12,30}$/);

const randomNumber = integer({ min: MAX_INT32 - 10 ** 9, max: MAX_INT32 }).map(String);

function randomIds(subject: Subject, names: readonly string[]): Arbitrary<Case> {
  return constantFrom(...names)
    .chain((name) => tuple(constant(name), isNumber(subject, name) ? randomNumber : randomText))
    .map(([name, text]) => unknownIdCase(subject, name, { text, description: 'unknown', also: [] }));
}

function unknownIdCase(subject: Subject, name: string, { text, description, also }: UnknownId): Case {
  const { base, missing } = subject;
  const filled: Texts = Object.fromEntries(missing.map((each) => [each, PLACEHOLDER]));
  const form = { ...base, path: { ...filled, ...base.path, [name]: text } };
  const expectation = expectNotFound(subject, `An ${description} ${name}`.replace(/^An (?=[^aeiou])/, 'A '));
  // Why all of them: a placeholder may violate the schema of another parameter.
  const isFitting = Object.entries(form.path).every(([each, value]) =>
    fitsPath(subject.operation, each, value),
  );
  const isOutside = !isFitting || hasDoubtfulBody(subject);
  const statuses = [...new Set([...expectation.statuses, ...also, ...(isOutside ? outside : [])])];
  return { form, expectation: { ...expectation, statuses }, before: [], keeps: null };
}

/** Returns whether a request has a body that the service has not accepted: it may be rejected for that. */
function hasDoubtfulBody({ operation, base, baseline }: Subject): boolean {
  const isAccepted = baseline !== null && baseline < 300;
  return operation.contract.provenance === null && base.body.kind !== 'none' && !isAccepted;
}

/**
 * Expects the error for an unknown record. Why 403 is tolerated: a service that hides which records exist may return
 * it, although it is misleading for a key with every permission. A public operation may return 403 as well: fetching a
 * private asset does.
 */
function expectNotFound(subject: Subject, description: string): Expectation {
  const { operation, baseline } = subject;
  const isOpen =
    operation.security.length === 0 || operation.security.some(({ schemes }) => schemes.length === 0);
  const isBarred = isOpen || baseline === 403;
  // Why: a record that does not exist need not be deleted. Source: RFC 9110 9.2.2.
  const isGone = operation.method === 'DELETE' && operation.contract.provenance === null;
  const statuses: Expectation['statuses'] = [
    // Why also an undeclared 404: HTTP defines it for such a request.
    ...(operation.contract.provenance === null ? [404, 410] : []),
    ...expected(subject),
    ...(isBarred ? declared(operation, [403]) : []),
    ...(isGone ? (['2XX'] as const) : []),
  ];
  const tolerated = isOpen ? [] : declared(operation, [403, 410]);
  return { description, statuses, tolerated, wording: null, ...provenanceOf(subject) };
}

function provenanceOf({ operation }: Subject): Provenance {
  const key = operationKey(operation);
  const facts = factsOf(operation.contract)
    .about(`${key}#404`, `${key}#400`)
    .map(({ id }) => id);
  const [status = 404] = expected({ operation }).toReversed();
  const provenance = weakestProvenance(
    provenanceOfStatus(operation, status),
    provenanceOfOperation(operation),
  );
  return provenance.severity === 'fail' ? { ...provenance, facts } : provenance;
}
