/** Choices that a description leaves open are not failures, and mistakes in it state nothing. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { RunReport } from '../../conformance/model/run-report.ts';
import { defineService, type Call } from './support/defined-service.ts';
import { findingsOf } from './support/notes.ts';
import { integer, listOf, name as shortest, object, ref, text } from './support/service-definition.ts';
import { checkService, empty } from './support/check-service.ts';

const name = { ...shortest, maxLength: 400 };
const patch = object({ name, weight: { type: 'number' } }, []);

/** Rejects an item by its day; an invalid day comes before an unknown item. */
const statusOfDay = ({ params }: Omit<Call, 'row'>): number =>
  /^\d{4}-\d\d-\d\d$/.test(params['day'] ?? '') ? 404 : 422;

/** Keeps items, with all the freedom that the description leaves. */
const depot = await defineService({
  version: '3.0.3',
  title: 'Depot',
  resources: [
    {
      name: 'Item',
      path: '/items',
      item: '/items/{id}',
      fields: { name, weight: { type: 'number', default: '1' } },
      shown: { weight: { type: 'number' } },
      initial: { weight: 1 },
      list: {
        query: {
          page: { schema: integer() },
          since: { schema: { ...integer(), format: 'int64' } },
          created: {
            style: 'deepObject',
            explode: true,
            schema: { anyOf: [object({ gt: integer() }, []), integer()] },
          },
        },
        returns: object({ items: listOf(ref('Item')), next_page_url: text }, ['items']),
        accepts: ({ query }) =>
          [...query].every(([parameter, sent]) => !/page|since/.test(parameter) || /^-?\d+$/.test(sent)),
        run: ({ store }) => ({ items: store.values('Item'), next_page_url: 'none' }),
      },
      create: {},
      get: { missing: () => Response.json({ detail: 'none' }, { status: 404 }) },
      update: {
        body: patch,
        returns: null,
        status: 204,
        run(_, usual) {
          usual();
          return 204;
        },
      },
    },
  ],
  operations: {
    'PATCH /items': {
      id: 'updateItems',
      body: patch,
      status: 200,
      run({ body, store }) {
        for (const item of store.rows('Item')) store.change(item, body);
        return 200;
      },
    },
    'GET /days/{day}/items/{id}': {
      id: 'getItemOfDay',
      returns: ref('Item'),
      errors: [422],
      params: { day: { ...text, format: 'date' } },
      missing: statusOfDay,
      guard: statusOfDay,
    },
    'POST /files': {
      id: 'createFile',
      requestBody: {
        required: true,
        content: {
          '*/*': { schema: { ...text, format: 'binary' } },
          'application/vnd.depot+json': { schema: object({ text }) },
        },
      },
      accepts: () => true,
      run: ({ body }) =>
        typeof body['text'] === 'string' ? empty(204, { 'content-type': 'text/plain' }) : 400,
    },
  },
});

describe('a service of a description with errors', () => {
  const calls: string[] = [];
  let report: RunReport;
  const ofCheck = (id: string): readonly string[] =>
    findingsOf(report).filter((finding) => finding.includes(` ${id} `));

  beforeAll(async () => {
    const respond = depot.serve();
    const answer = (call: Parameters<typeof respond>[0]): Promise<Response> => {
      calls.push(`${call.method} ${call.path}`);
      return respond(call);
    };
    report = await checkService(depot.contract, answer, {});
  });

  it('need not have a default of another type', () => expect(ofCheck('LAW24')).toEqual([]));

  it('has no next page if its next position is not a number', () => expect(ofCheck('LAW08')).toEqual([]));

  it('may reject an id for an invalid value before it', () => expect(ofCheck('N03')).toEqual([]));

  it('is only warned of numbers beyond a format', () => {
    expect(new Set(ofCheck('N02'))).toEqual(new Set(['warn N02 listItems status']));
  });

  it('gets the body of the media type that is sent', () => expect(ofCheck('P01')).toEqual([]));

  it('may name the type of no content, and return errors without a declared one', () =>
    expect(ofCheck('C02')).toEqual([]));

  it('gets no request that changes all records', () => {
    expect(calls.filter((call) => call === 'PATCH /items')).toEqual([]);
  });

  it('fails nothing', () => {
    expect(findingsOf(report).filter((finding) => !finding.startsWith('warn'))).toEqual([]);
  });
});
