/** References that are looked up because an override asks for it. */
import { expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';

const hallId = { name: 'hallId', in: 'path', required: true, schema: { type: 'string' } };
const text = { type: 'string' };
const hall = { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } };
const locker = { type: 'object', required: ['id', 'size'], properties: { id: text, size: text } };
const booking = { type: 'object', required: ['id', 'lockerId'], properties: { id: text, lockerId: text } };
const json = (schema: object) => ({ 'application/json': { schema } });
const list = (schema: object) => ({
  get: { responses: { 200: { description: 'All.', content: json({ type: 'array', items: schema }) } } },
});
const create = (schema: object, more: object = {}) => ({
  post: {
    requestBody: { content: json(schema) },
    responses: { 201: { description: 'New.', content: json(schema) }, 409: { description: 'Not possible.' } },
    ...more,
  },
});

/** Lockers are created and listed below their halls, but have no paths of their own. */
const describe = (more: object) => ({
  openapi: '3.1.0',
  info: { title: 'Lockers', version: '1' },
  paths: {
    '/halls': { ...list(hall), ...create(hall) },
    '/halls/{hallId}': {
      parameters: [hallId],
      get: { responses: { 200: { description: 'It.', content: json(hall) } } },
    },
    '/halls/{hallId}/lockers': { parameters: [hallId], ...list(locker), ...create(locker) },
    '/bookings': create(booking, more),
  },
});

test.each([
  [{}, 201],
  [{ 'x-backlot': { references: true } }, 409],
])('a booking with %j of a locker that does not exist returns %i', async (more, status) => {
  const mock = await createMock({ openapi: describe(more) });
  const book = async (id: string): Promise<number> => {
    const body = JSON.stringify({ id: 'b1', lockerId: id });
    const headers = { 'content-type': 'application/json' };
    return (await mock.fetch('/bookings', { method: 'POST', headers, body })).status;
  };
  expect(await book('none')).toBe(status);
  const [first] = (await (await mock.fetch('/halls')).json()) as readonly { readonly id: string }[];
  const lockers = (await (await mock.fetch(`/halls/${first!.id}/lockers`)).json()) as readonly {
    id: string;
  }[];
  expect(await book(lockers[0]!.id)).toBe(201);
  await mock.close();
});
