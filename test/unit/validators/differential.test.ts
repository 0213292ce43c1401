/**
 * Compares compiled checks with the compiler applied to the original schema: same verdict on thousands of mutants.
 * Where the two differ on purpose (tags, own properties), the schema below is written the strict way.
 */
import fc from 'fast-check';
import { createRequire } from 'node:module';
import type Ajv2020Module from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../generator/model/contract-model.ts';
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

const junk: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    1.5,
    10,
    '',
    'x',
    'agent',
    'abcdef',
    'idle',
    'stop',
    '2026-01-31T12:00:00Z',
    '2026-02-30T12:00:00Z',
  ],
  ...[
    [],
    [1],
    ['a', 'a'],
    {},
    { mode: 'idle' },
    { type: 'stop', seq: 1 },
    { name: 'z' },
    { a: 1, b: 2, c: 3 },
  ],
];
const oddNames = ['constructor', 'toString', 'extra', 'type', 'name', 'id'];

/** One change of a value: what to do, where, and with what. */
const change = fc.record({
  at: fc.nat(),
  deed: fc.constantFrom('remove', 'replace', 'replace', 'replace', 'add'),
  value: fc.constantFrom(...junk),
  name: fc.constantFrom(...oddNames),
});

type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;

describe.each(Object.keys(seeds))('%s', async (name) => {
  const { checks } = await load({ components });
  const judge = interpret(name);

  test('has the same verdict on thousands of mutants', () => {
    const mutant = fc
      .tuple(fc.constantFrom(...seeds[name]!), fc.array(change, { minLength: 1, maxLength: 3 }))
      .map(([seed, changes]) => changes.reduce(mutate, structuredClone(seed)));
    let fitting = 0;
    fc.assert(
      fc.property(mutant, (value) => {
        const verdict = checks[name]!.check(value);
        if (verdict) fitting++;
        expect(verdict).toBe(judge(value));
      }),
      { numRuns: 3_000, seed: 20_26, endOnFailure: true },
    );
    // A differential test in which everything is rejected proves little.
    expect(fitting).toBeGreaterThan(150);
  });

  test('explains a value if and only if it is invalid', async () => {
    const values = seeds[name]!.flatMap((seed) =>
      junk.map((value, at) =>
        mutate(structuredClone(seed), { at: at * 7, deed: 'replace', value, name: 'extra' }),
      ),
    );
    for (const value of values) {
      const problems = await checks[name]!.explain(value);
      expect(problems.length === 0).toBe(checks[name]!.check(value));
    }
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

/** Changes one property somewhere inside a value. */
function mutate(value: unknown, { at, deed, value: replacement, name }: Change): unknown {
  const places = placesIn(value);
  const place = places[at % Math.max(places.length, 1)];
  if (place === undefined) return replacement;
  const [owner, key] = place;
  if (deed === 'replace') owner[key] = structuredClone(replacement);
  else if (deed === 'add')
    owner[Array.isArray(owner) ? String(owner.length) : name] = structuredClone(replacement);
  else if (Array.isArray(owner)) owner.splice(Number(key), 1);
  else Reflect.deleteProperty(owner, key);
  return value;
}

function placesIn(value: unknown): [owner: Record<string, unknown>, key: string][] {
  if (typeof value !== 'object' || value === null) return [];
  const owner = value as Record<string, unknown>;
  return Object.keys(owner).flatMap((key) => [
    [owner, key] as [typeof owner, string],
    ...placesIn(owner[key]),
  ]);
}
