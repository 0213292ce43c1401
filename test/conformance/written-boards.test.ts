/** What texts state about keys, unique values, counts, orders, links, effects and streams, also for requests at the same time. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import {
  defineService,
  standardHandler,
  type Call,
  type Faults,
  type Handler,
  type Result,
  type Row,
  type Store,
} from './support/defined-service.ts';
import { checkService, type ServiceRequest } from './support/check-service.ts';
import {
  integer,
  name,
  object,
  oneOf,
  orNull,
  readOnly,
  ref,
  text,
  time,
  type Fields,
} from './support/service-definition.ts';

const title = { ...name, maxLength: 60 };
const priorities = ['low', 'medium', 'high'];
const archived = (row: Row) => `archived ${row.id}`;

/** Rejects changes of an archived board and its cards. */
const isOpen = ({ row, store }: Call): number | null =>
  store.state.has(archived(row.kind === 'Board' ? row : store.find('Board', row.above)!)) ? 409 : null;

interface Titles {
  readonly fold?: (sent: string) => string;
  /** Returns the records among which titles are unique. */
  readonly among?: (store: Store, board: string) => readonly Row[];
}

/** Returns whether another card has the title that is sent. */
function isTaken(
  { body, row, store }: Call,
  { fold = (sent) => sent.toLowerCase(), among }: Titles = {},
): boolean {
  const board = row.kind === 'Board' ? row.id : row.above;
  const cards = among?.(store, board) ?? store.rows('Card').filter(({ above }) => above === board);
  return cards.some(
    (card) => card !== row && fold(String(card.value['title'])) === fold(String(body['title'])),
  );
}

/** Creates a card with the next number of its board; `wait` waits after it was chosen. */
const createCard =
  (titles: Titles = {}, wait?: () => Promise<void>): Handler =>
  (call, _, standard) => {
    const { row, store } = call;
    const number = store.stateOf(`number ${row.id}`, 0) + 1;
    const create = (): Result => {
      if (isTaken(call, titles)) return 409;
      store.state.set(`number ${row.id}`, number);
      const { id } = standard() as Fields;
      return store.change(store.find('Card', id)!, { number });
    };
    return wait === undefined ? create() : wait().then(create);
  };

interface Listing {
  readonly rankOf?: (priority: string) => string;
  readonly linkQuery?: (query: URLSearchParams) => URLSearchParams;
}

/** Lists the cards of a board that a search finds, with a link to the next page. */
const listCards =
  ({
    rankOf = (priority) => String(priorities.indexOf(priority)),
    linkQuery = (query) => query,
  }: Listing = {}): Handler =>
  ({ path, query, row, store, values }) => {
    const { q = '', sort, page, size } = values;
    const all = store.values('Card', row).filter((card) => String(card['title']).includes(String(q)));
    const rank = (card: Fields) => rankOf(String(card['priority']));
    const sorted =
      sort === undefined ? all : all.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1));
    const rows = sort === '-priority' ? sorted.toReversed() : sorted;
    const end = Number(page) * Number(size);
    const next = new URLSearchParams(linkQuery(query));
    next.set('page', String(Number(page) + 1));
    next.set('size', String(size));
    const headers: Record<string, string> =
      end < rows.length ? { link: `<${path}?${next}>; rel="next"` } : {};
    return Response.json(rows.slice(end - Number(size), end), { headers });
  };

const streamsOf = ({ row, store }: Call) =>
  store.stateOf(`streams ${row.id}`, new Set<ReadableStreamDefaultController<Uint8Array>>());

function follow(call: Call): Result {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from(': hello\n\n'));
      streamsOf(call).add(controller);
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

/** Computes the number of open cards of a board, and where its cards are. */
const board = (
  cardsOf = (store: Store) => store.rows('Card'),
  addressOf = (id: string) => `/boards/${id}/cards`,
) => ({
  computed: ({ id }: Row, store: Store) => ({
    openCardCount: cardsOf(store).filter(({ above, value }) => above === id && value['status'] !== 'done')
      .length,
    cardsUrl: addressOf(id),
  }),
});

const boards = await defineService({
  title: 'Boards',
  text: `An \`Idempotency-Key\` returns the first response again. The same key with another request is refused with \`409\`.
Keys belong to the user. Archived boards are read-only: changes to the board and its cards answer \`409\`. Links to other pages repeat all other query parameters.`,
  isSecured: true,
  schemas: { Change: object({ type: text }) },
  resources: [
    {
      name: 'Board',
      path: '/boards',
      fields: {
        title,
        cardsUrl: readOnly({ ...text, format: 'uri-reference' }),
        openCardCount: readOnly({ ...integer(), description: 'Number of cards that are not done' }),
      },
      ...board(),
      list: { id: 'listAll' },
      create: {},
      get: {},
      delete: {
        run(call, usual) {
          for (const stream of streamsOf(call)) stream.close();
          return usual();
        },
      },
      actions: {
        archive: {
          errors: [409],
          guard: isOpen,
          run({ row, store }, usual) {
            store.state.set(archived(row), true);
            return usual();
          },
        },
      },
    },
    {
      name: 'Label',
      path: '/boards/{boardId}/labels',
      fields: { text: title },
      list: { summary: 'All labels of the board' },
      create: {},
    },
    {
      name: 'Card',
      path: '/boards/{boardId}/cards',
      item: '/cards/{cardId}',
      fields: {
        boardId: readOnly(text),
        number: readOnly({ ...integer(), description: 'Unique within the board.' }),
        title,
        priority: oneOf(...priorities),
        note: { ...text, maxLength: 90 },
        status: readOnly(oneOf('open', 'done')),
        closedAt: readOnly(orNull(time)),
      },
      initial: ({ above }) => ({
        boardId: above,
        priority: 'medium',
        note: '',
        status: 'open',
        closedAt: null,
      }),
      isTagged: true,
      list: {
        query: {
          q: { description: 'Part of the title.', schema: text },
          sort: {
            description: 'Priorities ascend from `low` to `high`.',
            schema: oneOf('priority', '-priority'),
          },
          page: { schema: { ...integer(1), default: 1 } },
          size: { schema: { ...integer(1, 50), default: 20 } },
        },
        responseHeaders: { Link: { schema: text } },
        run: listCards(),
      },
      create: {
        text: 'Titles are unique within the board, ignoring case (`409`).',
        headers: { 'Idempotency-Key': { schema: text } },
        errors: [409],
        guard: isOpen,
        run: createCard(),
      },
      get: {},
      update: {
        headers: { 'If-Match': { schema: text } },
        errors: [409, 412],
        guard: isOpen,
        run: (call, usual) => ('title' in call.body && isTaken(call) ? 409 : usual()),
      },
      delete: { errors: [409], guard: isOpen },
      actions: {
        close: {
          text: 'From `open` to `done`; sets `closedAt`. `409` if it is done already.',
          errors: [409],
          guard: ({ row }) => (row.value['status'] === 'done' ? 409 : null),
          run: ({ row, store }) => store.change(row, { status: 'done', closedAt: '2026-01-01T10:00:00Z' }),
        },
        reopen: {
          text: 'From `done` to `open`; clears `closedAt`. `409` from any other status.',
          errors: [409],
          guard: ({ row }) => (row.value['status'] === 'done' ? null : 409),
          run: ({ row, store }) => store.change(row, { status: 'open', closedAt: null }),
        },
      },
    },
  ],
  operations: {
    'GET /boards/{boardId}/events': {
      id: 'followBoard',
      text: 'The stream stays open until the board is deleted.',
      status: 200,
      responses: {
        200: { description: 'Changes.', content: { 'text/event-stream': { schema: ref('Change') } } },
      },
      run: follow,
    },
  },
});

const credentials = { full: 'one', otherOrganization: 'two' };
const unguarded = { guard: () => null };

/** Checks a service, and expects findings: the start is exact, the message ends with the rest. */
async function expectFindings(
  respond: ReturnType<typeof boards.serve>,
  expected: readonly string[],
): Promise<void> {
  // Why also searches: the links of their pages are examined.
  const only = expected.flatMap((each) => [each.split(' ')[1] ?? '', 'LAW12']);
  const report = await checkService(boards.contract, respond, { credentials, only });
  const shown = report.outcomes
    .flatMap((outcome) => outcome.findings)
    .map(({ verdict, check, subject, message }) => {
      const start = `${verdict} ${check} ${subject.split('/').at(-1) ?? subject}: `;
      return { start, message };
    });
  for (const each of expected)
    expect(
      shown.some(
        ({ start, message }) => each.startsWith(start) && message.endsWith(each.slice(start.length)),
      ),
      `${each} of ${JSON.stringify(shown)}`,
    ).toBe(true);
  if (expected.length === 0) expect(shown).toEqual([]);
  expect(report.left.filter(({ resource }) => resource.endsWith('/cards'))).toEqual([]);
}

it.each<[string, Faults, readonly string[]]>([
  ['none', {}, []],
  ['number', { createCard: createCard({}, () => pause(5)) }, ['fail LAW19 cards: have the same number.']],
  [
    'etag',
    { updateCard: (_, usual) => pause(5).then(usual) },
    ['fail LAW18 cards: at the same time, 2 succeed.'],
  ],
  [
    'case',
    { createCard: createCard({ fold: (sent) => sent }) },
    ['fail LAW19 cards: in another case returned 201.'],
  ],
  [
    'global',
    { createCard: createCard({ among: (store) => store.rows('Card') }) },
    ['fail LAW19 cards: as taken below another parent: 409.'],
  ],
  ['rename', { updateCard: standardHandler }, ['fail LAW19 cards: of another record returned 200.']],
  [
    'body',
    { createCard: { reusedKey: null } },
    [
      'fail P02 createCard: returned 201 instead of 409.',
      'fail P02 createCard: returned the stored response.',
    ],
  ],
  [
    'path',
    { createCard: { requestKeyOf: ({ caller, text: sent }) => [caller, sent] } },
    ['fail P02 createCard: returned the stored response.'],
  ],
  [
    'account',
    { createCard: { requestKeyOf: ({ text: sent }) => ['', sent] } },
    ['fail P02 createCard: returned the stored response.'],
  ],
  [
    'count',
    { Board: board((store) => [...store.rows('Card'), ...store.deleted]) },
    ['warn LAW29 boards: is 1 instead of 0.'],
  ],
  [
    'link',
    { listCards: listCards({ linkQuery: () => new URLSearchParams() }) },
    ['fail C17 listCards: does not repeat the parameter q.'],
  ],
  [
    'rank',
    { listCards: listCards({ rankOf: (priority) => priority }) },
    ['fail LAW27 cards: is not in the order of priority.'],
  ],
  [
    'clear',
    { reopenCard: ({ row, store }) => store.change(row, { status: 'open' }) },
    ['warn LAW26 cards: instead of null.'],
  ],
  [
    'state',
    { reopenCard: ({ row, store }) => store.change(row, { closedAt: null }) },
    ['warn LAW26 cards: status is "done" instead of "open".'],
  ],
  ['address', { Board: board(undefined, (id) => `/lists/${id}`) }, ['warn LAW01 boards: which returns 404.']],
  [
    'capped',
    { listLabels: (_, usual) => (usual() as readonly Fields[]).slice(0, 10) },
    ['fail LAW06 labels: and has no further page.'],
  ],
  [
    'archived',
    { createCard: unguarded, updateCard: unguarded },
    ['fail LAW47 boards: although nothing can be changed.'],
  ],
  ['end', { deleteBoard: standardHandler }, ['fail LAW46 boards: stays open after its record was deleted.']],
])('has these findings with the fault %s', (_, faults, expected) =>
  expectFindings(boards.serve(faults), expected),
);

it('finds that a token may have further characters', async () => {
  const respond = boards.serve();
  const shorten = (call: ServiceRequest): Promise<Response> => {
    const headers = new Headers(call.headers);
    headers.set('authorization', (headers.get('authorization') ?? '').replace(/aaaa$/i, ''));
    return respond({ ...call, headers: headers });
  };
  await expectFindings(shorten, ['fail A02 listAll: and further characters returns 200 instead of 401.']);
});
