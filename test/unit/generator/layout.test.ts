import { expect, it } from 'vitest';
import { assignParts } from '../../../generator/emit/layout/assign-parts.ts';
import { extractEntries } from '../../../generator/emit/layout/extract-entries.ts';
import { contractOf, json, openapi, ref } from './support/documents.ts';

it('many schemas that no operation uses are grouped by the first words of their names', () => {
  const names = ['event-one', 'event-two', 'eventThree'].flatMap((group) =>
    Array.from({ length: group === 'eventThree' ? 2 : 14 }, (_, index) => `${group}-${index}`),
  );
  const schemas = Object.fromEntries(['Film', 'alone', ...names].map((name) => [name, { type: 'string' }]));
  const get = { tags: ['Films'], responses: { 200: json(ref('Film')) } };
  const parts = assignParts(contractOf(openapi({ '/films': { get } }, schemas)).contract).schemas;
  expect(
    ['Film', 'event-one-3', 'event-two-0', 'eventThree-1', 'alone'].map((name) => parts.get(name)),
  ).toEqual(['films', 'event-one', 'event-two', 'event', 'other']);
});

it('the entries of a list become constants', () => {
  const text = "const list = [\n  {\n    a: '],',\n  },\n  { b: [] },\n];\n";
  const list = { opening: 'const list = [', keys: ['a', 'b'], prefix: 'item', annotation: ': Item' };
  expect(extractEntries(text, list)).toBe(
    "const item_a: Item = {\n  a: '],',\n};\n\nconst item_b: Item = { b: [] };\n\nconst list = [\n  item_a,\n  item_b,\n];\n",
  );
});

it('the entries of an object become constants, which replace accesses to it outside of strings', () => {
  const text =
    "const all = {\n  a: 'all.b',\n  'b c': 2,\n  c: 3,\n};\nconst used = [all.a, all.c, x.all.a];\n";
  const list = { opening: 'const all = {', keys: ['a'], prefix: 'of', annotation: ': Json', alias: 'all' };
  expect(extractEntries(text, list)).toBe(
    "const of_a: Json = 'all.b';\n\nconst all = {\n  a: of_a,\n  'b c': 2,\n  c: 3,\n};\nconst used = [of_a, all.c, x.all.a];\n",
  );
});
