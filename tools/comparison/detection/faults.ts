/**
 * The faults of the tracker, each against a sentence of its description or of HTTP, and liberties that both leave to a service.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { rules, type Asked, type TrackerResponse, type Rules, type Values } from './rules.ts';
import { isObject } from '../../../templates/runtime/json/value.ts';

/** A named change of the tracker. */
export interface Variant {
  readonly name: string;
  readonly changes: Partial<Rules>;
}

export const faults: readonly Variant[] = [
  { name: 'a creation returns 200', changes: onResponse(({ status }) => status === 201 && { status: 200 }) },
  {
    name: 'a required property is missing',
    changes: onBody('description', ({ created_at: _, ...rest }) => rest),
  },
  { name: 'a forbidden property', changes: onBody('text', (comment) => ({ ...comment, likes: 0 })) },
  {
    name: 'a number is a string',
    changes: onBody('priority', (task) => ({ ...task, priority: String(task['priority']) })),
  },
  {
    name: 'a time has another format',
    changes: onBody('description', (project) => ({ ...project, created_at: 'today' })),
  },
  {
    name: 'a media type that is not declared',
    changes: onResponse(
      (response) =>
        response.status === 200 && { headers: { ...response.headers, 'content-type': 'text/html' } },
    ),
  },
  {
    name: 'a required header is missing',
    changes: onResponse(({ headers: { location: _, ...headers } }) => ({ headers })),
  },
  {
    name: 'Location leads nowhere',
    changes: onResponse(
      ({ headers }) =>
        headers['location'] !== undefined && { headers: { ...headers, location: '/projects/0' } },
    ),
  },
  {
    name: 'a value is not stored',
    changes: { create: (input) => ({ ...input, ...('due_on' in input && { due_on: null }) }) },
  },
  {
    name: 'a default is not applied',
    changes: {
      create: (input, text) =>
        'priority' in input && !text.includes('priority') ? { ...input, priority: 5 } : input,
    },
  },
  { name: 'an update is lost', changes: { save: () => undefined } },
  {
    name: 'PATCH clears other properties',
    changes: {
      merge: (stored, change) => ({ ...stored, ...('title' in stored && { due_on: null }), ...change }),
    },
  },
  {
    name: 'PUT keeps what it leaves out',
    changes: {
      replace: (stored, input) => ({
        ...stored,
        ...input,
        description: input['description'] ?? stored['description'],
      }),
    },
  },
  {
    name: 'PUT twice is not PUT once',
    changes: {
      replace: (stored, input) => ({
        ...stored,
        ...input,
        description:
          stored['name'] === input['name'] ? `${String(input['description'])} again` : input['description'],
      }),
    },
  },
  {
    name: 'a list omits a record',
    changes: { page: (rows, start, limit) => rows.slice(0, -1).slice(start, start + limit) },
  },
  {
    name: 'a list repeats a record',
    changes: { page: (rows, start, limit) => [...rows, ...rows.slice(-1)].slice(start, start + limit) },
  },
  { name: 'a filter is ignored', changes: { isListed: (row) => !row.isDeleted } },
  {
    name: 'the next page skips a record',
    changes: { page: (rows, start, limit) => rows.slice(start && start + 1, start + limit) },
  },
  { name: 'total counts only the page', changes: { total: (_rows, page) => page.length } },
  {
    name: 'a deleted record is still readable',
    changes: { isReadable: (row, organization) => row.organization === organization },
  },
  { name: 'no record is 200', changes: onResponse((response) => response.status === 404 && { status: 200 }) },
  {
    name: 'an invalid body is accepted',
    changes: { accepts: (isValid, part) => isValid || part === 'body' },
  },
  {
    name: 'an invalid query is accepted',
    changes: { accepts: (isValid, part) => isValid || part === 'query' },
  },
  {
    name: 'no credential is needed',
    changes: { identify: (credential) => rules.identify(credential) ?? 'org_1' },
  },
  { name: 'records of others are readable', changes: { isReadable: (row) => !row.isDeleted } },
  { name: 'an ETag stays after a change', changes: { tag: ({ id }) => `"${id}"` } },
  { name: 'each If-None-Match is 304', changes: { isUnchanged: () => true } },
  { name: 'no If-None-Match is 304', changes: { isUnchanged: () => false } },
  {
    name: 'a letter beyond ASCII is 500',
    changes: onResponse((_response, { text }) => /[\u0080-\u{10ffff}]/u.test(text) && { status: 500 }),
  },
];

export const liberties: readonly Variant[] = [
  {
    name: 'another order of properties',
    changes: onResponse(
      ({ body }) => isObject(body) && { body: Object.fromEntries(Object.entries(body).reverse()) },
    ),
  },
  {
    name: 'a further property',
    changes: onBody('description', (project) => ({ ...project, color: 'blue' })),
  },
  {
    name: 'other texts of errors',
    changes: onResponse(
      ({ status }) => status >= 400 && { body: { title: 'Nein', status, detail: 'Das geht leider nicht.' } },
    ),
  },
  {
    name: '400 instead of 422',
    changes: onResponse(
      (response) =>
        response.status === 422 && { status: 400, body: { title: 'The body is invalid', status: 400 } },
    ),
  },
  {
    name: 'the newest first',
    changes: { page: (rows, start, limit) => rows.toReversed().slice(start, start + limit) },
  },
  { name: 'a weak ETag', changes: { tag: (row) => `W/${rules.tag(row)}` } },
  {
    name: 'a charset',
    changes: onResponse(({ headers }) => {
      const media = headers['content-type'];
      return media !== undefined && { headers: { ...headers, 'content-type': `${media}; charset=utf-8` } };
    }),
  },
  {
    name: 'texts are trimmed',
    changes: {
      create: (input) => trim(input),
      merge: (stored, change) => ({ ...stored, ...trim(change) }),
      replace: (stored, input) => ({ ...stored, ...trim(input) }),
    },
  },
  {
    name: 'slow',
    changes: {
      respond: async (response) => {
        await wait(20);
        return response;
      },
    },
  },
];

/** Changes parts of some responses; `false` leaves one as it is. */
function onResponse(
  change: (response: TrackerResponse, asked: Asked) => Partial<TrackerResponse> | false,
): Partial<Rules> {
  return { respond: (response, asked) => ({ ...response, ...change(response, asked) }) };
}

/** Changes each record with a property, alone and in lists. */
function onBody(property: string, change: (record: Values) => Values): Partial<Rules> {
  const visit = (body: unknown): unknown => {
    if (Array.isArray(body)) return body.map(visit);
    if (!isObject(body)) return body;
    if (property in body) return change(body);
    return 'data' in body ? { ...body, data: visit(body['data']) } : body;
  };
  return onResponse(({ body }) => ({ body: visit(body) }));
}

/** Trims texts, except for those of nothing but space. */
function trim(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.trim() || value : value,
    ]),
  );
}
