/** An in-process service of notebooks and notes that is only known by its description, and checks of it. */
import { join } from 'node:path';
import { defaultConfig } from '../../../conformance/config/config.ts';
import type { Fetch } from '../../../conformance/http/wire.ts';
import type { RunReport } from '../../../conformance/model/run-report.ts';
import type { Level } from '../../../conformance/model/check.ts';
import { emptyPlugin } from '../../../conformance/plugin.ts';
import type { RunnerOptions } from '../../../conformance/runner/run.ts';
import { runConformance } from '../../../conformance/runner/runner.ts';
import { operationsOf } from '../../../contract/operations.ts';
import { loadResources } from '../../../generator/load/load-resources.ts';
import { readRequest, requestOf } from './check-service.ts';

const loaded = await loadResources({
  openapi: 'notes.yaml',
  asyncapi: [],
  overlays: [],
  resources: null,
  folder: join(import.meta.dirname, '../described-service'),
  access: { isRemoteAllowed: false, folders: [] },
});
if (loaded.contract === null) throw new Error(JSON.stringify(loaded.diagnostics));

export const notes = loaded.contract;

type Fields = Readonly<Record<string, unknown>>;

/** A stored record. */
export interface Row extends Fields {
  readonly id: string;
  readonly owner: string;
}

/** A request as the service reads it. Shape: `id` is the path parameter, empty without one. */
export interface Call {
  readonly operation: string;
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: Fields;
  readonly headers: Headers;
  readonly caller: string;
}

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Changes what the service does. `usual` returns its default response. */
export type Fault = (call: Call, usual: () => Reply, service: NotesService) => Reply;

const KEYS: Readonly<Record<string, string>> = { 'key-of-ada': 'ada', 'key-of-gil': 'gil' };

/** The service. It requires unique names of notebooks, which its description only implies with a 409. */
export class NotesService {
  readonly notebooks = new Map<string, Row>();
  readonly notes = new Map<string, Row>();
  readonly stars = new Set<string>();
  readonly calls: Call[] = [];
  readonly added: { readonly notebookId: string; readonly noteId: string }[] = [];
  readonly #replies = new Map<string, Reply>();
  #last = 0;

  respond(call: Call): Reply {
    const { operation, id, query, body, caller } = call;
    const kind = /Notebooks?$/.test(operation) ? 'notebooks' : 'notes';
    const rows = this[kind];
    const parent = this.notebooks.get(id);
    if (/^(?:list|create)Notes?$/.test(operation) && parent?.owner !== caller) return { status: 404 };
    if (operation === 'listNotebooks')
      return {
        status: 200,
        body: [...rows.values()]
          .filter(({ owner }) => owner === caller)
          .map((row) => ({ ...shown(row), noteCount: this.#count(row.id) })),
      };
    if (operation === 'listNotes') return { status: 200, body: this.#listNotes(id, query).map(shown) };
    if (operation === 'createNotebook') {
      const isTaken = [...rows.values()].some(
        ({ name, code }) => name === body['name'] || code === body['code'],
      );
      const added = { name: body['name'], code: body['code'], noteCount: 0 };
      return isTaken ? { status: 409 } : this.#add(rows, caller, added);
    }
    if (operation === 'createNote') return this.#addNote(call);
    const row = rows.get(id);
    if (row?.owner !== caller) return { status: 404 };
    if (operation === 'followNotebook') return this.#follow(call);
    if (operation === 'getNotebook')
      return { status: 200, body: { ...shown(row), noteCount: this.#count(id) } };
    if (operation === 'getNote') {
      const etag = `"${Buffer.from(JSON.stringify(row)).toString('base64')}"`;
      return call.headers.get('if-none-match') === etag
        ? { status: 304 }
        : { status: 200, body: shown(row), headers: { etag } };
    }
    if (operation === 'isStarred') return { status: this.stars.has(id) ? 204 : 404 };
    if (operation === 'starNote' || operation === 'unstarNote') {
      if (operation === 'starNote') this.stars.add(id);
      else this.stars.delete(id);
      return { status: 204 };
    }
    const changes: Readonly<Record<string, Fields>> = {
      updateNote: pick(body, written),
      replaceNote: { ...initial, ...pick(body, written) },
      archiveNote: { state: 'archived' },
    };
    if (changes[operation] !== undefined) {
      rows.set(id, { ...row, ...changes[operation] });
      return { status: 200, body: shown(rows.get(id) ?? row) };
    }
    rows.delete(id);
    for (const note of this.notes.values()) if (note['notebookId'] === id) this.notes.delete(note.id);
    return { status: 204 };
  }

  /** Adds a note, once for each idempotency key of a caller in a notebook. */
  #addNote({ id, body, caller, headers }: Call): Reply {
    const sent = headers.get('idempotency-key');
    const key = sent === null ? null : `${caller} ${id} ${sent}`;
    const before = key === null ? undefined : this.#replies.get(key);
    const fields = { notebookId: id, state: 'open', done: false, ...initial, ...pick(body, written) };
    const reply = before ?? this.#add(this.notes, caller, fields);
    if (key !== null) this.#replies.set(key, reply);
    if (before === undefined) this.added.push({ notebookId: id, noteId: (reply.body as Row).id });
    return reply;
  }

  /** Sends an event for each note that was added, after the one that the client has. */
  #follow({ id, headers }: Call): Reply {
    const after = Number(headers.get('last-event-id') ?? 0);
    const frames = this.added
      .map(({ notebookId, noteId }, index) => ({ notebookId, noteId, number: index + 1 }))
      .filter(({ notebookId, number }) => notebookId === id && number > after)
      .map(({ noteId, number }) => `id: ${number}\nevent: added\ndata: {"noteId":"${noteId}"}\n\n`);
    return { status: 200, body: frames.join(''), headers: { 'content-type': 'text/event-stream' } };
  }

  #count(notebook: string): number {
    return [...this.notes.values()].filter(({ notebookId }) => notebookId === notebook).length;
  }

  #listNotes(notebook: string, query: URLSearchParams): readonly Row[] {
    const tag = query.get('tag');
    const kept = ['kind', 'priority', 'done'].flatMap((name) =>
      query.has(name) ? [[name, query.get(name)] as const] : [],
    );
    const all = [...this.notes.values()]
      .filter(({ notebookId }) => notebookId === notebook)
      .filter(({ tags }) => tag === null || (tags as readonly string[]).includes(tag))
      .filter((note) => kept.every(([name, value]) => String(note[name]) === value));
    const sort = query.get('sort');
    if (sort === null) return all;
    const ascending = all.toSorted((one, other) => Number(one['priority']) - Number(other['priority']));
    return sort.startsWith('-') ? ascending.reverse() : ascending;
  }

  #add(rows: Map<string, Row>, owner: string, fields: Fields): Reply {
    const row = { id: `row-${(++this.#last).toString().padStart(6, '0')}`, owner, ...fields };
    rows.set(row.id, row);
    return { status: 201, body: shown(row) };
  }
}

const written = ['text', 'kind', 'priority', 'tags'];
const initial = { kind: 'plain', priority: null, tags: [] };

function shown({ owner: _, ...rest }: Row): Fields {
  return rest;
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(
    names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]] as const])),
  );
}

function serve(service: NotesService, fault: Fault): Fetch {
  return async (url, init) => {
    const request = await requestOf(url, init as RequestInit);
    const { method, path, query, headers } = request;
    const operation = operationsOf(notes).match(method, path);
    const reply = (): Reply => {
      if (operation === null) return { status: 404 };
      const caller = KEYS[headers.get('x-key') ?? ''];
      if (caller === undefined) return { status: 401 };
      const { params, body, isValid } = readRequest(operation, request);
      if (!isValid) return { status: 400 };
      const call = {
        operation: operation.id,
        id: Object.values(params)[0] ?? '',
        query,
        body,
        headers,
        caller,
      };
      service.calls.push(call);
      return fault(call, () => service.respond(call), service);
    };
    const { status, body, headers: fields = {} } = reply();
    return body === undefined || typeof body === 'string'
      ? new Response(body ?? null, { status, headers: fields })
      : Response.json(body, { status, headers: fields });
  };
}

/** Returns how the service is reached in a run or a replay. */
export function notesOptions(
  service: NotesService,
  fault: Fault,
  level: Level,
): RunnerOptions & { readonly fetch: Fetch } {
  const credentials = { full: 'key-of-ada', otherOrganization: 'key-of-gil' };
  const environment = { ...defaultConfig.environment, credentials };
  // Why without a rate: the service is in this process.
  const budget = { ...defaultConfig.budget, perSecond: null };
  const config = { ...defaultConfig, level, cases: 3, environment, budget };
  const fetch = serve(service, fault);
  return { contract: notes, plugin: emptyPlugin, baseUrl: 'http://127.0.0.1:1', fetch, config };
}

export async function checkNotes(
  fault: Fault = (_, usual) => usual(),
  level: Level = 'destructive',
  service = new NotesService(),
): Promise<{ readonly report: RunReport; readonly service: NotesService }> {
  return { report: await runConformance(notesOptions(service, fault, level)), service };
}

export function findingsOf({ outcomes }: RunReport): readonly string[] {
  return outcomes
    .flatMap(({ findings }) => findings)
    .map(({ verdict, check, subject, at }) => `${verdict} ${check} ${subject} ${at}`);
}
