/** Checks of requests that no client of the contract sends: other methods, odd ids, unexpected bodies. */
import { allOperations, type PlatformOperation } from '../../contract.ts';
import { isDestructive } from '../../../model/operations.ts';
import { baseOf } from '../../requests/request-traits.ts';
import { traitsOf } from '../../../requests/operation-traits.ts';
import { planOf } from '../../../requests/request-form.ts';
import { defineCheck, relyOnPractice } from '../define-check.ts';
import { textOf } from '../read-value.ts';
import type { CheckContext, ScenarioCheck } from '../scenario-check.ts';

const harmless = relyOnPractice(
  'A request that the contract does not describe is rejected and harms nothing.',
);

/** Why not GET: the source mentions further operations without their paths, and reading does no harm. */
const methods = ['POST', 'PUT', 'PATCH'];

/** Ids that need care: percent-encoded in the path. */
const oddIds: Readonly<Record<string, string>> = {
  'letters beyond ASCII': 'überflüssig_日本_🙂',
  'an encoded slash': 'a/b/../c',
  'a NUL': 'a\u0000b',
  'a percent sign': '100%25',
  'a quote': `a' OR '1'='1`,
  'a line break': 'a\r\nx-injected: 1',
  '1500 characters': 'x'.repeat(1_500),
};

/** Checks of odd requests. */
export const oddRequestChecks: readonly ScenarioCheck[] = [
  defineCheck({
    id: 'ODD01',
    title: 'A method that the contract does not declare is rejected.',
    description: 'Sends POST, PUT and PATCH with an empty object to every path that does not declare them.',
    rationale: 'A forgotten route can be called without the checks of the declared ones.',
    level: 'destructive',
    basis: harmless,
    run: sendOtherMethods,
  }),
  defineCheck({
    id: 'ODD02',
    title: 'An odd id is rejected.',
    description: 'Reads records by ids with other letters, slashes, quotes, line breaks and 1500 characters.',
    rationale: 'Ids reach queries, file names and logs.',
    basis: harmless,
    run: sendOddIds,
  }),
  defineCheck({
    id: 'ODD03',
    title: 'A body where none is expected does no harm.',
    description: 'Sends a JSON body, a text and malformed JSON to operations without a body.',
    rationale: 'Some clients and proxies always send a body.',
    basis: harmless,
    run: sendBodies,
  }),
  defineCheck({
    id: 'ODD04',
    title: 'An unknown path returns 404.',
    description:
      'Requests paths beside those of the contract, with a valid credential, and looks for an error object.',
    rationale: 'A typing error in a path would look like a success.',
    basis: harmless,
    run: sendUnknownPaths,
  }),
  defineCheck({
    id: 'ODD05',
    title: 'A query parameter that is repeated, unknown or odd does no harm.',
    description:
      'Repeats a parameter of each operation that reads, sends one that no operation has, and an odd text in each.',
    rationale: 'Tracking parameters and sloppy clients must not make a list fail.',
    basis: harmless,
    run: sendQueries,
  }),
];

interface OddRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly mediaType?: string;
}

/**
 * Sends a request. Why it is not examined: its response may come from a router or a proxy, which knows neither the
 * error object nor the statuses of the contract.
 */
async function responseTo(
  context: CheckContext,
  { method, path, body, mediaType }: OddRequest,
): Promise<{ readonly status: number; readonly isError: boolean }> {
  const { response } = await context.send(
    {
      method,
      path,
      headers: body === undefined ? [] : [['content-type', mediaType ?? 'application/json']],
      body: body ?? null,
      profile: 'full',
    },
    { isExamined: false },
  );
  const isError = response?.body.kind === 'json' && textOf(response.body.value, 'error') !== null;
  return { status: response?.status ?? 0, isError };
}

async function statusOf(context: CheckContext, request: OddRequest): Promise<number> {
  return (await responseTo(context, request)).status;
}

/** Reports a response unless it is one of the expected ones. Why: 500 is a fact; C06 reports an unexpected 501. */
function noteStatus(context: CheckContext, isRight: boolean, status: number, what: string): void {
  const message = `${what} returned ${status === 0 ? 'nothing' : status}.`;
  context.note(
    isRight || status === 501,
    status === 500 ? { message, at: 'status', facts: ['F-7-003', 'F-7-014'], severity: 'fail' } : message,
    'status',
  );
}

/** Returns the path of an operation with ids of the test environment; `null` if one is unknown. */
function pathOf(context: CheckContext, operation: PlatformOperation): string | null {
  const { base, missing } = baseOf(operation, context.environment);
  return missing.length > 0 ? null : planOf({ ...base, query: {} }).path;
}

async function sendOtherMethods(context: CheckContext): Promise<void> {
  const byPath = Map.groupBy(allOperations, ({ path }) => path);
  for (const [template, operations] of byPath) {
    const [first] = operations;
    const path = first === undefined ? null : pathOf(context, first);
    if (path === null) continue;
    for (const method of methods.filter(
      (each) => !operations.some((operation) => operation.method === each),
    )) {
      const status = await statusOf(context, { method, path, body: '{}' });
      noteStatus(
        context,
        status >= 400 && status < 500 && status !== 401,
        status,
        `${method} ${template}, which is not declared,`,
      );
    }
  }
}

async function sendOddIds(context: CheckContext): Promise<void> {
  const readers = allOperations.filter(
    ({ method, parameters, stream }) =>
      method === 'GET' && stream === null && parameters.some((parameter) => parameter.in === 'path'),
  );
  for (const operation of readers) {
    const { base } = baseOf(operation, context.environment);
    const names = operation.parameters.flatMap(({ name, in: place }) => (place === 'path' ? [name] : []));
    const last = names.at(-1) ?? '';
    const filled = Object.fromEntries(names.map((name) => [name, base.path[name] ?? 'no_such_record']));
    for (const [what, text] of Object.entries(oddIds)) {
      const { path } = planOf({ ...base, path: { ...filled, [last]: text }, query: {} });
      const status = await statusOf(context, { method: 'GET', path });
      noteStatus(context, status >= 400 && status < 500, status, `${operation.id} with an id with ${what}`);
    }
  }
}

async function sendBodies(context: CheckContext): Promise<void> {
  const bodies = [
    { body: '{"unexpected":true}', mediaType: 'application/json' },
    { body: '{"unfinished":', mediaType: 'application/json' },
    { body: 'only text', mediaType: 'text/plain' },
  ];
  const operations = allOperations.filter(
    (operation) =>
      operation.method === 'POST' &&
      operation.body === null &&
      !isDestructive(operation) &&
      traitsOf(operation).consumes === null,
  );
  for (const operation of operations) {
    const path = pathOf(context, operation);
    if (path === null) continue;
    for (const body of bodies) {
      const status = await statusOf(context, { method: operation.method, path, ...body });
      noteStatus(
        context,
        status > 0 && (status < 500 || status === 502),
        status,
        `${operation.id} with an unexpected body`,
      );
    }
  }
}

async function sendUnknownPaths(context: CheckContext): Promise<void> {
  const paths = new Set([
    '/v1/no-such-thing',
    ...allOperations.flatMap(({ path }) => {
      const base = /^\/[^{]*[^{/]/.exec(path)?.[0];
      return base === undefined ? [] : [`${base}-of-nobody`];
    }),
  ]);
  let hasErrors = true;
  for (const path of paths) {
    const { status, isError } = await responseTo(context, { method: 'GET', path });
    noteStatus(context, status >= 400 && status < 500, status, `GET ${path}, which is not declared,`);
    hasErrors &&= isError || status < 400;
  }
  context.note(hasErrors, 'The error of a path that is not declared is no JSON object with `error`.', 'body');
}

async function sendQueries(context: CheckContext): Promise<void> {
  for (const operation of allOperations) {
    const query = operation.parameters.find(({ in: place }) => place === 'query');
    const path = query === undefined ? null : pathOf(context, operation);
    if (operation.method !== 'GET' || query === undefined || path === null) continue;
    const name = encodeURIComponent(query.name);
    const odd = operation.parameters
      .filter(({ in: place }) => place === 'query')
      .map((each) => `${encodeURIComponent(each.name)}=not-a-date%00%F0%9F%99%82`);
    for (const search of [`${name}=1&${name}=2`, 'utm_source=check', `${name}=%ZZ`, ...odd]) {
      const status = await statusOf(context, { method: 'GET', path: `${path}?${search}` });
      noteStatus(context, status > 0 && status < 500, status, `${operation.id} with the query ${search}`);
    }
  }
}
