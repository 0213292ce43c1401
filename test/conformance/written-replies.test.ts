/** Records whose optional properties refer to others: a made-up key is rejected, and a record without one is created. */
import { defineService, testFaults, type Call } from './support/defined-service.ts';
import { text } from './support/service-definition.ts';

const reply = { ...text, description: 'Id of the answered remark.' };

const remarks = await defineService({
  title: 'Remarks',
  resources: [
    {
      name: 'Remark',
      path: '/remarks',
      fields: { body: text, reply_to: { ...reply, type: ['string', 'null'], default: null } },
      initial: { reply_to: null },
      list: {},
      create: {
        errors: [422],
        run: (call, usual) => (answersKnown(call) ? usual() : 422),
      },
      get: {},
      delete: {},
    },
  ],
});

/** Returns whether a new remark answers none, or one that exists. */
function answersKnown({ body, store }: Call): boolean {
  const key = body['reply_to'] ?? null;
  return key === null || store.find('Remark', key) !== undefined;
}

testFaults(remarks, {
  'a service without a fault': [{}, []],
  'a body that is lost': [
    { getRemark: ({ row }) => ({ ...row.value, body: '' }) },
    ['warn LAW01 /remarks', 'fail LAW02 /remarks', 'warn LAW02 /remarks', 'fail LAW07 /remarks'],
  ],
});
