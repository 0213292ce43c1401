/** References by URL and by name become references by JSON pointer. */
import { describe, expect, it } from 'vitest';
import { resolveIdentifiers } from '../../../generator/source/identifiers.ts';

function resolve(tree: object, isWhole = true): unknown {
  const text = JSON.stringify(tree);
  const copy = JSON.parse(text) as object;
  resolveIdentifiers(copy, text, isWhole);
  return copy;
}

/** Returns the rewritten reference of the schema `user`. */
function referenceIn(schemas: object): unknown {
  const resolved = resolve({ components: { schemas } }) as {
    components: { schemas: { user: { $ref?: unknown } } };
  };
  return resolved.components.schemas.user.$ref;
}

describe('a reference resolves to', () => {
  const rows: readonly [name: string, schemas: object, expected: string][] = [
    ['an anchor', { user: { $ref: '#a' }, b: { $anchor: 'a' } }, '#/components/schemas/b'],
    ['a dynamic anchor', { user: { $ref: '#a' }, b: { $dynamicAnchor: 'a' } }, '#/components/schemas/b'],
    ['a URL', { user: { $ref: 'https://x.org/b' }, b: { $id: 'https://x.org/b' } }, '#/components/schemas/b'],
    ['a name', { user: { $ref: 'urn:x:b' }, b: { $id: 'urn:x:b' } }, '#/components/schemas/b'],
    [
      'a URL relative to that of the enclosing schema',
      { user: { $id: 'https://x.org/a/b', $ref: 'c' }, c: { $id: 'https://x.org/a/c' } },
      '#/components/schemas/c',
    ],
    [
      'a URL relative to the file',
      { user: { $ref: 'b.json' }, b: { $id: 'b.json' } },
      '#/components/schemas/b',
    ],
    [
      'a pointer within a URL',
      { user: { $ref: 'urn:x:b#/$defs/c' }, b: { $id: 'urn:x:b', $defs: { c: {} } } },
      '#/components/schemas/b/$defs/c',
    ],
    [
      'the anchor of a URL, not the anchor of another URL with the same name',
      {
        a: { $id: 'urn:x:a', $defs: { c: { $anchor: 'n' } } },
        b: { $id: 'urn:x:b', $defs: { d: { $anchor: 'n' } } },
        user: { $ref: 'urn:x:b#n' },
      },
      '#/components/schemas/b/$defs/d',
    ],
    [
      'a pointer from the schema with an $id, not from the file',
      { user: { $id: 'urn:x:a', $ref: '#/$defs/b', $defs: { b: {} } } },
      '#/components/schemas/user/$defs/b',
    ],
    [
      'a name with characters that pointers escape',
      { user: { $ref: '#a' }, 'b/c~d e': { $anchor: 'a' } },
      '#/components/schemas/b~1c~0d%20e',
    ],
  ];

  it.each(rows)('%s', (_name, schemas, expected) => {
    expect(referenceIn(schemas)).toBe(expected);
  });
});

it.each([
  ['without identifiers', { a: { $ref: '#b' } }],
  ['if a reference leads out of it', { a: { $id: 'urn:x:a', $ref: 'other.yaml#/b' } }],
  ['if a pointer starts at the root of the file', { a: { $id: 'urn:x:a', $ref: '#/b' }, b: {} }],
  ['if an anchor is missing', { a: { $anchor: 'b', $ref: '#c' } }],
  ['if a value looks like a schema', { a: { $ref: '#b', enum: [{ $anchor: 'b' }], example: { $id: 'c' } } }],
  ['if a property is named like an identifier', { $ref: '#b', properties: { $anchor: 'b' } }],
  ['if a URL is invalid', { a: { $id: 'http://[', $ref: 'http://[' } }],
])('a tree is unchanged %s', (_name, tree) => {
  expect(resolve(tree)).toEqual(tree);
});

describe('a dynamic reference', () => {
  const one = { a: { $dynamicAnchor: 'n', items: { $dynamicRef: '#n' } } };

  it('becomes a plain reference if nothing can extend it', () => {
    expect(resolve(one)).toEqual({ a: { $dynamicAnchor: 'n', items: { $ref: '#/a' } } });
  });

  it('is kept if another file may extend it', () => {
    expect(resolve(one, false)).toEqual(one);
  });

  it('is kept if two anchors have its name', () => {
    const two = { ...one, b: { $id: 'urn:x:b', $dynamicAnchor: 'n' } };
    expect(resolve(two)).toEqual(two);
  });
});
