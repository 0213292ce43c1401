/** References by address and by name become references by pointer. */
import { describe, expect, it } from 'vitest';
import { resolveIdentifiers } from '../../../generator/source/identifiers.ts';

function resolve(tree: object, isWhole = true): unknown {
  const text = JSON.stringify(tree);
  const copy = JSON.parse(text) as object;
  resolveIdentifiers(copy, text, isWhole);
  return copy;
}

/** Answers what the reference of the schema `user` became. */
function referenceIn(schemas: object): unknown {
  const resolved = resolve({ components: { schemas } }) as {
    components: { schemas: { user: { $ref?: unknown } } };
  };
  return resolved.components.schemas.user.$ref;
}

describe('a reference leads to', () => {
  const rows: readonly [says: string, schemas: object, want: string][] = [
    ['an anchor', { user: { $ref: '#a' }, b: { $anchor: 'a' } }, '#/components/schemas/b'],
    ['a dynamic anchor', { user: { $ref: '#a' }, b: { $dynamicAnchor: 'a' } }, '#/components/schemas/b'],
    [
      'an address',
      { user: { $ref: 'https://x.org/b' }, b: { $id: 'https://x.org/b' } },
      '#/components/schemas/b',
    ],
    ['a name', { user: { $ref: 'urn:x:b' }, b: { $id: 'urn:x:b' } }, '#/components/schemas/b'],
    [
      'an address relative to that of the schema around it',
      { user: { $id: 'https://x.org/a/b', $ref: 'c' }, c: { $id: 'https://x.org/a/c' } },
      '#/components/schemas/c',
    ],
    [
      'an address relative to the file',
      { user: { $ref: 'b.json' }, b: { $id: 'b.json' } },
      '#/components/schemas/b',
    ],
    [
      'a pointer inside an address',
      { user: { $ref: 'urn:x:b#/$defs/c' }, b: { $id: 'urn:x:b', $defs: { c: {} } } },
      '#/components/schemas/b/$defs/c',
    ],
    [
      'an anchor of an address, not one of another with the same name',
      {
        a: { $id: 'urn:x:a', $defs: { c: { $anchor: 'n' } } },
        b: { $id: 'urn:x:b', $defs: { d: { $anchor: 'n' } } },
        user: { $ref: 'urn:x:b#n' },
      },
      '#/components/schemas/b/$defs/d',
    ],
    [
      'a pointer from the schema with an address, not from the file',
      { user: { $id: 'urn:x:a', $ref: '#/$defs/b', $defs: { b: {} } } },
      '#/components/schemas/user/$defs/b',
    ],
    [
      'a name with characters that pointers escape',
      { user: { $ref: '#a' }, 'b/c~d e': { $anchor: 'a' } },
      '#/components/schemas/b~1c~0d%20e',
    ],
  ];

  it.each(rows)('%s', (_says, schemas, want) => {
    expect(referenceIn(schemas)).toBe(want);
  });
});

describe('a tree stays as it is', () => {
  it.each([
    ['without identifiers', { a: { $ref: '#b' } }],
    ['where a reference leads out of it', { a: { $id: 'urn:x:a', $ref: 'other.yaml#/b' } }],
    ['where a pointer leads from the start of the file', { a: { $id: 'urn:x:a', $ref: '#/b' }, b: {} }],
    ['where an anchor is missing', { a: { $anchor: 'b', $ref: '#c' } }],
    [
      'where a value looks like a schema',
      { a: { $ref: '#b', enum: [{ $anchor: 'b' }], example: { $id: 'c' } } },
    ],
    ['where a member is called like an identifier', { $ref: '#b', properties: { $anchor: 'b' } }],
    ['where an address is none', { a: { $id: 'http://[', $ref: 'http://[' } }],
  ])('%s', (_says, tree) => {
    expect(resolve(tree)).toEqual(tree);
  });
});

describe('a dynamic reference', () => {
  const one = { a: { $dynamicAnchor: 'n', items: { $dynamicRef: '#n' } } };

  it('is a plain one where nothing can extend it', () => {
    expect(resolve(one)).toEqual({ a: { $dynamicAnchor: 'n', items: { $ref: '#/a' } } });
  });

  it('stays where another file may extend it', () => {
    expect(resolve(one, false)).toEqual(one);
  });

  it('stays where two anchors have its name', () => {
    const two = { ...one, b: { $id: 'urn:x:b', $dynamicAnchor: 'n' } };
    expect(resolve(two)).toEqual(two);
  });
});
