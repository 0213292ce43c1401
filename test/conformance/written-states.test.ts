/** Sets of texts, actions of a later state, patches with their own media type, and pages of another size. */
import { defineService, testFaults, type Call, type Result } from './support/defined-service.ts';
import { integer, listOf, name, object, readOnly, text } from './support/service-definition.ts';

const labelsOf = ({ row }: Call) => row.value['labels'] as readonly string[];
const otherLabels = (call: Call) => labelsOf(call).filter((label) => label !== call.params['label']);

function addLabel(call: Call, before: readonly unknown[]): Result {
  call.store.change(call.row, { labels: [...before, call.params['label']] });
  return 204;
}

function removeLabel(call: Call, others: readonly unknown[]): Result {
  if (otherLabels(call).length === labelsOf(call).length) return 404;
  call.store.change(call.row, { labels: others });
  return 204;
}

const setClosed =
  (closed: boolean) =>
  ({ row, store }: Call): Result =>
    row.value['closed'] === closed ? 409 : store.change(row, { closed });

/** Lists the cards of a page with the nearest valid size. */
function listCards({ query, store }: Call, isBinShown = query.get('include_deleted') === 'true'): Result {
  const [limit, offset] = [query.get('limit') ?? '20', query.get('offset') ?? '0'];
  const isWhole = [limit, offset].every((each) => /^-?\d+$/.test(each));
  if (!isWhole || !['true', 'false', null].includes(query.get('include_deleted'))) return 422;
  const start = Math.max(0, Number(offset));
  const all = [...store.values('Card'), ...(isBinShown ? store.deleted.map(({ value }) => value) : [])];
  return all.slice(start, start + Math.min(50, Math.max(1, Number(limit))));
}

const cards = await defineService({
  title: 'Cards',
  invalid: 422,
  resources: [
    {
      name: 'Card',
      path: '/cards',
      item: '/cards/{card_id}',
      fields: {
        title: name,
        pin: { ...text, pattern: '^[0-9]{4}$', writeOnly: true },
        labels: listOf(text),
        closed: readOnly({ type: 'boolean' }),
      },
      initial: { pin: undefined, labels: [], closed: false },
      list: {
        query: {
          limit: { schema: { ...integer(1, 50), default: 20 } },
          offset: { schema: integer(0) },
          include_deleted: { schema: { type: 'boolean', default: false } },
        },
        accepts: () => true,
        run: (call) => listCards(call),
      },
      create: {
        body: object({ title: name, pin: { ...text, pattern: '^[0-9]{4}$', writeOnly: true } }, ['title']),
        run: ({ body, store, caller }) => store.add('Card', { title: body['title'] }, { caller }).value,
      },
      get: {},
      update: {
        body: { ...object({ title: name }, []), minProperties: 1 },
        bodyType: 'application/merge-patch+json',
      },
      delete: {},
      actions: {
        reopen: { errors: [409], run: setClosed(false) },
        close: { errors: [409], run: setClosed(true) },
      },
    },
  ],
  operations: {
    'PUT /cards/{card_id}/labels/{label}': {
      id: 'addLabel',
      run: (call) => addLabel(call, otherLabels(call)),
    },
    'DELETE /cards/{card_id}/labels/{label}': {
      id: 'removeLabel',
      run: (call) => removeLabel(call, otherLabels(call)),
    },
  },
});

testFaults(cards, {
  none: [{}, []],
  'a patch that is not validated': [
    {
      updateCard: {
        accepts: () => true,
        run: ({ isValid, row }, usual) => (isValid ? usual() : row.value),
      },
    },
    ['fail N01 updateCard'],
  ],
  'a label that is added twice': [
    { addLabel: (call) => addLabel(call, labelsOf(call)) },
    ['fail LAW20 /cards'],
  ],
  'a removal of all labels': [{ removeLabel: (call) => removeLabel(call, []) }, ['fail LAW20 /cards']],
  'an action without an effect': [
    { reopenCard: ({ row }) => (row.value['closed'] === true ? { ...row.value, closed: false } : 409) },
    ['fail LAW26 /cards'],
  ],
  'a secret that is shown': [
    { createCard: ({ body, store, caller }) => store.add('Card', body, { caller }).value },
    ['fail LAW23 /cards'],
  ],
  'deleted records that are not listed': [
    { listCards: (call) => listCards(call, false) },
    ['warn LAW13 /cards'],
  ],
});
