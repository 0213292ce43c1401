import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { upgradeKeywords } from '../../../generator/schema/dialect.ts';
import type { Dialect } from '../../../generator/model/reading.ts';
import type { JsonObject } from '../../../generator/json/documents.ts';

function upgrade(schema: JsonObject, dialect: Dialect): { schema: JsonObject; reported: string[] } {
  const reported: string[] = [];
  return { schema: upgradeKeywords(schema, dialect, (path) => reported.push(path.join('/'))), reported };
}

interface Row {
  readonly input: JsonObject;
  readonly expected: JsonObject;
}

const { upgrades, malformed } = parse(
  readFileSync(path.join(import.meta.dirname, 'schema/dialect.yaml'), 'utf8'),
) as {
  readonly upgrades: readonly (Row & { readonly name: string; readonly dialect: Dialect })[];
  readonly malformed: readonly (Row & { readonly keyword: string })[];
};

it.each(upgrades)('the upgrade to JSON Schema 2020-12 $name', ({ dialect, input, expected }) => {
  expect(upgrade(input, dialect)).toEqual({ schema: expected, reported: [] });
});

describe('a malformed keyword is omitted and reported', () => {
  it.each(malformed)('$keyword', ({ keyword, input, expected }) => {
    expect(upgrade(input, '2020-12')).toEqual({ schema: expected, reported: [keyword] });
  });

  it('a property named __proto__ is kept', () => {
    const input = JSON.parse('{"properties": {"__proto__": {"type": "string"}}}') as JsonObject;
    const { schema } = upgrade(input, '2020-12');
    expect(Object.keys(schema['properties'] as JsonObject)).toEqual(['__proto__']);
  });
});
