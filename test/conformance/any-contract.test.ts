/** Checks of a service that only its description is known of. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Contract } from '../../contract/contract.ts';
import { operationsOf } from '../../contract/operations.ts';
import { listChecks } from '../../conformance/catalogue/catalogue.ts';
import { defaultConfig } from '../../conformance/config/config.ts';
import type { Fetch } from '../../conformance/http/wire.ts';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { emptyPlugin } from '../../conformance/plugin.ts';
import { createJobChecker } from '../../conformance/proxy/check-jobs.ts';
import { paintNothing } from '../../conformance/report/report.ts';
import { writeText } from '../../conformance/report/text.ts';
import { runConformance } from '../../conformance/runner/runner.ts';
import { loadContract } from '../../generator/load/load-contract.ts';
import { readBody } from '../../templates/runtime/body/read-body.ts';
import { readParameters } from '../../templates/runtime/read-parameters.ts';

const TOKEN = 'library-card-1042';
const baseUrl = 'http://127.0.0.1:1';

let contract: Contract;

beforeAll(async () => {
  const folder = join(import.meta.dirname, 'any-contract');
  const loaded = await loadContract({ folder, openapi: 'library.yaml', asyncapi: [] });
  if (loaded.contract === null) throw new Error(JSON.stringify(loaded.diagnostics));
  contract = loaded.contract;
});

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

interface Book {
  readonly id: number;
  readonly [property: string]: unknown;
}

const problem = (code: number): Reply => ({ status: code, body: { code, message: 'This is not possible.' } });

/** A library that follows its description. */
class Library {
  readonly #books = new Map<number, Book>();
  #last = 0;

  reply(method: string, address: URL, authorization: string | null, text: string | null): Reply {
    const operations = operationsOf(contract);
    const operation = operations.match(method, address.pathname);
    if (operation === null) return problem(404);
    if (authorization !== `Bearer ${TOKEN}`) return problem(401);
    const pathParams = operations.pathValues(method, address.pathname);
    const query = address.search.slice(1);
    const read = readParameters(operation.parameters, { pathParams, query, headers: new Headers() });
    if (read.problems.length + read.mismatches.length > 0) return problem(400);
    const bytes = text === null ? null : new TextEncoder().encode(text);
    const body = readBody(operation.body, bytes, text === null ? null : 'application/json');
    if (body.kind !== 'value') return problem(400);
    const id = Number(pathParams['id']);
    if (operation.id === 'listBooks') return { status: 200, body: [...this.#books.values()] };
    if (operation.id === 'createBook') return { status: 201, body: this.#add(body.value as object) };
    const book = this.#books.get(id);
    if (book === undefined) return problem(404);
    if (operation.id === 'getBook') return { status: 200, body: book };
    this.#books.delete(id);
    return { status: 204, body: null };
  }

  #add({
    title,
    pages,
    genre,
  }: {
    readonly title?: unknown;
    readonly pages?: unknown;
    readonly genre?: unknown;
  }) {
    const book = { id: ++this.#last, title, pages, genre, addedOn: '1 May' };
    this.#books.set(book.id, book);
    return book;
  }
}

/** Changes a reply. */
type Fault = (reply: Reply, request: { readonly method: string; readonly path: string }) => Reply;

function serve(fault: Fault): Fetch {
  const library = new Library();
  return (url, init) => {
    const address = new URL(url);
    const headers = new Headers(init.headers);
    const method = init.method ?? 'GET';
    const text = init.body instanceof Uint8Array ? new TextDecoder().decode(init.body) : null;
    const right = library.reply(method, address, headers.get('authorization'), text);
    const { status, body } = fault(right, { method, path: address.pathname });
    return Promise.resolve(body === null ? new Response(null, { status }) : Response.json(body, { status }));
  };
}

function check(fault: Fault = (reply) => reply): Promise<RunReport> {
  const environment = { ...defaultConfig.environment, credentials: { full: TOKEN } };
  const config = { ...defaultConfig, level: 'destructive' as const, environment };
  return runConformance({ contract, plugin: emptyPlugin, baseUrl, fetch: serve(fault), config });
}

function findingsOf({ outcomes }: RunReport): readonly string[] {
  return outcomes
    .flatMap(({ findings }) => findings)
    .map(({ verdict, check: id, subject, at }) => `${verdict} ${id} ${subject} ${at}`);
}

describe('a service that follows its description', () => {
  let report: RunReport;

  beforeAll(async () => {
    report = await check();
  });

  it('has no finding', () => {
    expect(report.stopped).toBeNull();
    expect(findingsOf(report)).toEqual([]);
  });

  it.each([
    ['A01', 'listBooks'],
    ['A02', 'createBook'],
    ['C03', 'getBook'],
    ['N01', 'createBook'],
    ['N02', 'listBooks'],
    ['N03', 'getBook'],
    ['P01', 'createBook'],
    ['P01', 'deleteBook'],
  ])('passes %s of %s', (id, subject) => {
    const outcome = report.outcomes.find((each) => each.check === id && each.subject === subject);
    expect(outcome).toMatchObject({ verdict: 'pass' });
  });

  it('is covered by the run', () => {
    const { missing } = report.coverage.find(({ what }) => what === 'statuses') ?? {};
    expect(missing).toEqual([]);
  });
});

describe('a service is reported that', () => {
  it.each<readonly [string, Fault, string]>([
    [
      'accepts an invalid body',
      (reply, { method }) =>
        method === 'POST' && reply.status === 400
          ? { status: 201, body: { id: 1, title: 'Emma', addedOn: '1 May' } }
          : reply,
      'fail N01 createBook status',
    ],
    [
      'rejects a valid query',
      (reply, { path }) => (path === '/books' && reply.status === 200 ? problem(400) : reply),
      'fail P01 listBooks status',
    ],
    [
      'accepts a request without a credential',
      (reply, { path }) => (path === '/books' && reply.status === 401 ? { status: 200, body: [] } : reply),
      'fail A01 listBooks status',
    ],
    [
      'returns a record without a required property',
      (reply, { path }) =>
        reply.status === 200 && path !== '/books' ? { status: 200, body: { id: 1, title: 'Emma' } } : reply,
      'fail C03 getBook body.addedOn',
    ],
    [
      'returns an error of another form',
      (reply) => (reply.status === 404 ? { status: 404, body: { error: 'Not found' } } : reply),
      'fail C03 getBook body.code',
    ],
    [
      'returns a success that it does not declare',
      (reply, { method }) => (method === 'POST' && reply.status === 201 ? { ...reply, status: 200 } : reply),
      'fail C01 createBook status',
    ],
    [
      'fails',
      (reply, { method }) => (method === 'DELETE' && reply.status === 204 ? problem(500) : reply),
      'fail C06 deleteBook status',
    ],
  ])('%s', async (_, fault, finding) => {
    const report = await check(fault);
    expect(findingsOf(report)).toContain(finding);
    const text = writeText(report, {
      contract,
      baseline: null,
      cases: new Map(),
      locate: () => null,
      paint: paintNothing,
      width: 100,
    });
    // Why: only the Agent Platform has facts and assumptions.
    expect(text).not.toMatch(/\b[FA]-\d/);
    const places = report.outcomes.flatMap(({ findings }) => findings.map(({ place }) => place));
    expect(places.filter((place) => place?.startsWith('library.yaml#/') !== true)).toEqual([]);
  });
});

it('the checks of any API rest on no fact', () => {
  const checks = listChecks(contract, emptyPlugin);
  expect(checks.length).toBeGreaterThan(30);
  expect(checks.filter(({ facts, assumption }) => facts.length > 0 || assumption !== null)).toEqual([]);
  expect(checks.map(({ basis }) => basis.kind)).not.toContain('facts');
});

it('the proxy reports what a client and a service do wrong', async () => {
  const checker = createJobChecker({ contract, traffic: emptyPlugin, basePaths: [] });
  const json = (value: unknown) => ({
    kind: 'whole' as const,
    bytes: new TextEncoder().encode(JSON.stringify(value)),
  });
  const headers = ['Content-Type', 'application/json', 'Authorization', `Bearer ${TOKEN}`];
  const reports = await checker.take({
    kind: 'exchange',
    request: {
      number: 1,
      at: 0,
      method: 'POST',
      path: '/books',
      headers,
      body: json({ pages: 0 }),
      isChecked: false,
    },
    response: { status: 201, headers: headers.slice(0, 2), body: json({ id: '1', title: 'Emma' }) },
    durationMs: 1,
  });
  const found = reports.flatMap((report) => (report.kind === 'finding' ? [report.finding] : []));
  expect(found.map(({ verdict, check: id, at }) => `${verdict} ${id} ${at}`)).toEqual([
    'fail Q03 body.title',
    'fail Q03 body.pages',
    'fail C03 body.addedOn',
    'fail C03 body.id',
  ]);
});
