import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject, JsonSchema } from '../../../../generator/model/contract-model.ts';
import { findTaggedUnion } from '../../../../generator/schema/tagged-union.ts';

const components: Readonly<Record<string, JsonSchema>> = {
  Cat: { type: 'object', required: ['kind'], properties: { kind: { const: 'cat' } } },
  Dog: { type: 'object', required: ['kind'], properties: { kind: { enum: ['dog', 'puppy'] } } },
  Fish: { type: 'object', properties: { kind: { const: 'fish' } } },
  Stone: { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } },
  Kitten: { allOf: [{ $ref: '#/components/schemas/Cat' }, { properties: { age: { type: 'integer' } } }] },
  Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] },
  Loop: {
    allOf: [{ $ref: '#/components/schemas/Loop' }],
    required: ['kind'],
    properties: { kind: { const: 'loop' } },
  },
  Text: { type: 'string' },
};

interface Row {
  readonly name: string;
  readonly members: readonly JsonSchema[];
  readonly owner: JsonObject;
  readonly decision?: string;
}

const unions = parse(readFileSync(join(import.meta.dirname, 'tagged-unions.yaml'), 'utf8')) as Readonly<
  Record<'tagged' | 'untagged', readonly Row[]>
>;

/** Prints a decision on one line. */
function say(members: readonly JsonSchema[], owner: JsonObject = {}): string {
  const union = findTaggedUnion(members, owner, (name) => components[name]);
  if (union === null) return 'none';
  const cases = union.cases.map(({ values }) => values.join(','));
  return `${union.property}: ${cases.join(' | ')}${union.others.length > 0 ? ` + ${String(union.others.length)}` : ''}`;
}

describe('a union is tagged', () => {
  test.each(unions.tagged)('$name', ({ members, owner, decision }) => {
    expect(say(members, owner)).toBe(decision);
  });
});

describe('a union is not tagged', () => {
  test.each(unions.untagged)('$name', ({ members, owner }) => {
    expect(say(members, owner)).toBe('none');
  });
});
