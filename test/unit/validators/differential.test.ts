/**
 * Compares compiled checks with the compiler applied to the original schema: same verdict on thousands of mutants.
 * Where the two differ intentionally (tags, own properties), the schema below is written the strict way.
 */
import { createRequire } from 'node:module';
import type Ajv2020Module from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../generator/model/contract-model.ts';
import { createRandom, mutate, pick } from '../../../tools/fuzz/mutate.ts';
import { formats } from '../../../templates/runtime/formats/formats.ts';
import { load } from './support.ts';

const require = createRequire(import.meta.url);
const { Ajv2020 } = require('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020Module.default };

const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

const event = (
  type: string,
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema => ({
  type: 'object',
  required: ['type', 'seq', ...required],
  properties: { type: { const: type }, seq: { type: 'number' }, ...properties },
});

const components: Readonly<Record<string, JsonSchema>> = {
  Start: event('start', { at: { type: 'string', format: 'date-time' }, kind: { enum: ['agent', 'flow'] } }, [
    'kind',
  ]),
  Delta: event('delta', { delta: { type: 'string' }, agent: ref('Agent') }, ['delta']),
  Stop: event('stop', {
    cost: { type: 'number', minimum: 0 },
    reason: { type: ['string', 'null'] },
    result: {},
  }),
  Batch: event('batch', { events: { type: 'array', items: ref('Event'), maxItems: 3 } }),
  Event: { oneOf: [ref('Start'), ref('Delta'), ref('Stop'), ref('Batch')] },
  Agent: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 5 },
      tags: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      turns: { type: 'integer', minimum: 1, maximum: 9 },
      sleep: {
        oneOf: [
          { type: 'object', required: ['mode'], properties: { mode: { const: 'never' } } },
          {
            type: 'object',
            required: ['mode', 'after'],
            properties: { mode: { const: 'idle' }, after: { enum: ['5m', '1h'] } },
          },
        ],
      },
      content: {
        oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'integer' } }, { type: 'null' }],
      },
      config: { type: 'object', additionalProperties: { type: ['string', 'boolean'] }, maxProperties: 2 },
      key: { type: 'string', pattern: '^[a-z]{2,4}$' },
    },
    dependentRequired: { turns: ['key'] },
  },
  Closed: {
    allOf: [ref('Agent'), { properties: { id: { format: 'uuid' } } }],
    properties: { extra: { not: { type: 'string' } } },
    if: { required: ['extra'] },
    then: { required: ['id'] },
    unevaluatedProperties: false,
  },
};

const seeds: Readonly<Record<string, readonly unknown[]>> = {
  Event: [
    { type: 'start', seq: 1, kind: 'agent', at: '2026-01-31T12:00:00Z' },
    {
      type: 'delta',
      seq: 2,
      delta: 'a',
      agent: { name: 'x', sleep: { mode: 'idle', after: '5m' }, tags: ['a', 'b'] },
    },
    { type: 'stop', seq: 3, cost: 0.5, reason: null, result: { a: [1] } },
    {
      type: 'batch',
      seq: 4,
      events: [
        { type: 'stop', seq: 5 },
        { type: 'delta', seq: 6, delta: '' },
      ],
    },
  ],
  Agent: [
    { name: 'a', turns: 3, key: 'abc', content: [1, 2], config: { a: 'x', b: true } },
    { name: 'ab', sleep: { mode: 'never' }, content: 'text' },
  ],
  Closed: [{ name: 'a', id: '2eb8aa08-aa98-11ea-b4aa-73b441d16380', extra: 1 }],
};

describe.each(Object.keys(seeds))('%s', async (name) => {
  const { checks } = await load({ components });
  const judge = interpret(name);

  test('has the same verdict on thousands of mutants, and explains them if and only if they are invalid', async () => {
    const random = createRandom(2026);
    let fitting = 0;
    for (let count = 0; count < 3_000; count += 1) {
      const value = mutate(pick(seeds[name]!, random), random);
      const isValid = checks[name]!.check(value);
      if (isValid) fitting += 1;
      expect(isValid, JSON.stringify(value).slice(0, 500)).toBe(judge(value));
      if (count % 20 === 0) expect((await checks[name]!.explain(value)).length === 0).toBe(isValid);
    }
    // A differential test in which everything is rejected proves little.
    expect(fitting).toBeGreaterThan(150);
  });
});

function interpret(name: string): (value: unknown) => boolean {
  const ajv = new Ajv2020({
    strict: false,
    ownProperties: true,
    strictNumbers: true,
    formats,
    allErrors: true,
  });
  return ajv.compile({ $ref: `#/components/schemas/${name}`, components: { schemas: components } });
}
