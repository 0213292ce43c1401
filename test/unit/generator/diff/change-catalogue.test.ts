/**
 * Every kind of change is met by a test, hurts as the words say, and is told in a sentence.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChangeRow } from '../../../../generator/diff/catalogue/row.ts';
import { changeCatalogue } from '../../../../generator/diff/change.ts';
import { hurts, hurtsAll, worstOf } from '../../../../generator/diff/effect.ts';
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
  ...schemaRows.flatMap(({ request, response }) =>
    [...request, ...response].map((text) => text.split(' ')[0] ?? ''),
  ),
]);

describe('the catalogue of changes', () => {
  it('has no kind that no test meets', () => {
    expect(Object.keys(changeCatalogue).filter((kind) => !met.has(kind))).toEqual([]);
  });

  it('tells every change in a sentence', () => {
    for (const { message } of changes) expect(message).toMatch(/^[A-Z`].*\.$/);
  });

  it('hurts nobody where nothing uses what changed', () => {
    for (const row of Object.values<ChangeRow<never>>(changeCatalogue)) {
      expect(row.effects.nowhere).toEqual({ readers: 'compatible', writers: 'compatible' });
    }
  });

  it('treats events as replies', () => {
    for (const row of Object.values<ChangeRow<never>>(changeCatalogue)) {
      expect(row.effects.event).toEqual(row.effects.response);
    }
  });
});

describe('an effect', () => {
  it('falls on writers in requests, on readers in replies, and on both in a call', () => {
    const { request, response, call } = hurts({ writers: 'breaking', readers: 'risky' });
    expect(request).toEqual({ writers: 'breaking', readers: 'compatible' });
    expect(response).toEqual({ writers: 'compatible', readers: 'risky' });
    expect(call).toEqual({ writers: 'breaking', readers: 'risky' });
    expect(hurtsAll('risky').request).toEqual({ writers: 'risky', readers: 'risky' });
  });

  it('is as bad as its worse side', () => {
    expect(worstOf({ readers: 'risky', writers: 'compatible' })).toBe('risky');
    expect(worstOf({ readers: 'risky', writers: 'breaking' })).toBe('breaking');
    expect(worstOf({ readers: 'compatible', writers: 'compatible' })).toBe('compatible');
  });
});
