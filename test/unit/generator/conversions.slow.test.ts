/** `dates` and `int64` change the types of the client, which converts requests, responses and events. */
import { expect, it, vi } from 'vitest';
import { encoderOf, parserOf } from '../../../templates/runtime/conversion/convert.ts';
import { dateTime } from '../../../templates/runtime/conversion/dates.ts';
import { bigint, digits, exactParserOf } from '../../../templates/runtime/conversion/exact-integers.ts';
import { instant, plainDate } from '../../../templates/runtime/conversion/temporal.ts';
import { readDocument, runGenerated, serving } from './support/generated-project.ts';

const openapi = readDocument('conversions');

const event = '2026-01-02T03:04:05.678Z';

const program = `${serving}
import { eventStream } from './api/runtime/shared.ts';
import { followOrders, createClient } from './api/client.ts';
import type { Order } from './api/index.ts';
import type * as json from './api/json-types.ts';
import { checks } from './api/validators.ts';

const order: Order = {
  id: 9007199254740993n,
  code: 9223372036854775807n,
  at: new Date('2026-01-02T03:04:05.678Z'),
  day: new Date('2026-01-02'),
  parent: { id: 1n, at: new Date(0), day: null, limit: -9007199254740995n },
  history: [{ type: 'paid', at: new Date(1) }, { type: 'sent', at: '2026-01-02T03:04:05Z' }],
  byName: { first: new Date(2) },
  limit: { type: 'paid', at: new Date(3) },
  note: '2026-01-02T03:04:05Z',
  number: 12345678901234567,
};
// @ts-expect-error the client does not accept a string
export const wrong: Order = { id: 1n, at: '2026-01-02T03:04:05Z' };
const event: json.PaidEvent = { type: 'paid', at: '2026-01-02T03:04:05.678Z' };
// The server parses numbers, so it receives the values of a client without conversions.
const texts: string[] = [];
const own = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  texts.push(String(init?.body), String(input).replace(/^.*\\/orders/, ''), new Headers(init?.headers).get('x-until') ?? '');
  const response = await own(input, { ...init, ...(init?.body == null ? {} : { body: String(init.body).replaceAll(/\\d{16,}/g, '7') }) });
  if (init?.method !== 'PUT') return response;
  return new Response(String(init.body), { headers: { 'content-type': 'application/json', 'expires-at': '2026-01-02T03:04:05.678Z', 'x-total': '9007199254740993' } });
};
await withServer(
  {
    saveOrder: ({ body }) => ({ status: 200, body, headers: {} }),
    followOrders: () => ({ status: 200, stream: eventStream((async function* () { yield event; })()) }),
  },
  async (api) => {
    const request = { path: { id: order.id }, query: { since: order.at, days: [order.at, new Date(0)] }, headers: { 'X-Until': new Date(0) }, body: order };
    const saved = await api.saveOrder(request);
    if (saved.status !== 200) throw new Error(String(saved.body.at?.getTime()));
    const total: bigint | undefined = saved.headers['X-Total'];
    const expires: Date | undefined = saved.headers['Expires-At'];
    const { parent, limit, byName, history } = saved.body;
    const change = history?.[0];
    const at: Date | null = change?.type === 'paid' ? change.at : null;
    const events = [];
    for await (const one of api.followOrders()) events.push(one.type === 'paid' ? one.at.getTime() : one.at.length);
    const same = JSON.stringify([parent, limit, byName, history].map((part) => part), (_key, value) => typeof value === 'bigint' ? String(value) : value);
    return {
      texts: texts.slice(0, 3), events, same, total: String(total), expires: expires?.getTime(), at: at?.getTime(),
      id: String(saved.body.id), code: String(saved.body.code), day: saved.body.day?.getTime(), number: saved.body.number, note: saved.body.note,
      isWire: checks.Order.check({ id: 1, at: '2026-01-02T03:04:05Z' }),
    };
  },
);
export { createClient, followOrders };
`;

it('dates are Date and integers bigint, without loss', { timeout: 60_000 }, async () => {
  const result = await runGenerated(openapi, { dates: 'Date', int64: 'bigint' }, program);
  const history = [
    { type: 'paid', at: '1970-01-01T00:00:00.001Z' },
    { type: 'sent', at: '2026-01-02T03:04:05Z' },
  ];
  const byName = { first: '1970-01-01T00:00:00.002Z' };
  const limit = { type: 'paid', at: '1970-01-01T00:00:00.003Z' };
  const parent = '"at":"1970-01-01T00:00:00.000Z","day":null,"limit"';
  const rest = `"history":${JSON.stringify(history)},"byName":${JSON.stringify(byName)},"limit":${JSON.stringify(limit)}`;
  expect(result).toEqual({
    texts: [
      `{"id":9007199254740993,"code":"9223372036854775807","at":"2026-01-02T03:04:05.678Z","day":"2026-01-02","parent":{"id":1,${parent}:-9007199254740995},${rest},"note":"2026-01-02T03:04:05Z","number":12345678901234568}`,
      '/9007199254740993?since=2026-01-02T03%3A04%3A05.678Z&days=2026-01-02&days=1970-01-01',
      '1970-01-01',
    ],
    events: [Date.parse(event)],
    same: `[{"id":"1",${parent}:"-9007199254740995"},${JSON.stringify([limit, byName, history]).slice(1)}`,
    total: '9007199254740993',
    expires: Date.parse(event),
    at: 1,
    id: '9007199254740993',
    code: '9223372036854775807',
    day: Date.parse('2026-01-02'),
    number: 12345678901234568,
    note: '2026-01-02T03:04:05Z',
    isWire: true,
  });
});

it('Temporal types are those of the formats', () => {
  const { from } = { from: (text: string) => ({ toJSON: () => `read ${text}` }) };
  vi.stubGlobal('Temporal', { Instant: { from }, PlainDate: { from } });
  const conversion = { properties: { at: instant, days: { items: plainDate } } };
  const read = parserOf(conversion)(
    '{"at":"2026-01-02T03:04:05Z","days":["2026-01-02",null],"other":"2026"}',
  );
  expect(JSON.stringify(encoderOf(conversion)(read))).toBe(
    '{"at":"read 2026-01-02T03:04:05Z","days":["read 2026-01-02",null],"other":"2026"}',
  );
  vi.unstubAllGlobals();
});

it('a value that cannot be converted is an error', () => {
  const read = parserOf({ properties: { at: dateTime } });
  expect(() => read('{"at":"yesterday"}')).toThrow(new RangeError('"yesterday" is not a valid date'));
  expect(() => exactParserOf(bigint)('1.5')).toThrow(RangeError);
  expect(exactParserOf({ values: bigint })('{"__proto__":9007199254740993,"a":null}')).toEqual(
    Object.fromEntries([
      ['__proto__', 9007199254740993n],
      ['a', null],
    ]),
  );
  expect(() => encoderOf(digits)('1.5')).toThrow(RangeError);
});
