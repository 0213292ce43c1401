import { describe, expect, test } from 'vitest';
import { applyPatch } from '../../chat/apply-patch.ts';

describe('a JSON Patch', () => {
  test.each([
    ['adds a member', { a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
    ['inserts into a list', [1, 3], [{ op: 'add', path: '/1', value: 2 }], [1, 2, 3]],
    ['appends to a list', [1], [{ op: 'add', path: '/-', value: 2 }], [1, 2]],
    ['replaces an item of a list', [1, 2], [{ op: 'replace', path: '/0', value: 9 }], [9, 2]],
    ['replaces the whole document', { a: 1 }, [{ op: 'replace', path: '', value: [] }], []],
    ['removes', { a: 1, b: [1, 2] }, [{ op: 'remove', path: '/b/0' }], { a: 1, b: [2] }],
    ['moves', { a: 1 }, [{ op: 'move', from: '/a', path: '/b' }], { b: 1 }],
    ['copies', { a: { x: 1 } }, [{ op: 'copy', from: '/a', path: '/b' }], { a: { x: 1 }, b: { x: 1 } }],
    ['reads escaped names', { 'a/b~c': 1 }, [{ op: 'replace', path: '/a~1b~0c', value: 2 }], { 'a/b~c': 2 }],
    ['goes on after a test that holds', { a: [1] }, [{ op: 'test', path: '/a', value: [1] }], { a: [1] }],
  ])('%s', (_, document, patch, expected) => {
    const before = structuredClone(document);
    expect(applyPatch(document, patch)?.value).toEqual(expected);
    expect(document).toEqual(before);
  });

  test.each([
    ['replaces what is not there', { a: 1 }, [{ op: 'replace', path: '/b', value: 2 }]],
    ['leaves a list out', [1], [{ op: 'add', path: '/3', value: 2 }]],
    ['fails its test', { a: 1 }, [{ op: 'test', path: '/a', value: 2 }]],
    ['names an unknown operation', {}, [{ op: 'merge', path: '/a', value: 2 }]],
  ])('does not apply when it %s', (_, document, patch) => {
    expect(applyPatch(document, patch)).toBeNull();
  });

  test('never changes the prototype of an object', () => {
    const value = applyPatch({}, [{ op: 'add', path: '/__proto__', value: { polluted: true } }])?.value;
    expect(Object.hasOwn(value as object, '__proto__')).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
