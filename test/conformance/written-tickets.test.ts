/** Filters by what may be null, searches for deleted records, and actions that must not be repeated or are undone. */
import { expect, it } from 'vitest';
import { checkWritten, empty, type WrittenCall } from './support/written-service.ts';
import { invalid, list, none, one, path, ref } from './support/written-parts.ts';

const sent = (schema: string, required = true) =>
  `{ required: ${required}, content: { application/json: { schema: ${schema} } } }`;
const conflict = `'409': { description: Not possible. }`;

const description = `
openapi: 3.1.0
info: { title: Tickets, version: 1.0.0 }
paths:
  /tickets:
    get:
      operationId: listTickets
      parameters: [{ name: agent, in: query, description: Only tickets of this agent., schema: { type: string, minLength: 1 } }]
      responses: { '200': ${list('Ticket')}, ${invalid} }
    post:
      operationId: createTicket
      requestBody: ${sent(ref('TicketInput'))}
      responses: { '201': ${one('Ticket')}, ${invalid} }
  /tickets/{ticket_id}:
    parameters: [${path('ticket_id')}]
    get: { operationId: getTicket, responses: { '200': ${one('Ticket')}, ${none} } }
    delete: { operationId: deleteTicket, responses: { '204': { description: Gone. }, ${none} } }
  /tickets/{ticket_id}/close:
    parameters: [${path('ticket_id')}]
    post:
      operationId: closeTicket
      description: Sets \`closed_at\`. A closed ticket is rejected with \`409\`.
      requestBody: ${sent('{ type: object, properties: { reason: { type: string, enum: [solved, spam] } } }', false)}
      responses: { '200': ${one('Ticket')}, ${invalid}, ${none}, ${conflict} }
  /tickets/{ticket_id}/reopen:
    parameters: [${path('ticket_id')}]
    post:
      operationId: reopenTicket
      description: |
        From \`closed\` to \`open\`; in another status the response is \`409\`.
        \`closed_at\` and \`reason\` are null again.
      responses: { '200': ${one('Ticket')}, ${none}, ${conflict} }
  /search:
    get:
      operationId: searchTickets
      parameters: [{ name: q, in: query, required: true, schema: { type: string, minLength: 1 } }]
      responses: { '200': ${list('Ticket')}, ${invalid} }
  /shelves:
    post:
      operationId: createShelf
      requestBody: ${sent('{ type: object, required: [label], properties: { label: { type: string, minLength: 1 } } }')}
      responses: { '201': ${one('Shelf')}, ${invalid} }
  /shelves/{shelf_id}:
    parameters: [${path('shelf_id')}]
    get: { operationId: getShelf, responses: { '200': ${one('Shelf')}, ${none} } }
  /shelves/{shelf_id}/search:
    parameters: [${path('shelf_id')}]
    get:
      operationId: searchShelf
      parameters: [{ name: q, in: query, required: true, schema: { type: string, minLength: 1 } }]
      responses: { '200': ${list('Hit')}, ${invalid}, ${none} }
components:
  schemas:
    Shelf: { type: object, required: [id, label], properties: { id: { type: string }, label: { type: string } } }
    Hit: { type: object, required: [ticket_id], properties: { ticket_id: { type: string }, excerpt: { type: string } } }
    TicketInput:
      type: object
      required: [title]
      properties:
        title: { type: string, minLength: 1 }
        agent: { type: [string, 'null'], minLength: 1, examples: [kim] }
    Ticket:
      type: object
      required: [id, title, agent, status, reason, closed_at]
      properties:
        id: { type: string, readOnly: true }
        title: { type: string }
        agent: { type: [string, 'null'] }
        status: { type: string, enum: [open, closed], readOnly: true }
        reason: { type: [string, 'null'], readOnly: true }
        closed_at: { type: [string, 'null'], format: date-time, readOnly: true }
`;

type Fault = 'none' | 'unassigned' | 'deleted' | 'hit' | 'twice' | 'kept';

interface Ticket {
  readonly id: string;
  readonly title: string;
  readonly agent: string | null;
  readonly status: 'open' | 'closed';
  readonly reason: string | null;
  readonly closed_at: string | null;
}

function createService(fault: Fault) {
  const tickets = new Map<string, Ticket>();
  const deleted: Ticket[] = [];
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  const put = (ticket: Ticket): Ticket => {
    tickets.set(ticket.id, ticket);
    return ticket;
  };
  const shelves: string[] = [];
  const serveShelf = ({ method, query, body }: WrittenCall, id?: string, below?: string): Response => {
    const label = body?.['label'];
    if (id === undefined && method === 'POST')
      return isText(label)
        ? Response.json({ id: `shelf-${shelves.push(label)}`, label }, { status: 201 })
        : empty(400);
    if (id === undefined) return empty(405);
    const found = shelves[Number(/^shelf-(\d+)$/.exec(id)?.[1]) - 1];
    if (found === undefined || (below !== undefined && below !== 'search')) return empty(404);
    if (method !== 'GET') return empty(405);
    if (below === undefined) return Response.json({ id, label: found });
    const text = query.get('q');
    if (!isText(text)) return empty(400);
    const all = [...tickets.values(), ...(fault === 'hit' ? deleted : [])];
    const hits = all.filter(({ title }) => title.includes(text));
    return Response.json(hits.map(({ id: ticket, title }) => ({ ticket_id: ticket, excerpt: title })));
  };
  const find = (text: string | null): Response => {
    const all = [...tickets.values(), ...(fault === 'deleted' ? deleted : [])];
    return isText(text) ? Response.json(all.filter(({ title }) => title.includes(text))) : empty(400);
  };
  const show = (agent: string | null): Response => {
    if (agent === '') return empty(400);
    const isShown = (ticket: Ticket): boolean =>
      agent === null || ticket.agent === agent || (fault === 'unassigned' && ticket.agent === null);
    return Response.json([...tickets.values()].filter(isShown));
  };
  const create = (body: WrittenCall['body']): Response => {
    const { title, agent = null } = body ?? {};
    if (!isText(title) || !(agent === null || isText(agent))) return empty(400);
    const id = `t${tickets.size + deleted.length + 1}`;
    return Response.json(put({ id, title, agent, status: 'open', reason: null, closed_at: null }), {
      status: 201,
    });
  };
  const close = (ticket: Ticket, { body, text }: WrittenCall): Response => {
    const { reason = 'solved' } = body ?? {};
    if ((text !== '' && body === null) || (reason !== 'solved' && reason !== 'spam')) return empty(400);
    if (ticket.status === 'closed' && fault !== 'twice') return empty(409);
    return Response.json(put({ ...ticket, status: 'closed', reason, closed_at: '2027-01-02T03:04:05Z' }));
  };
  const reopen = (ticket: Ticket): Response => {
    if (ticket.status === 'open') return empty(409);
    const cleared = fault === 'kept' ? {} : { closed_at: null };
    return Response.json(put({ ...ticket, ...cleared, status: 'open', reason: null }));
  };
  return (call: WrittenCall): Response => {
    const { method, query } = call;
    const [kind, id, action, ...others] = call.path.split('/').slice(1).map(decodeURIComponent);
    if (kind === 'search' && id === undefined) return method === 'GET' ? find(query.get('q')) : empty(405);
    if (kind === 'shelves' && others.length === 0) return serveShelf(call, id, action);
    if (kind !== 'tickets' || others.length > 0) return empty(404);
    if (id === undefined)
      return method === 'GET' ? show(query.get('agent')) : method === 'POST' ? create(call.body) : empty(405);
    const ticket = tickets.get(id);
    if (ticket === undefined || !['close', 'reopen', undefined].includes(action)) return empty(404);
    if (action !== undefined && method !== 'POST') return empty(405);
    if (action !== undefined) return action === 'close' ? close(ticket, call) : reopen(ticket);
    if (method === 'GET') return Response.json(ticket);
    if (method !== 'DELETE') return empty(405);
    tickets.delete(id);
    deleted.push(ticket);
    return empty(204);
  };
}

it.each<[Fault, readonly string[]]>([
  ['none', []],
  ['unassigned', ['warn LAW11 /tickets: listTickets with agent=… has a row whose agent is null.']],
  ['deleted', ['warn LAW12 /tickets: searchTickets finds a deleted record.']],
  ['hit', ['warn LAW12 /tickets: searchShelf finds a deleted record.']],
  ['twice', ['fail LAW47 /tickets: closeTicket returned 200 instead of 409 although status is "closed".']],
  ['kept', ['warn LAW26 /tickets: After reopenTicket, closed_at is "2027-01-02T03:04:05Z" instead of null.']],
])('has these findings with the fault: %s', async (fault, expected) => {
  const { outcomes } = await checkWritten(description, createService(fault));
  const findings = outcomes.flatMap((outcome) => outcome.findings);
  const texts = findings.map(
    ({ verdict, check, subject, message }) =>
      `${verdict} ${check} ${subject}: ${message.replace(/agent=\w+/, 'agent=…')}`,
  );
  expect([...new Set(texts)]).toEqual(expected);
});
