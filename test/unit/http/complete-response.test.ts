import { expect, test } from 'vitest';
import { completeEvent } from '../../../mock/http/complete-response.ts';
import type { ServedOperation } from '../../../mock/http/operation.ts';
import { isObject } from '../../../templates/runtime/json/value.ts';
import { checkThat, operation as specOf } from '../runtime/support.ts';

const spec = specOf({ stream: { stream: 'Ticks', parameter: null, channels: [] } });
const samples = { samples: {}, events: { Ticks: [{ type: 'b', kind: 'of the sample' }] } };
const operation: ServedOperation = {
  spec,
  eventCheck: checkThat((value) => isObject(value) && 'type' in value && 'kind' in value, {
    keyword: 'required',
    params: { missingProperty: 'kind' },
  }),
  handler: null,
  isSample: false,
  onInvalidRequest: null,
  additions: null,
  bodyCheck: null,
  loadSamples: () => Promise.resolve(samples),
  commonError: null,
  errors: 'mock',
};

test('an event gets its missing properties from its sample, with a comment', async () => {
  expect(await completeEvent(operation, { type: 'b', seq: 1 })).toEqual({
    event: { type: 'b', seq: 1, kind: 'of the sample' },
    comment: 'sampled',
  });
});

test.each([
  ['of a type without a sample', { type: 'a' }],
  ['without a type', { kind: 'b' }],
  ['that is not an object', 'b'],
])('an event %s is not completed', async (_, event) => {
  expect(await completeEvent(operation, event)).toBeNull();
});
