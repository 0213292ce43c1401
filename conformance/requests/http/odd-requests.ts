/** LAW40 to LAW44: requests that no client of the contract sends. They must be rejected or have no effect. */
import { operationsOf, type ContractOperation } from '../../../contract/operations.ts';
import { isDestructive } from '../../model/operations.ts';
import type { Expectation, ExpectedStatus } from '../../model/expectation.ts';
import type { Case, Subject } from '../case.ts';
import { traitsOf } from '../operation-traits.ts';
import { provenanceOfOperation } from '../request-provenance.ts';
import { pathNamesOf } from '../records/record-maker.ts';
import { planOf, type RequestForm } from '../request-form.ts';
import { recordNamesOf } from '../unknown-ids.ts';

/** Methods that change something. Why not GET: a description may omit a read operation. */
const methods = ['POST', 'PUT', 'PATCH'];

/** Returns the declared methods of the path of an operation; `null` unless it is the first operation of the path. */
function methodsOf({ id, path, contract }: ContractOperation): readonly string[] | null {
  const same = operationsOf(contract).all.filter((operation) => operation.path === path);
  return same[0]?.id === id ? same.map(({ method }) => method) : null;
}

/** Returns whether the path of an operation has methods to try; each path is tried once. */
export function lacksMethod(operation: ContractOperation): boolean {
  const declared = methodsOf(operation);
  return declared !== null && [...methods, 'OPTIONS'].some((method) => !declared.includes(method));
}

/** The errors of what a service may check before the method. */
const checkedFirst = [401, 403, 406, 415, 429];

/** LAW40: methods that the path does not declare. Why OPTIONS may succeed: browsers send it as a preflight. */
export function otherMethods(subject: Subject): readonly Case[] {
  const { path, contract } = subject.operation;
  // Why only with an accepted request: the path may have an unknown id.
  const isStated = contract.rejectsMethods === true && subject.baseline !== null && subject.baseline < 300;
  const declared = methodsOf(subject.operation) ?? [];
  const form = withoutQuery(subject.base);
  const changing = methods
    .filter((method) => !declared.includes(method))
    .map((method) =>
      caseOf(subject, `${method} ${path}, which is not declared,`, {
        form: { ...form, body: { kind: 'json', value: {} }, undeclared: { method } },
        statuses: isStated ? [405, ...checkedFirst] : ['4XX'],
      }),
    );
  const asking = harmlessCase(subject, `OPTIONS ${path}`, {
    ...form,
    body: { kind: 'none' },
    undeclared: { method: 'OPTIONS' },
  });
  return declared.includes('OPTIONS') ? changing : [...changing, asking];
}

/** Ids that need care when they are decoded, stored, logged or used in a query. */
const oddIds: Readonly<Record<string, string>> = {
  'quotes, line breaks and letters beyond ASCII': `a' OR "1"='1 %25 überflüssig_日本_🙂\r\nx-injected: ${'1'.repeat(1_400)}`,
  'a NUL': 'a\u0000b',
  'an encoded slash': 'a/b/../c',
};

/** Returns whether an operation reads a record by an id in its path. */
export function readsById(operation: ContractOperation): boolean {
  const { method, stream } = operation;
  const last = pathNamesOf(operation).at(-1);
  return method === 'GET' && stream === null && last !== undefined && recordNamesOf(operation).includes(last);
}

/** LAW41: odd ids in the last parameter of the path. */
export function oddIdsOf(subject: Subject): readonly Case[] {
  const { base, operation } = subject;
  const names = operation.parameters.flatMap((parameter) => (parameter.in === 'path' ? parameter.name : []));
  const filled = Object.fromEntries(names.map((name) => [name, base.path[name] ?? 'no_such_record']));
  // Why: a list below an unknown record may be empty.
  const caseFor = operation.path.endsWith('}') ? rejectedCase : harmlessCase;
  return Object.entries(oddIds).map(([what, text]) =>
    caseFor(subject, `${operation.id} with an id with ${what}`, {
      ...withoutQuery(base),
      path: { ...filled, [names.at(-1) ?? '']: text },
      undeclared: {},
    }),
  );
}

/** Returns whether an operation can be called any number of times and expects no body. */
export function expectsNoBody(operation: ContractOperation): boolean {
  const isRepeatable = !isDestructive(operation) && traitsOf(operation).consumes === null;
  return operation.method === 'POST' && operation.body === null && isRepeatable;
}

/** LAW42: bodies where none is expected. */
export function unexpectedBodies(subject: Subject): readonly Case[] {
  const bodies = [
    { text: '{"unfinished":', mediaType: 'application/json' },
    { text: 'only text', mediaType: 'text/plain' },
  ];
  return bodies.map((body) =>
    harmlessCase(subject, `${subject.operation.id} with an unexpected body`, {
      ...subject.base,
      body: { kind: 'text', ...body },
      undeclared: {},
    }),
  );
}

/** Returns the path of an operation up to its first parameter; `null` unless it is the first operation below it. */
function staticPrefixOf({ id, path, contract }: ContractOperation): string | null {
  const stem = (template: string): string | undefined => /^\/[^{]*[^{/]/.exec(template)?.[0];
  const own = stem(path);
  const first = operationsOf(contract).all.find((operation) => stem(operation.path) === own);
  return own !== undefined && first?.id === id ? own : null;
}

/** Returns whether a path next to that of an operation is tried; each one is tried once. */
export function hasStaticPrefix(operation: ContractOperation): boolean {
  return staticPrefixOf(operation) !== null;
}

/** LAW43: a path next to those of the contract. */
export function unknownPath(subject: Subject): readonly Case[] {
  const path = `${staticPrefixOf(subject.operation) ?? ''}-of-nobody`;
  const form = { ...subject.base, undeclared: { method: 'GET', path }, body: { kind: 'none' } as const };
  return [rejectedCase(subject, `GET ${path}, which is not declared,`, form)];
}

/** Returns whether an operation reads and has query parameters. */
export function readsByQuery({ method, stream, parameters }: ContractOperation): boolean {
  return method === 'GET' && stream === null && parameters.some((parameter) => parameter.in === 'query');
}

/** LAW44: queries that are repeated, unknown, not encoded, or odd. */
export function oddQueries(subject: Subject): readonly Case[] {
  const { base, operation } = subject;
  const names = operation.parameters.flatMap(({ name, in: place }) =>
    place === 'query' ? encodeURIComponent(name) : [],
  );
  const [first = ''] = names;
  const { path } = planOf(withoutQuery(base));
  const searches = [
    `${first}=1&${first}=2&utm_source=check`,
    `${first}=%ZZ`,
    ...names.map((name) => `${name}=not-a-date%00%F0%9F%99%82`),
  ];
  return searches.map((search) =>
    harmlessCase(subject, `${operation.id} with the query ${search}`, {
      ...base,
      undeclared: { path: `${path}?${search}` },
    }),
  );
}

function withoutQuery(form: RequestForm): RequestForm {
  return { ...form, query: {} };
}

function rejectedCase(subject: Subject, description: string, form: RequestForm): Case {
  return caseOf(subject, description, { form, statuses: ['4XX'] });
}

/** Why 502: an operation may call another server. */
function harmlessCase(subject: Subject, description: string, form: RequestForm): Case {
  return caseOf(subject, description, { form, statuses: ['2XX', '3XX', '4XX', 502] });
}

/** Why a warning: the contract does not describe such requests. Only 500 is always a failure of the service. */
function caseOf(
  { operation }: Subject,
  description: string,
  { form, statuses }: { readonly form: RequestForm; readonly statuses: readonly ExpectedStatus[] },
): Case {
  const expectation: Expectation = {
    description,
    statuses,
    tolerated: [],
    contradiction: { status: 500, facts: [] },
    severity: 'warn',
    place: provenanceOfOperation(operation).place,
    facts: [],
    assumption: null,
    wording: null,
  };
  return { form, expectation, before: [], keeps: null };
}
