/** Schemas that are hard to compile: named like globals of the compiled code, in chains of thousands, or with slow patterns. */
import path from 'node:path';
import { beforeAll, expect, it, test } from 'vitest';
import { loadChecks, type LoadedChecks } from '../../../generator/emit/validators/load-checks.ts';
import { runCase } from '../../golden/support/golden-case.ts';
import type { JsonSchema } from '../../../generator/model/contract-model.ts';
import { buildLibrary } from '../../../generator/emit/validators/registry.ts';
import { contractOf } from './support.ts';
import { isSafePattern } from '../../../generator/schema/validators/pattern-safety.ts';
import { matchesPattern } from '../../../generator/schema/shape/fits-shape.ts';
import { processorTime } from '../../support/processor-time.ts';

let accepts: LoadedChecks['accepts'];

beforeAll(async () => {
  const { files } = await runCase(path.resolve(import.meta.dirname, '../../golden/global-names'));
  ({ accepts } = loadChecks(files.get('validators-code.ts') ?? ''));
});

it.each([
  ['Array', ['2026-01-31'], ['yesterday']],
  ['Object', { n: 1.5 }, { n: 1.2 }],
  ['isFinite', { n: 1 }, { n: '1' }],
  ['Map', 'j', 'z'],
  ['RegExp', 'ab', 'b'],
  ['formats', '123e4567-e89b-12d3-a456-426614174000', 'id'],
  ['characterCount', 'abc', 'abcd'],
  ['deepEqual', [1], [3]],
  ['answerBody', { import: 'a', eval: 'b', require: 'c' }, { import: 'a', eval: 'b', require: '' }],
])('%s accepts the valid value and rejects the invalid one', (check, valid, invalid) => {
  expect([accepts(check, valid), accepts(check, invalid)]).toEqual([true, false]);
});

const SIZE = 5_000;

type Link = (next: JsonSchema, index: number) => JsonSchema;

/** Builds schemas that each refer to the next; the last refers to the first if they form a cycle. */
function linked(link: Link, last: JsonSchema): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Array.from({ length: SIZE }, (_, index) => [
      `S${index}`,
      index === SIZE - 1 ? last : link({ $ref: `#/components/schemas/S${index + 1}` }, index),
    ]),
  );
}

const back: JsonSchema = { $ref: '#/components/schemas/S0' };
const inProperty: Link = (next) => ({ type: 'object', properties: { next } });
const inUnion: Link = (next, index) => ({
  oneOf: [next, { type: 'object', required: ['kind'], properties: { kind: { const: `v${index}` } } }],
});

it.each<readonly [string, Link, JsonSchema]>([
  ['a cycle through properties', inProperty, inProperty(back, 0)],
  ['a chain through properties', inProperty, { type: 'string' }],
  ['a chain through lists', (next) => ({ type: 'array', items: next }), { type: 'string' }],
  ['a chain through allOf', (next) => ({ allOf: [next, { type: 'object' }] }), { type: 'object' }],
  ['a chain through unions', inUnion, { type: 'object' }],
])('%s keeps every schema', (_name, link, last) => {
  const { schemas, checks } = contractOf({ components: linked(link, last) });
  const library = buildLibrary({ schemas, checks: checks.slice(0, 1) }, () => undefined);
  expect([...library.schemas.keys()].toSorted()).toEqual(
    Array.from({ length: SIZE }, (_, index) => `S${index}`).toSorted(),
  );
});

test.each([
  '',
  '^https://[^?#]+$',
  '^pev_[0-7][0-9a-hjkmnp-tv-z]{25}$',
  '^[a-z]+(-[a-z]+)*$',
  '^(\\d{1,3}\\.){3}\\d{1,3}$',
  '^([0-9a-f]{4}:){7}[0-9a-f]{4}$',
  '^(?:[A-Z]+:)?[A-Z*]+$',
  '^(\\p{L}+ )*$',
  '(a?b)*',
  '((ab)*c)*',
  '(foo|far)+',
  '[\\]a]+',
  '(?=a+)b+',
  '^(?<year>\\d{4})-(?<month>\\d{2})$',
  '(\\.\\d+)?',
  '\\{(a|b)\\}',
  '[(*)]+',
  '\\u{1F600}+',
  '(x{3}y)+',
])('safe %s', (pattern) => {
  expect(isSafePattern(pattern)).toBe(true);
});

test.each([
  '^(a+)+$',
  '([a-z]+)*',
  '(.*,)*',
  '(\\w|\\d)*',
  '(a|aa)*',
  '(a?a?)*',
  '(aa?)+$',
  '((ab)*)*',
  '(?<name>x+x+)+y',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(\\s?\\w+)*$',
  '(a{1,5}){2,}',
  '((a|b)+c?)*',
  'x(?:[^x]*.)*',
])('unsafe %s', (pattern) => {
  expect(isSafePattern(pattern)).toBe(false);
});

test('patterns classified as safe match adversarial texts quickly', () => {
  const safe = [
    '^[a-z]+(-[a-z]+)*$',
    '^(\\d{1,3}\\.){3}\\d{1,3}$',
    '^(?:[A-Z]+:)?[A-Z*]+$',
    '((ab)*c)*$',
    '^(\\p{L}+ )*$',
  ];
  const time = processorTime(() => {
    for (const pattern of safe) {
      expect(isSafePattern(pattern)).toBe(true);
      for (const piece of ['a', 'a-', '1', '1.', 'A', 'ab', 'é '])
        new RegExp(pattern, 'u').test(`${piece.repeat(2_000)}!`);
    }
  });
  expect(time).toBeLessThan(2_000);
});

it('a pattern that may take exponential time matches everything, as in the validator', () => {
  expect(matchesPattern('^([a-z]+)*$', `${'a'.repeat(60)}!`)).toBe(true);
  expect(matchesPattern('^[a-z]+$', 'a!')).toBe(false);
});
