/** Every kind of change has a test, the documented impact, and a message that is a sentence. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChangeRow } from '../../../../generator/diff/catalogue/row.ts';
import { changeCatalogue } from '../../../../generator/diff/catalogue/change.ts';
import {
  affectsAll,
  breaksWritersRisksReaders,
  worstOf,
} from '../../../../generator/diff/catalogue/effect.ts';
import { schemaRows } from './schema-rows.ts';

const golden = path.resolve(import.meta.dirname, '../../../golden-diff');

interface Change {
  readonly kind: string;
  readonly message: string;
}

const changes: readonly Change[] = globSync('*/expected.json.txt', { cwd: golden }).flatMap((file) =>
  readFileSync(path.join(golden, file), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"kind":'))
    .map((line) => JSON.parse(line) as Change),
);

const met = new Set([
  ...changes.map(({ kind }) => kind),
  ...schemaRows.flatMap(({ request = [], response = [] }) =>
    [...request, ...response].map((text) => text.split(' ')[0] ?? ''),
  ),
]);

describe('the change catalogue', () => {
  it('has only tested kinds', () => {
    expect(Object.keys(changeCatalogue).filter((kind) => !met.has(kind))).toEqual([]);
  });

  it('describes every change in a sentence', () => {
    for (const { message } of changes) expect(message).toMatch(/^[A-Z`].*\.$/);
  });

  it('reports no impact if nothing uses the changed part', () => {
    for (const row of Object.values<ChangeRow<never>>(changeCatalogue))
      expect(row.effects.nowhere).toEqual({ readers: 'compatible', writers: 'compatible' });
  });

  it('treats events as responses', () => {
    for (const row of Object.values<ChangeRow<never>>(changeCatalogue))
      expect(row.effects.event).toEqual(row.effects.response);
  });
});

describe('the impact of a change', () => {
  it('affects writers in requests, readers in responses, and both in an operation', () => {
    const { request, response, call } = breaksWritersRisksReaders;
    expect(request).toEqual({ writers: 'breaking', readers: 'compatible' });
    expect(response).toEqual({ writers: 'compatible', readers: 'risky' });
    expect(call).toEqual({ writers: 'breaking', readers: 'risky' });
    expect(affectsAll('risky').request).toEqual({ writers: 'risky', readers: 'risky' });
  });

  it('is the worse of both sides', () => {
    expect(worstOf({ readers: 'risky', writers: 'compatible' })).toBe('risky');
    expect(worstOf({ readers: 'risky', writers: 'breaking' })).toBe('breaking');
    expect(worstOf({ readers: 'compatible', writers: 'compatible' })).toBe('compatible');
  });
});
