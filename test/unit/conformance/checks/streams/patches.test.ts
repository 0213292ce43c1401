/**
 * S16: JSON Patch, and how the shared state is followed.
 */
import { describe, expect, it } from 'vitest';
import { applyPatch } from '../../../../../conformance/checks/streams/json-patch.ts';
import { events, checkEvents, passesOf, problemsOf, type LooseEvent } from './support.ts';

describe('a patch', () => {
  const state = { a: { b: 1 }, list: ['x', 'y'], 'm/n': 8, '~t': 9, n: null };

  it.each<[string, readonly unknown[], unknown]>([
    ['adds a member', [{ op: 'add', path: '/c', value: 2 }], { ...state, c: 2 }],
    ['adds over a member', [{ op: 'add', path: '/a', value: 2 }], { ...state, a: 2 }],
    ['adds a member deeper', [{ op: 'add', path: '/a/c', value: [] }], { ...state, a: { b: 1, c: [] } }],
    ['adds into a list', [{ op: 'add', path: '/list/1', value: 'z' }], { ...state, list: ['x', 'z', 'y'] }],
    [
      'adds at the length of a list',
      [{ op: 'add', path: '/list/2', value: 'z' }],
      { ...state, list: ['x', 'y', 'z'] },
    ],
    ['adds behind a list', [{ op: 'add', path: '/list/-', value: 'z' }], { ...state, list: ['x', 'y', 'z'] }],
    ['adds the whole', [{ op: 'add', path: '', value: 7 }], 7],
    ['adds null', [{ op: 'add', path: '/c', value: null }], { ...state, c: null }],
    [
      'adds a member that every object inherits',
      [{ op: 'add', path: '/toString', value: 1 }],
      { ...state, toString: 1 },
    ],
    ['removes a member', [{ op: 'remove', path: '/a/b' }], { ...state, a: {} }],
    ['removes from a list', [{ op: 'remove', path: '/list/0' }], { ...state, list: ['y'] }],
    ['replaces a member', [{ op: 'replace', path: '/n', value: 1 }], { ...state, n: 1 }],
    ['replaces in a list', [{ op: 'replace', path: '/list/1', value: 1 }], { ...state, list: ['x', 1] }],
    ['replaces the whole', [{ op: 'replace', path: '', value: {} }], {}],
    ['moves a member', [{ op: 'move', from: '/a/b', path: '/b' }], { ...state, a: {}, b: 1 }],
    [
      'moves within a list',
      [{ op: 'move', from: '/list/0', path: '/list/1' }],
      { ...state, list: ['y', 'x'] },
    ],
    ['moves to where it is', [{ op: 'move', from: '/a', path: '/a' }], state],
    [
      'copies a member',
      [{ op: 'copy', from: '/a', path: '/list/0' }],
      { ...state, list: [{ b: 1 }, 'x', 'y'] },
    ],
    ['tests a value', [{ op: 'test', path: '/a', value: { b: 1 } }], state],
    [
      'tests members in any order',
      [
        { op: 'add', path: '/o', value: { p: 1, q: [2] } },
        { op: 'test', path: '/o', value: { q: [2], p: 1 } },
        { op: 'remove', path: '/o' },
      ],
      state,
    ],
    [
      'tests zero below zero',
      [
        { op: 'add', path: '/z', value: 0 },
        { op: 'test', path: '/z', value: -0 },
        { op: 'remove', path: '/z' },
      ],
      state,
    ],
    ['finds a name with a slash', [{ op: 'test', path: '/m~1n', value: 8 }], state],
    ['finds a name with a tilde', [{ op: 'test', path: '/~0t', value: 9 }], state],
    [
      'does one after the other',
      [
        { op: 'add', path: '/c', value: [] },
        { op: 'add', path: '/c/-', value: 1 },
      ],
      { ...state, c: [1] },
    ],
    [
      'ignores other members',
      [
        { op: 'remove', path: '/n', value: 1, from: '/x' },
        { op: 'add', path: '/n', value: null },
      ],
      state,
    ],
    ['does nothing', [], state],
  ])('that %s', (_name, patch, value) => {
    const before = structuredClone(state);
    expect(applyPatch(state, patch)).toEqual({ ok: true, value });
    expect(state).toEqual(before);
  });

  it.each<[string, unknown, string]>([
    ['removes what is not there', { op: 'remove', path: '/c' }, '/c is not there'],
    ['removes what every object inherits', { op: 'remove', path: '/toString' }, '/toString is not there'],
    ['replaces what is not there', { op: 'replace', path: '/a/c', value: 1 }, '/a/c is not there'],
    ['adds below nothing', { op: 'add', path: '/c/d', value: 1 }, '/c is not there'],
    ['adds below a number', { op: 'add', path: '/a/b/c', value: 1 }, '/a/b holds nothing'],
    ['adds beyond a list', { op: 'add', path: '/list/3', value: 1 }, '/list/3 is no place in its list'],
    ['adds at a leading zero', { op: 'add', path: '/list/01', value: 1 }, '/list/01 is no place in its list'],
    ['adds at a name in a list', { op: 'add', path: '/list/x', value: 1 }, '/list/x is no place in its list'],
    ['removes behind a list', { op: 'remove', path: '/list/-' }, '/list/- is no place in its list'],
    [
      'tests another value',
      { op: 'test', path: '/a/b', value: '1' },
      '/a/b has another value than the one it is tested for',
    ],
    [
      'tests a shorter list',
      { op: 'test', path: '/list', value: ['x'] },
      '/list has another value than the one it is tested for',
    ],
    [
      'tests fewer members',
      { op: 'test', path: '/a', value: {} },
      '/a has another value than the one it is tested for',
    ],
    [
      'tests a list for an object',
      { op: 'test', path: '/list', value: { 0: 'x', 1: 'y' } },
      '/list has another value than the one it is tested for',
    ],
    ['moves what is not there', { op: 'move', from: '/c', path: '/d' }, '/c is not there'],
    ['moves a thing into itself', { op: 'move', from: '/a', path: '/a/b' }, "/a can't be moved into itself"],
    ['copies what is not there', { op: 'copy', from: '/c', path: '/d' }, '/c is not there'],
    ['has a path without a slash', { op: 'add', path: 'a', value: 1 }, 'its path is no JSON Pointer'],
    ['has a path with a lone tilde', { op: 'add', path: '/a~2', value: 1 }, 'its path is no JSON Pointer'],
    ['has no path', { op: 'add', value: 1 }, 'its path is no JSON Pointer'],
    ['has no from', { op: 'copy', path: '/c' }, 'its from is no JSON Pointer'],
    ['has no value', { op: 'add', path: '/c' }, 'it has no value'],
    ['has an unknown op', { op: 'merge', path: '/c', value: 1 }, 'its op is none of the six'],
    ['is no object', 'add', 'it is no object'],
  ])('that %s', (_name, operation, reason) => {
    expect(applyPatch(state, [{ op: 'add', path: '/c0', value: 1 }, operation])).toEqual({
      ok: false,
      index: 1,
      reason,
    });
  });

  it('does not reach what objects are made of', () => {
    const patched = applyPatch({}, [{ op: 'add', path: '/__proto__', value: { polluted: true } }]);
    expect(({} as LooseEvent)['polluted']).toBeUndefined();
    expect(patched.ok && Object.keys(patched.value as object)).toEqual(['__proto__']);
  });
});

describe('S16', () => {
  type List = Parameters<typeof events>[0];
  const snapshot = (state: unknown): readonly [string, LooseEvent] => ['state_snapshot', { state }];
  const delta = (...patch: readonly unknown[]): readonly [string, LooseEvent] => ['state_delta', { patch }];
  const set = (path: string, value: unknown) => ({ op: 'replace', path, value });
  const checker = (...list: List) => checkEvents(events(['execution_start', ...list, 'execution_complete']));

  it.each<[string, List, readonly string[]]>([
    ['that fits', [snapshot({ step: 1 }), delta(set('/step', 2)), delta(set('/step', 3))], []],
    [
      'that fits the state that patches have made',
      [
        snapshot({}),
        delta({ op: 'add', path: '/a', value: [] }),
        delta({ op: 'add', path: '/a/-', value: 1 }),
      ],
      [],
    ],
    [
      'that does not fit',
      [snapshot({ step: 1 }), delta(set('/nowhere/at/all', 2))],
      ['S16 warn event 3: patch.0'],
    ],
    [
      'whose second operation does not fit',
      [snapshot({ step: 1 }), delta(set('/step', 2), set('/b', 2))],
      ['S16 warn event 3: patch.1'],
    ],
    [
      'behind one that does not fit, of which nobody knows',
      [snapshot({}), delta(set('/a', 2)), delta(set('/a', 3))],
      ['S16 warn event 3: patch.0'],
    ],
    [
      'behind a new snapshot',
      [snapshot({}), delta(set('/a', 2)), snapshot({ a: 1 }), delta(set('/a', 3))],
      ['S16 warn event 3: patch.0'],
    ],
    [
      'of the state before the last snapshot',
      [snapshot({ a: 1 }), snapshot({ b: 1 }), delta(set('/a', 3))],
      ['S16 warn event 4: patch.0'],
    ],
    [
      'behind a snapshot without a state, which S04 tells',
      [snapshot({ a: 1 }), snapshot(undefined), delta(set('/b', 1))],
      ['S04 fail event 3: state'],
    ],
    ['before any snapshot that fits an empty state', [delta({ op: 'add', path: '/a', value: 1 })], []],
    ['before any snapshot that fits none', [delta(set('/a', 1))], ['S16 warn event 2: patch.0']],
  ])('of a patch %s', (_name, list, problems) => {
    const checkResults = checker(...list);
    expect(problemsOf(checkResults)).toEqual(problems);
    if (problems.length === 0) expect(passesOf(checkResults)).toContain('S16');
  });

  it('gives up on states that double with each operation', () => {
    const doubling = Array.from({ length: 60 }, (_, index) => ({ op: 'copy', from: '', path: `/a${index}` }));
    expect(
      problemsOf(checker(snapshot({ a: [1, 2, 3] }), delta(...doubling), delta(set('/nowhere', 1)))),
    ).toEqual([]);
  });

  it('gives up on states that hold long texts', () => {
    const long = delta({ op: 'add', path: '/a', value: 'x'.repeat(900_000) });
    const longer = delta({ op: 'add', path: '/b', value: 'x'.repeat(900_000) });
    expect(problemsOf(checker(snapshot({}), long, longer, delta(set('/nowhere', 1))))).toEqual([]);
  });

  it('gives up on states that are deeper than anybody needs', () => {
    let deep: unknown = 1;
    for (let depth = 0; depth < 3_000; depth++) deep = [deep];
    expect(problemsOf(checker(snapshot({ deep }), delta(set('/nowhere', 1))))).toEqual(['S02 warn event 2']);
  });
});
