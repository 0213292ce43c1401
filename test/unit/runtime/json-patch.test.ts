/** JSON Patch as RFC 6902 defines it. */
import { describe, expect, it } from 'vitest';
import { applyPatch } from '../../../templates/runtime/json/patch.ts';

const state = { a: { b: 1 }, list: ['x', 'y'], 'm/n': 8, '~t': 9, n: null };

const add = (path: string, value: unknown): unknown => ({ op: 'add', path, value });
const copy = (from: string, path: string): unknown => ({ op: 'copy', from, path });

describe('a patch', () => {
  it.each<[patch: string, value: unknown]>([
    ['[{"op":"add","path":"/c","value":null}]', { ...state, c: null }],
    ['[{"op":"add","path":"/a/c","value":[]}]', { ...state, a: { b: 1, c: [] } }],
    ['[{"op":"add","path":"/list/1","value":"z"}]', { ...state, list: ['x', 'z', 'y'] }],
    ['[{"op":"add","path":"/list/2","value":"z"}]', { ...state, list: ['x', 'y', 'z'] }],
    ['[{"op":"add","path":"/list/-","value":"z"}]', { ...state, list: ['x', 'y', 'z'] }],
    ['[{"op":"add","path":"","value":7}]', 7],
    ['[{"op":"add","path":"/toString","value":1}]', { ...state, toString: 1 }],
    ['[{"op":"remove","path":"/a/b","value":1,"from":"/x"}]', { ...state, a: {} }],
    ['[{"op":"remove","path":"/list/0"}]', { ...state, list: ['y'] }],
    ['[{"op":"replace","path":"/list/1","value":1}]', { ...state, list: ['x', 1] }],
    ['[{"op":"replace","path":"","value":{}}]', {}],
    ['[{"op":"move","from":"/a/b","path":"/b"}]', { ...state, a: {}, b: 1 }],
    ['[{"op":"move","from":"/list/0","path":"/list/1"}]', { ...state, list: ['y', 'x'] }],
    ['[{"op":"move","from":"/a","path":"/a"}]', state],
    ['[{"op":"copy","from":"/a","path":"/list/0"}]', { ...state, list: [{ b: 1 }, 'x', 'y'] }],
    ['[{"op":"test","path":"/a","value":{"b":1}}]', state],
    ['[{"op":"test","path":"/m~1n","value":8},{"op":"test","path":"/~0t","value":9}]', state],
    ['[{"op":"add","path":"/c","value":[]},{"op":"add","path":"/c/-","value":1}]', { ...state, c: [1] }],
    ['[]', state],
  ])('%s is applied', (patch, value) => {
    const before = structuredClone(state);
    expect(applyPatch(state, JSON.parse(patch) as unknown[])).toEqual({ ok: true, value });
    expect(state).toEqual(before);
  });

  it.each([
    ['{"op":"remove","path":"/toString"}', '/toString does not exist'],
    ['{"op":"replace","path":"/a/c","value":1}', '/a/c does not exist'],
    ['{"op":"add","path":"/c/d","value":1}', '/c does not exist'],
    ['{"op":"add","path":"/a/b/c","value":1}', '/a/b is not an object or array'],
    ['{"op":"add","path":"/list/3","value":1}', '/list/3 is not a valid array index'],
    ['{"op":"add","path":"/list/01","value":1}', '/list/01 is not a valid array index'],
    ['{"op":"add","path":"/list/x","value":1}', '/list/x is not a valid array index'],
    ['{"op":"remove","path":"/list/-"}', '/list/- is not a valid array index'],
    ['{"op":"test","path":"/a/b","value":"1"}', '/a/b does not have the tested value'],
    ['{"op":"test","path":"/list","value":{"0":"x","1":"y"}}', '/list does not have the tested value'],
    ['{"op":"move","from":"/c","path":"/d"}', '/c does not exist'],
    ['{"op":"move","from":"/a","path":"/a/b"}', "/a can't be moved into itself"],
    ['{"op":"copy","from":"/c","path":"/d"}', '/c does not exist'],
    ['{"op":"add","path":"a","value":1}', 'its path is not a JSON Pointer'],
    ['{"op":"add","path":"/a~2","value":1}', 'its path is not a JSON Pointer'],
    ['{"op":"copy","from":"a/b","path":"/c"}', 'its from is not a JSON Pointer'],
    ['{"op":"remove","path":"/list/length"}', '/list/length is not a valid array index'],
    ['{"op":"test","path":"/a/b"}', 'it has no value'],
    ['{"op":"copy","path":"/c"}', 'its from is not a JSON Pointer'],
    ['{"op":"add","path":"/c"}', 'it has no value'],
    ['{"op":"merge","path":"/c","value":1}', 'its op is not defined by JSON Patch'],
    ['"add"', 'it is not an object'],
  ])('%s fails', (operation, reason) => {
    const patch = [{ op: 'add', path: '/c0', value: 1 }, JSON.parse(operation) as unknown];
    expect(applyPatch(state, patch)).toMatchObject({
      ok: false,
      index: 1,
      reason: expect.stringContaining(reason) as string,
    });
  });

  it.each<[string, (count: number) => unknown[], unknown]>([
    ['properties', (count) => Array.from({ length: count }, (_, i) => add(`/a${i}`, i)), undefined],
    ['items', (count) => [add('/a', []), ...Array.from({ length: count }, () => add('/a/0', 1))], undefined],
    [
      'levels',
      (count) => Array.from({ length: count / 10 }, (_, i) => add('/a'.repeat(i + 1), {})),
      undefined,
    ],
    [
      'copies',
      (count) => [add('/a', ['a']), ...Array.from({ length: count }, () => copy('/a', '/a/-'))],
      'the patch copies too much',
    ],
  ])('that adds thousands of %s takes linear time', { timeout: 10_000 }, (_name, patch, reason) => {
    const result = applyPatch({}, patch(20_000));
    expect(result.ok ? undefined : result.reason).toBe(reason);
  });

  it('does not change a copied value with its copy', () => {
    const patch = [add('/a', [{}]), add('/a/0/b', 1), copy('/a/0', '/c'), add('/c/d', 2), add('/a/0/e', 3)];
    expect(applyPatch({}, patch)).toEqual({
      ok: true,
      value: { a: [{ b: 1, e: 3 }], c: { b: 1, d: 2 } },
    });
  });

  it('cannot change prototypes', () => {
    const patched = applyPatch({}, [{ op: 'add', path: '/__proto__', value: { polluted: true } }]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(patched.ok && Object.keys(patched.value as object)).toEqual(['__proto__']);
  });
});
