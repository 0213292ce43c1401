/**
 * Ids that name nothing, in the place of each path parameter: some that look right, some that can't be right, some left to
 * chance.
 */
import { constantFrom, stringMatching, tuple, type Arbitrary } from 'fast-check';
import { factsAbout } from '../../schema-location/facts.ts';
import { operationKey } from '../../schema-location/operations.ts';
import { provenanceOfStatus, type Provenance } from '../../schema-location/provenance.ts';
import type { Case, CaseSet, Subject } from './case.ts';
import type { Expectation } from './expectation.ts';
import { provenanceOfOperation, weakestProvenance } from './request-provenance.ts';
import type { Texts } from './request-form.ts';
import { declared } from './statuses.ts';

/** Stands for a parameter of the path that nothing is known for. */
const PLACEHOLDER = 'no_such_record';

const unknown: readonly { readonly text: string; readonly description: string }[] = [
  { text: 'unknown_to_everybody_1042', description: 'unknown' },
  { text: '00000000-0000-4000-8000-000000000000', description: 'unknown' },
  { text: 'not an id!', description: 'malformed' },
  { text: 'x'.repeat(200), description: 'very long' },
];

/** Creates the requests of an operation that name records which do not exist. */
export function unknownIds(subject: Subject): CaseSet {
  const names = subject.operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) => name);
  if (names.length === 0 || expected(subject).length === 0) return { cases: [], random: null };
  const cases = names.flatMap((name) =>
    unknown.map(({ text, description }) => caseOf(subject, name, text, description)),
  );
  return { cases, random: randomIds(subject, names) };
}

/** Checks whether an operation names a record that may be missing. */
export function canNameNothing(subject: Pick<Subject, 'operation'>): boolean {
  const isNaming = subject.operation.parameters.some((parameter) => parameter.in === 'path');
  return isNaming && expected(subject).length > 0;
}

function expected({ operation }: Pick<Subject, 'operation'>): readonly number[] {
  return declared(operation, [400, 404]);
}

function randomIds(subject: Subject, names: readonly string[]): Arbitrary<Case> {
  return tuple(constantFrom(...names), stringMatching(/^[a-z]{2,6}_[A-Za-z0-9]{12,30}$/)).map(
    ([name, text]) => caseOf(subject, name, text, 'unknown'),
  );
}

function caseOf(subject: Subject, name: string, text: string, description: string): Case {
  const { base, missing } = subject;
  const filled: Texts = Object.fromEntries(missing.map((each) => [each, PLACEHOLDER]));
  const form = { ...base, path: { ...filled, ...base.path, [name]: text } };
  return {
    form,
    expectation: expectNothing(subject, `An ${description} ${name}`.replace(/^An (?=[^aeiou])/, 'A ')),
    before: [],
    keeps: null,
  };
}

/**
 * Why 403 is tolerated: who keeps secret which records others have may answer so, although to a key that may do everything it
 * says the wrong thing. An asset that is public to nobody is refused the same way.
 */
function expectNothing(subject: Subject, description: string): Expectation {
  const { operation, baseline } = subject;
  const isOpen =
    operation.security.length === 0 || operation.security.some(({ schemes }) => schemes.length === 0);
  const isBarred = isOpen || baseline === 403;
  const statuses = [...expected(subject), ...(isBarred ? declared(operation, [403]) : [])];
  const tolerated = isOpen ? [] : declared(operation, [403, 410]);
  return { description, statuses, tolerated, wording: null, ...provenanceOf(subject) };
}

function provenanceOf({ operation }: Subject): Provenance {
  const key = operationKey(operation);
  const facts = factsAbout(`${key}#404`, `${key}#400`).map(({ id }) => id);
  const [status = 404] = expected({ operation }).toReversed();
  const provenance = weakestProvenance(
    provenanceOfStatus(operation, status),
    provenanceOfOperation(operation),
  );
  return provenance.severity === 'fail' ? { ...provenance, facts } : provenance;
}
