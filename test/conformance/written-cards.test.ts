/** What the texts of a description state about filters, values, counts and deletions. */
import {
  defineService,
  standardHandler,
  testFaults,
  type Call,
  type Faults,
  type Handler,
  type Result,
  type Store,
} from './support/defined-service.ts';
import {
  integer,
  listOf,
  name,
  object,
  oneOf,
  orNull,
  readOnly,
  ref,
  text,
  type Fields,
} from './support/service-definition.ts';

const title = { ...name, maxLength: 300 };
const date = { ...text, format: 'date' };
const mapOf = (values: Fields) => ({ type: 'object', additionalProperties: values });
const bodyOf = (properties: Fields, required: readonly string[] = []) => object(properties, [...required]);

type Test = (card: Fields, value: unknown) => boolean;

const labelsOf = (card: Fields) => card['labelIds'] as readonly string[];
const filters: Readonly<Record<string, Test>> = {
  status: ({ status }, value) => status === value,
  assigneeId: ({ assigneeId }, value) => assigneeId === value,
  labelId: (card, value) => labelsOf(card).includes(String(value)),
  dueBefore: ({ dueOn }, value) => typeof dueOn === 'string' && dueOn < String(value),
};

/** Lists the cards of a board that its filters keep. */
const listCards =
  (tests = filters, combine: 'every' | 'some' = 'every'): Handler =>
  ({ row, store, values }) => {
    const used = Object.entries(tests).filter(([filter]) => filter in values);
    const isListed = (card: Fields) =>
      used.length === 0 || used[combine](([filter, test]) => test(card, values[filter]));
    return store.values('Card', row).filter(isListed).slice(0, Number(values['limit']));
  };

interface Writing {
  readonly titleOf?: (sent: string) => string;
  readonly nameOf?: (sent: string) => string;
  readonly fieldsOf?: (before: object, sent: object) => object;
}

/** Stores a card; fields that are null are removed. */
const writeCard =
  ({
    titleOf = (sent) => sent,
    nameOf = (sent) => sent,
    fieldsOf = (before, sent) => ({ ...before, ...sent }),
  }: Writing = {}): Handler =>
  ({ body, row, store }, _, standard) => {
    if ((body['assigneeId'] ?? 'u1') !== 'u1') return 400;
    const before = (row.value['fields'] ?? {}) as Fields;
    const card = store.find('Card', (standard() as Fields)['id'])!;
    const { fields = before } = body;
    const all = fields === before ? before : fieldsOf(before, fields as Fields);
    const kept = Object.entries(all).filter(([, value]) => value !== null);
    return store.change(card, {
      title: titleOf(String(card.value['title'])),
      fields: Object.fromEntries(kept.map(([field, value]) => [nameOf(field), value])),
    });
  };

/** Changes the labels of a card. */
function setLabels(
  { rows: [card], row: label, store }: Call,
  change: (others: readonly string[]) => readonly string[],
): Result {
  store.change(card!, { labelIds: change(labelsOf(card!.value).filter((id) => id !== label.id)) });
  return 204;
}

const countOf = (test: (card: Fields) => boolean) => ({
  computed: ({ id }: { readonly id: string }, store: Store) => ({
    openCardCount: store.rows('Card').filter(({ above, value }) => above === id && test(value)).length,
  }),
});

const boards = await defineService({
  title: 'Boards',
  text: 'Text is stored exactly as it was sent.\n\nErrors: 400 for an invalid query parameter.',
  isSecured: true,
  envelope: 'results',
  schemas: { User: object({ id: text }), Status: oneOf('open', 'closed') },
  resources: [
    {
      name: 'Board',
      path: '/boards',
      fields: { name, archived: readOnly({ type: 'boolean' }), openCardCount: readOnly(integer()) },
      initial: { archived: false },
      ...countOf(({ status }) => status === 'open'),
      list: {},
      create: {},
      get: {},
      delete: { text: 'Deletes the board together with its cards and labels.' },
      actions: {
        archive: {
          text: 'An archived board stays readable, but no card can be created in it (409).',
          run: ({ row, store }) => store.change(row, { archived: true }),
        },
      },
    },
    {
      name: 'Label',
      path: '/boards/{boardId}/labels',
      item: '/labels/{labelId}',
      fields: { name },
      list: {},
      create: {},
      get: {},
      delete: {
        text: 'Deletes the label and takes it off all cards.',
        run(call, usual) {
          for (const card of call.store.rows('Card'))
            setLabels({ ...call, rows: [card] }, (others) => others);
          return usual();
        },
      },
    },
    {
      name: 'Card',
      path: '/boards/{boardId}/cards',
      item: '/cards/{cardId}',
      fields: {
        status: { ...ref('Status'), readOnly: true },
        labelIds: readOnly(listOf(text)),
        title,
        assigneeId: orNull(text),
        dueOn: orNull(date),
        fields: mapOf(text),
      },
      initial: { status: 'open', labelIds: [], assigneeId: null, dueOn: null, fields: {} },
      list: {
        text: 'Without filters, all cards of the board, open and closed. Several filters are combined with AND.',
        query: {
          status: { schema: ref('Status') },
          assigneeId: { schema: text },
          labelId: { description: 'Cards with this label', schema: text },
          dueBefore: { description: 'Cards that are due before this day (not on it).', schema: date },
          limit: { schema: { ...integer(1, 100), default: 100 } },
        },
        run: listCards(),
      },
      create: {
        errors: [409],
        guard: ({ row }) => (row.value['archived'] === true ? 409 : null),
        run: writeCard(),
      },
      get: {},
      update: {
        bodyType: 'application/merge-patch+json',
        body: bodyOf({ title, fields: mapOf(orNull(text)) }),
        run: writeCard(),
      },
      delete: {},
      actions: {
        close: {
          responses: { 409: { description: 'The card is closed already.' } },
          guard: ({ row }) => (row.value['status'] === 'closed' ? 409 : null),
          run: ({ row, store }) => store.change(row, { status: 'closed' }),
        },
      },
    },
  ],
  operations: {
    'GET /me': { id: 'getMe', returns: ref('User'), run: () => ({ id: 'u1' }) },
    'PUT /cards/{cardId}/labels/{labelId}': {
      id: 'addCardLabel',
      summary: 'Put a label on a card',
      run: (call) => setLabels(call, (others) => [...others, call.row.id]),
    },
    'DELETE /cards/{cardId}/labels/{labelId}': {
      id: 'removeCardLabel',
      summary: 'Take a label off a card',
      run: (call) => setLabels(call, (others) => others),
    },
  },
});

const writes = (writing: Writing): Faults => ({
  createCard: writeCard(writing),
  updateCard: writeCard(writing),
});

testFaults(
  boards,
  {
    none: [{}, []],
    'trims titles': [writes({ titleOf: (sent) => sent.trim() || sent }), ['fail LAW02 /cards']],
    'accepts large limits': [
      { listCards: { accepts: ({ query }) => Number(query.get('limit')) > 100 } },
      ['fail N02 listCards'],
    ],
    'hides closed cards': [
      {
        listCards: ({ values }, usual) =>
          (usual() as readonly Fields[]).filter(({ status }) => 'status' in values || status === 'open'),
      },
      ['fail LAW11 /cards'],
    ],
    'combines filters with OR': [{ listCards: listCards(filters, 'some') }, ['fail LAW28 /cards']],
    'includes the day': [
      {
        listCards: listCards({
          ...filters,
          dueBefore: ({ dueOn }, value) => typeof dueOn === 'string' && dueOn <= String(value),
        }),
      },
      ['fail LAW11 /cards', 'fail LAW28 /cards'],
    ],
    'counts closed cards': [{ Board: countOf(() => true) }, ['warn LAW29 /boards']],
    'keeps cards': [
      {
        deleteBoard({ row, store }, usual) {
          for (const card of store.rows('Card', row)) card.above = '';
          return usual();
        },
      },
      ['fail LAW13 /boards', 'warn LAW13 /boards'],
    ],
    'keeps deleted labels': [{ deleteLabel: standardHandler }, ['fail LAW13 /labels']],
    'loses labels': [
      {
        addCardLabel: (call) => setLabels(call, (others) => [...others.slice(0, 1), call.row.id]),
        removeCardLabel: (call) => setLabels(call, (others) => others.slice(0, 1)),
      },
      ['fail LAW20 /cards'],
    ],
    'fills archived boards': [{ createCard: { guard: () => null } }, ['fail LAW47 /boards']],
    'changes names of fields': [writes({ nameOf: (sent) => sent.toLowerCase() }), ['fail LAW02 /cards']],
    'replaces fields': [writes({ fieldsOf: (_, sent) => sent }), ['fail LAW03 /cards']],
    'closes twice': [{ closeCard: { guard: () => null } }, ['fail LAW47 /cards']],
  },
  { credentials: { full: 'one' }, level: 'destructive' },
);
