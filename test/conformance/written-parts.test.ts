/** Objects in records that a merge patch changes, and sets that are put as a whole. */
import { defineService, standardHandler, testFaults, type Call } from './support/defined-service.ts';
import { integer, listOf, name, object, ref, text, type Fields } from './support/service-definition.ts';

const labels = object({ labels: { ...listOf(text), example: ['red'] } });
const labelsOf = ({ row, store }: Call) => (store.state.get(row.id) ?? []) as readonly unknown[];
const putLabels = (call: Call, before: readonly unknown[] = []) => {
  call.store.state.set(call.row.id, [...before, ...(call.body['labels'] as readonly unknown[])]);
  return { labels: labelsOf(call) };
};

const boxes = await defineService({
  title: 'Boxes',
  schemas: {
    Size: { ...object({ width: integer(), height: integer() }, []), additionalProperties: false },
    Labels: { ...labels, additionalProperties: false },
  },
  resources: [
    {
      name: 'Box',
      path: '/boxes',
      fields: { name, size: ref('Size') },
      initial: { size: {} },
      isClosed: true,
      create: {
        run: ({ body, store }, usual) => {
          usual();
          const row = store.rows('Box').at(-1)!;
          return store.change(row, { size: { width: 1, height: 2, ...(body['size'] as Fields) } });
        },
      },
      get: {},
      update: {
        bodyType: 'application/merge-patch+json',
        run: ({ body, row, store }) =>
          store.change(row, {
            ...body,
            size: { ...(row.value['size'] as Fields), ...(body['size'] as Fields) },
          }),
      },
    },
  ],
  operations: {
    'GET /boxes/{boxId}/labels': {
      id: 'getLabels',
      returns: ref('Labels'),
      run: (call) => ({ labels: labelsOf(call) }),
    },
    'PUT /boxes/{boxId}/labels': {
      id: 'putLabels',
      body: ref('Labels'),
      returns: ref('Labels'),
      run: (call) => putLabels(call),
    },
  },
});

testFaults(boxes, {
  none: [{}, []],
  'replaces an object': [{ updateBox: standardHandler }, ['fail LAW03 /boxes']],
  'adds to a set': [{ putLabels: (call) => putLabels(call, labelsOf(call)) }, ['fail LAW20 /boxes']],
});
