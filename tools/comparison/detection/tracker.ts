/**
 * A small service with its own description (`tracker.yaml`), for tools that check services. It uses nothing of
 * Backlot.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import {
  rules as lawful,
  type Asked,
  type TrackerResponse,
  type Row,
  type RowKind,
  type Rules,
  type Values,
} from './rules.ts';

export const trackerFile = join(import.meta.dirname, 'tracker.yaml');
export const trackerDocument = parse(readFileSync(trackerFile, 'utf8')) as Values;

export interface RunningTracker {
  readonly url: string;
  requests(): number;
  /** Begins again with the first records. Shape: `changed` replaces rules. */
  reset(changed: Partial<Rules>): void;
  close(): Promise<void>;
}

/** A request of a caller whose organization and path exist. */
interface Call extends Asked {
  readonly organization: string;
  /** The record of the path; that of the organization where the path has none. */
  readonly row: Row;
  readonly condition: string | undefined;
  readonly isJson: boolean;
}

interface Route {
  readonly path: RegExp;
  readonly kind: RowKind;
  readonly methods: Readonly<Record<string, (call: Call) => TrackerResponse>>;
}

const keys: Record<RowKind, readonly [prefix: string, parent: string | null]> = {
  Organization: ['org', null],
  Project: ['prj', null],
  Task: ['tsk', 'project_id'],
  Comment: ['cmt', 'task_id'],
};

const listQueries: Partial<Record<RowKind, Values>> = {
  Project: {
    limit: { $ref: 'tracker#/components/parameters/limit/schema' },
    offset: { $ref: 'tracker#/paths/~1projects/get/parameters/1/schema' },
  },
  Task: {
    limit: { $ref: 'tracker#/components/parameters/limit/schema' },
    cursor: { $ref: 'tracker#/paths/~1projects~1%7BprojectId%7D~1tasks/get/parameters/1/schema' },
    status: { $ref: 'tracker#/components/schemas/TaskStatus' },
  },
};

/** A response other than of success. */
class Rejection extends Error {
  readonly status: number;
  constructor(status: number, title: string) {
    super(title);
    this.status = status;
  }
}

/** Starts the tracker on a free port, with a few records. */
export async function startTracker(): Promise<RunningTracker> {
  let tracker = new Tracker(lawful);
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    void tracker.serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => count,
    reset: (changed) => {
      tracker = new Tracker({ ...lawful, ...changed });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

class Tracker {
  readonly #rules: Rules;
  readonly #rows: Row[] = [];
  readonly #ajv = new Ajv({ strict: false, useDefaults: true, coerceTypes: false });
  readonly #queries: Ajv;
  readonly #routes: readonly Route[];

  constructor(changed: Rules) {
    this.#rules = changed;
    this.#queries = new Ajv({ strict: false, useDefaults: true, coerceTypes: true });
    for (const ajv of [this.#ajv, this.#queries]) {
      addFormats.default(ajv);
      ajv.addSchema(trackerDocument, 'tracker', undefined, false);
    }
    this.#routes = this.#createRoutes();
    for (const id of ['org_1', 'org_2']) this.#add('Organization', id, id, { name: id, language: 'en' }, id);
    for (const number of [1, 2]) {
      const project = this.#add('Project', `org_${number}`, `org_${number}`, {
        name: 'Home',
        description: null,
      });
      const values = { title: 'Write', status: 'open', priority: 3, due_on: null };
      const task = this.#add('Task', `org_${number}`, project.id, values);
      this.#add('Comment', `org_${number}`, task.id, { text: 'Good' });
    }
  }

  async serve(request: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(`http://tracker${request.url ?? '/'}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked: Asked = {
      method: request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET'),
      path: pathname,
      query: Object.fromEntries(searchParams),
      text: Buffer.concat(chunks).toString(),
    };
    let response: TrackerResponse;
    try {
      response = this.#handle(asked, request);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      const headers = { 'content-type': 'application/problem+json' };
      response = { status: error.status, headers, body: { title: error.message, status: error.status } };
    }
    const { status, headers, body } = await this.#rules.respond(response, asked);
    outgoing.writeHead(status, headers);
    outgoing.end(body === null ? undefined : JSON.stringify(body));
  }

  #handle(asked: Asked, { headers }: IncomingMessage): TrackerResponse {
    const route = this.#routes.find(({ path }) => path.test(asked.path));
    if (route === undefined) throw new Rejection(404, 'There is no such path');
    const run = route.methods[asked.method];
    if (run === undefined) throw new Rejection(405, 'The path has no such method');
    const organization = this.#rules.identify(headers.authorization);
    if (organization === null) throw new Rejection(401, 'A credential is required');
    const id = route.path.exec(asked.path)?.[1] ?? organization;
    const row = this.#rows.find((one) => one.kind === route.kind && one.id === id);
    if (row === undefined || !this.#rules.isReadable(row, organization))
      throw new Rejection(404, 'There is no such record');
    const isJson = /^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '');
    return run({ ...asked, organization, row, condition: headers['if-none-match'], isJson });
  }

  #createRoutes(): readonly Route[] {
    const read = (call: Call): TrackerResponse => this.#read(call);
    const patch = (call: Call): TrackerResponse =>
      this.#change(call, `${call.row.kind}Change`, this.#rules.merge);
    const remove = ({ row }: Call): TrackerResponse => this.#remove(row);
    const list = (kind: RowKind) => (call: Call) => this.#list(call, kind);
    const create = (kind: RowKind) => (call: Call) => this.#create(call, kind);
    const replace = (call: Call): TrackerResponse => this.#change(call, 'ProjectInput', this.#rules.replace);
    return [
      { path: /^\/organization$/, kind: 'Organization', methods: { GET: read, PATCH: patch } },
      {
        path: /^\/projects$/,
        kind: 'Organization',
        methods: { GET: list('Project'), POST: create('Project') },
      },
      {
        path: /^\/projects\/([^/]+)$/,
        kind: 'Project',
        methods: { GET: read, PUT: replace, DELETE: remove },
      },
      {
        path: /^\/projects\/([^/]+)\/tasks$/,
        kind: 'Project',
        methods: { GET: list('Task'), POST: create('Task') },
      },
      { path: /^\/tasks\/([^/]+)$/, kind: 'Task', methods: { GET: read, PATCH: patch, DELETE: remove } },
      {
        path: /^\/tasks\/([^/]+)\/comments$/,
        kind: 'Task',
        methods: { GET: list('Comment'), POST: create('Comment') },
      },
    ];
  }

  #read({ row, condition }: Call): TrackerResponse {
    const tag = this.#rules.tag(row);
    if (row.kind === 'Task' && condition !== undefined && this.#rules.isUnchanged(tag, condition))
      return { status: 304, headers: { etag: tag }, body: null };
    return this.#show(200, row);
  }

  #create(call: Call, kind: RowKind): TrackerResponse {
    const values = this.#rules.create(this.#parseBody(call, `${kind}Input`), call.text);
    const row = this.#add(kind, call.organization, call.row.id, values);
    const response = this.#show(201, row);
    if (kind === 'Comment') return response;
    return { ...response, headers: { ...response.headers, location: `/${kind.toLowerCase()}s/${row.id}` } };
  }

  #change(call: Call, schema: string, combine: Rules['merge']): TrackerResponse {
    const values = combine(call.row.values, this.#parseBody(call, schema));
    this.#rules.save(call.row, values);
    return this.#show(200, { ...call.row, values });
  }

  #remove(row: Row): TrackerResponse {
    row.isDeleted = true;
    for (const child of this.#rows.filter(({ parent, id }) => parent === row.id && id !== row.id))
      this.#remove(child);
    return { status: 204, headers: {}, body: null };
  }

  #list({ query, row, organization }: Call, kind: RowKind): TrackerResponse {
    const rows = this.#rows.filter(
      (one) =>
        one.kind === kind &&
        one.parent === row.id &&
        one.organization === organization &&
        this.#rules.isListed(one, query),
    );
    if (kind === 'Comment') return writeJson(200, rows.map(writeRow));
    const [start, limit] = this.#parseQuery(kind, query);
    const page = this.#rules.page(rows, start, limit);
    const data = page.map(writeRow);
    if (kind === 'Project') return writeJson(200, { data, total: this.#rules.total(rows, page) });
    const next = start + limit;
    return writeJson(200, { data, next_cursor: next < rows.length ? String(next) : null });
  }

  #add(kind: RowKind, organization: string, parent: string, values: Values, key?: string): Row {
    const [prefix, name] = keys[kind];
    const id = key ?? `${prefix}_${1 + this.#rows.filter((row) => row.kind === kind).length}`;
    const own = kind === 'Organization' ? {} : { created_at: new Date().toISOString() };
    const stored = { id, ...(name !== null && { [name]: parent }), ...values, ...own };
    const row: Row = { kind, id, organization, parent, values: stored, version: 1, isDeleted: false };
    this.#rows.push(row);
    return row;
  }

  #show(status: number, row: Row): TrackerResponse {
    const response = writeJson(status, writeRow(row));
    return row.kind === 'Task' && status === 200
      ? { ...response, headers: { ...response.headers, etag: this.#rules.tag(row) } }
      : response;
  }

  #parseBody({ text, isJson }: Call, schema: string): Values {
    if (!isJson) throw new Rejection(415, 'The body must be application/json');
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      throw new Rejection(400, 'The body is no JSON');
    }
    const isValid = this.#ajv.getSchema(`tracker#/components/schemas/${schema}`)?.(body) === true;
    if (!this.#rules.accepts(isValid, 'body')) throw new Rejection(422, 'The body is invalid');
    return body as Values;
  }

  /** Returns where a page starts and how many records it has. */
  #parseQuery(kind: RowKind, query: Values): readonly [start: number, limit: number] {
    const values = { ...query };
    const isValid = this.#queries.compile({ type: 'object', properties: listQueries[kind] });
    if (!this.#rules.accepts(isValid(values), 'query')) throw new Rejection(400, 'The query is invalid');
    const start = Number((kind === 'Project' ? values['offset'] : values['cursor']) ?? 0);
    if (Number.isNaN(start)) throw new Rejection(400, 'There is no such page');
    return [start, Number(values['limit'] ?? 20)];
  }
}

function writeRow({ values }: Row): Values {
  return values;
}

function writeJson(status: number, body: unknown): TrackerResponse {
  return { status, headers: { 'content-type': 'application/json' }, body };
}
