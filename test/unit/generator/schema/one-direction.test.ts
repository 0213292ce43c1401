/** `readOnly` and `writeOnly` properties are omitted in one direction, and accepted by validators in both. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../../generator/model/contract-model.ts';
import { splitDirections } from '../../../../generator/read/split-directions.ts';
import { sampleContract } from '../../../../generator/emit/samples/sampling.ts';
import { contractOf, openapi, ref } from '../support/documents.ts';
import { inOneDirection } from '../../../../generator/schema/one-direction.ts';

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const { contract } = contractOf(
  openapi(
    {
      '/a': {
        put: { requestBody: json(ref('A')), responses: { 200: { description: '', ...json(ref('A')) } } },
      },
    },
    {
      A: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'pin'],
        properties: {
          id: { type: 'string', readOnly: true },
          pin: { type: 'string', writeOnly: true },
          name: { type: 'string' },
        },
      },
    },
  ),
);
const {
  samples,
  checks: { accepts },
} = sampleContract({ contract: splitDirections(contract) }, () => undefined);

it('validators require a property only in its direction, and accept it in both', () => {
  expect(samples.get('A')).toEqual({ id: 'id', name: 'name' });
  expect(samples.get('AWritable')).toEqual({ pin: 'pin', name: 'name' });
  const whole = { id: '1', pin: '1' };
  expect([accepts('A', whole), accepts('AWritable', whole)]).toEqual([true, true]);
  expect([accepts('A', { pin: '1' }), accepts('AWritable', { id: '1' })]).toEqual([false, false]);
  expect(accepts('AWritable', { ...whole, id: 1 })).toBe(false);
});

it('a mark inside a reference, `allOf`, or `null` counts', () => {
  const declared = new Map([['Id', { type: 'string', readOnly: true }]]);
  const schema = {
    allOf: [{ properties: { id: ref('Id') } }, { properties: { id: { minLength: 1 } } }],
    properties: { at: { anyOf: [{ type: 'string', readOnly: true }, { type: 'null' }] } },
    required: ['id', 'at', 'name'],
  };
  const omitted = { 'x-backlot-omitted': true };
  expect(inOneDirection(schema, 'readOnly', (name) => name, declared)).toEqual({
    allOf: [
      { properties: { id: { ...ref('Id'), ...omitted } } },
      { properties: { id: { minLength: 1, ...omitted } } },
    ],
    properties: { at: { ...schema.properties.at, ...omitted } },
    required: ['name'],
  });
});
