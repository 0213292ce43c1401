/** What actions change, and what the journal says where nothing fits them. */
import { afterEach, expect, test } from 'vitest';
import { describeAction } from '../../contract/resources/overrides/describe-action.ts';
import { loadResources } from '../../generator/load/load-resources.ts';
import { createMock, type Engine } from '../../mock/index.ts';
import { callMock } from './described.ts';

const id = { name: 'ticketId', in: 'path', required: true, schema: { type: 'string' } };
const content = { 'application/json': { schema: { $ref: '#/components/schemas/Ticket' } } };
const list = {
  'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Ticket' } } },
};
const act = (body?: object, more = {}) => ({
  post: {
    parameters: [id],
    ...(body !== undefined && { requestBody: { content: { 'application/json': { schema: body } } } }),
    responses: { 200: { description: 'The ticket.', content } },
    ...more,
  },
});

const showing = (status: string) => ({
  'application/json': { ...content['application/json'], example: { id: 't1', status } },
});

const openapi = {
  openapi: '3.1.0',
  info: { title: 'Kiosk', version: '1' },
  paths: {
    '/tickets': { post: { requestBody: { content }, responses: { 201: { description: 'New.', content } } } },
    '/tickets/{ticketId}': {
      get: { parameters: [id], responses: { 200: { description: 'The ticket.', content: showing('open') } } },
    },
    '/tickets/{ticketId}/bookmark': act(),
    '/tickets/{ticketId}/unbookmark': act(),
    '/bookmarks': { get: { responses: { 200: { description: 'Tickets.', content: list } } } },
    '/tickets/{ticketId}/print': act(),
    '/tickets/{ticketId}/cancel': act(),
    '/tickets/{ticketId}/assign': act({ type: 'object', properties: { seat: { type: 'string' } } }),
    '/tickets/{ticketId}/scan': act(undefined, {
      responses: { 200: { description: 'Used.', content: showing('used') } },
    }),
    '/tickets/{ticketId}/stamp': act(),
    '/tickets/{ticketId}/start': act(),
    '/tickets/{ticketId}/seat': act(undefined, {
      description: 'Finds another seat. A used ticket is rejected with `409`.',
      responses: { 200: { description: 'The ticket.', content }, 409: { description: 'A conflict.' } },
    }),
    '/tickets/{ticketId}/refund': act(undefined, {
      'x-backlot': { set: { status: 'cancelled' }, from: ['open', 'used'] },
    }),
  },
  components: {
    schemas: {
      Ticket: {
        type: 'object',
        properties: {
          id: { type: 'string', readOnly: true },
          seat: { type: 'string' },
          stampedAt: { type: 'string', format: 'date-time' },
          startAt: { type: 'string', format: 'date-time' },
          status: { enum: ['open', 'cancelled', 'used'] },
          bookmarked: { type: 'boolean', readOnly: true },
        },
      },
    },
  },
};

let mock: Engine;

afterEach(() => mock.close());

const post = async (path: string, body: object = {}) =>
  (await callMock(mock, 'POST', path, body)).body as Readonly<Record<string, unknown>>;

async function explanation(): Promise<readonly string[]> {
  const { control } = mock.world();
  const { requests } = await control.listRequests({ query: { order: 'newest', limit: 1 } });
  return (await control.getRequest({ path: { id: requests[0]!.id } })).explanation.map(
    ({ message }) => message,
  );
}

test('the journal says that an action changed nothing, and what to write', async () => {
  mock = await createMock({ openapi });
  const ticket = await post('/tickets', { seat: '4a', status: 'open' });
  expect(await post(`/tickets/${String(ticket['id'])}/print`)).toEqual(ticket);
  expect(await explanation()).toContain(
    "The action changes nothing: no state or switch of tickets is named like print. To change that, write in backlot.resources.yaml: operations: { 'POST /tickets/{ticketId}/print': { set: { status: used } } }",
  );
});

test('the journal says what an action changed', async () => {
  mock = await createMock({ openapi });
  const ticket = await post('/tickets', { seat: '4a', status: 'open' });
  await post(`/tickets/${String(ticket['id'])}/cancel`);
  expect(await explanation()).toContain('The action sets status to cancelled: it is named cancel.');
});

test('an action that a file names with another parameter does what the file says', async () => {
  const print = { 'post /tickets/{id}/print': { set: { status: 'used' as const } } };
  mock = await createMock({ openapi: { ...openapi, 'x-backlot': { operations: print } } });
  const ticket = await post('/tickets', { seat: '4a', status: 'open' });
  expect(await post(`/tickets/${String(ticket['id'])}/print`)).toMatchObject({ status: 'used' });
});

test('the journal says that the example of an action shows a state', async () => {
  mock = await createMock({ openapi });
  const ticket = await post('/tickets', { seat: '4a', status: 'open' });
  expect(await post(`/tickets/${String(ticket['id'])}/scan`)).toMatchObject({ status: 'used' });
  expect(await explanation()).toContain('The action sets status to used: its example shows that.');
});

test('an action is rejected in the states that its text excludes', async () => {
  mock = await createMock({ openapi });
  const [open, used] = [
    await post('/tickets', { status: 'open' }),
    await post('/tickets', { status: 'used' }),
  ];
  const seat = ({ id }: Readonly<Record<string, unknown>>) =>
    callMock(mock, 'POST', `/tickets/${String(id)}/seat`, {});
  expect((await seat(open)).status).toBe(200);
  expect((await seat(used)).status).toBe(409);
});

test('a list at a path that is named after a switch has the records where it is on', async () => {
  mock = await createMock({ openapi });
  const keysIn = async () =>
    ((await callMock(mock, 'GET', '/bookmarks')).body as readonly { readonly id: string }[]).map(
      ({ id }) => id,
    );
  const [first, second] = [await post('/tickets'), await post('/tickets')].map(({ id }) => String(id));
  await post(`/tickets/${first}/bookmark`);
  expect(await keysIn()).toContain(first);
  expect(await keysIn()).not.toContain(second);
  await post(`/tickets/${first}/unbookmark`);
  expect(await keysIn()).not.toContain(first);
});

test('an action is noted at its time, and changes no time that is planned', async () => {
  mock = await createMock({ openapi, clock: { mode: 'frozen', now: '2026-03-01T12:00:00Z' } });
  const { id, ...ticket } = await post('/tickets', { seat: '4a', startAt: '2026-05-01T00:00:00Z' });
  expect(await post(`/tickets/${String(id)}/start`)).toEqual({ id, ...ticket });
  expect(await post(`/tickets/${String(id)}/stamp`)).toMatchObject({ stampedAt: '2026-03-01T12:00:00.000Z' });
});

test.each([
  ['print', 'changes nothing'],
  ['cancel', 'sets status to cancelled'],
  ['assign', 'sets seat'],
  ['stamp', 'sets stampedAt to the time'],
  ['scan', 'sets status to used'],
  ['refund', 'sets status to cancelled, only from open or used'],
])('an action is described %s: %s', async (name, effect) => {
  mock = await createMock({ openapi });
  const { resources } = await loadResources({
    openapi: 'openapi.json',
    texts: new Map([['openapi.json', JSON.stringify(openapi)]]),
    asyncapi: [],
    overlays: [],
    resources: null,
    folder: '/',
    access: { isRemoteAllowed: false, folders: [] },
  });
  const role = resources!.graph.operations.find((each) => each.id.toLowerCase().includes(name));
  expect(describeAction(resources!, role!)?.effect).toBe(effect);
});
