/** Filters by what may be null, searches for deleted records, and actions that must not be repeated or are undone. */
import type { RunReport } from '../../conformance/model/run-report.ts';
import { defineService, testFaults, type Call, type Handler } from './support/defined-service.ts';
import {
  listOf,
  name,
  object,
  oneOf,
  orNull,
  readOnly,
  ref,
  text,
  time,
} from './support/service-definition.ts';

/** Searches for tickets in their titles, also for deleted ones. */
const search = ({ store, values }: Call, deleted: Call['store']['deleted'] = []) =>
  [...store.rows('Ticket'), ...deleted]
    .map(({ value }) => value)
    .filter(({ title }) => String(title).includes(String(values['q'])));
const hits = (tickets: ReturnType<typeof search>) =>
  tickets.map(({ id, title }) => ({ ticket_id: id, excerpt: title }));

const close: Handler = ({ body: { reason = 'solved' }, row, store }) =>
  store.change(row, { status: 'closed', reason, closed_at: '2027-01-02T03:04:05Z' });
const open = { status: 'open', reason: null };
const query = { q: { required: true, schema: name } };

const tickets = await defineService({
  title: 'Tickets',
  schemas: { Hit: object({ ticket_id: text, excerpt: text }, ['ticket_id']) },
  resources: [
    {
      name: 'Ticket',
      path: '/tickets',
      item: '/tickets/{ticket_id}',
      fields: {
        title: name,
        agent: { ...orNull(name), examples: ['kim'] },
        status: readOnly(oneOf('open', 'closed')),
        reason: readOnly(orNull(text)),
        closed_at: readOnly(orNull(time)),
      },
      initial: { agent: null, ...open, closed_at: null },
      list: { query: { agent: { description: 'Only tickets of this agent.', schema: name } } },
      create: {},
      get: {},
      delete: {},
      actions: {
        close: {
          text: 'Sets `closed_at`. A closed ticket is rejected with `409`.',
          body: object({ reason: oneOf('solved', 'spam') }, []),
          isBodyOptional: true,
          errors: [409],
          run: (call, usual, standard) =>
            call.row.value['status'] === 'closed' ? 409 : close(call, usual, standard),
        },
        reopen: {
          text: 'From `closed` to `open`; in another status the response is `409`.\n`closed_at` and `reason` are null again.',
          errors: [409],
          run: ({ row, store }) =>
            row.value['status'] === 'open' ? 409 : store.change(row, { ...open, closed_at: null }),
        },
      },
    },
    {
      name: 'Shelf',
      path: '/shelves',
      item: '/shelves/{shelf_id}',
      fields: { label: name },
      create: {},
      get: {},
    },
  ],
  operations: {
    'GET /search': {
      id: 'searchTickets',
      query,
      returns: listOf(ref('Ticket')),
      run: (call) => search(call),
    },
    'GET /shelves/{shelf_id}/search': {
      id: 'searchShelf',
      query,
      returns: listOf(ref('Hit')),
      run: (call) => hits(search(call)),
    },
  },
});

/** Returns the findings with their messages, without the agent that was searched. */
function findingsOf({ outcomes }: RunReport): readonly string[] {
  const texts = outcomes
    .flatMap(({ findings }) => findings)
    .map(({ verdict, check, subject, message }) => `${verdict} ${check} ${subject}: ${message}`);
  return [...new Set(texts.map((each) => each.replace(/agent=\w+/, 'agent=…')))];
}

testFaults(
  tickets,
  {
    none: [{}, []],
    'a filter with tickets of nobody': [
      {
        listTickets: ({ store, values }) =>
          store
            .values('Ticket')
            .filter(({ agent }) => agent === null || (values['agent'] ?? agent) === agent),
      },
      ['warn LAW11 /tickets: listTickets with agent=… has a row whose agent is null.'],
    ],
    'a search with deleted tickets': [
      { searchTickets: (call) => search(call, call.store.deleted) },
      ['warn LAW12 /tickets: searchTickets finds a deleted record.'],
    ],
    'hits of deleted tickets': [
      { searchShelf: (call) => hits(search(call, call.store.deleted)) },
      ['warn LAW12 /tickets: searchShelf finds a deleted record.'],
    ],
    'an action that succeeds again': [
      { closeTicket: close },
      ['fail LAW47 /tickets: closeTicket returned 200 instead of 409 although status is "closed".'],
    ],
    'a time that is kept': [
      { reopenTicket: ({ row, store }) => (row.value['status'] === 'open' ? 409 : store.change(row, open)) },
      ['warn LAW26 /tickets: After reopenTicket, closed_at is "2027-01-02T03:04:05Z" instead of null.'],
    ],
  },
  {},
  findingsOf,
);
