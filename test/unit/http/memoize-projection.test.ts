import { describe, expect, test } from 'vitest';
import { joinOperations } from '../../../mock/http/operation.ts';
import { memoizeProjection } from '../../../mock/http/memoize-projection.ts';
import { writeResponse } from '../../../mock/http/respond.ts';
import { noteOperations } from '../../hosts/support/notes-contract.ts';

const operations = joinOperations({
  operations: noteOperations,
  handlers: {},
  events: {},
  runStarters: [],
  loadSamples: () => Promise.resolve({ samples: {} }),
});
const getNote = operations.find(({ spec }) => spec.id === 'getNote')!;

const textOf = (body: unknown, headers?: Record<string, string>) => {
  const response = writeResponse(getNote, { status: 200, body, headers }, () => undefined);
  return response.ok && response.value.body.kind === 'text' ? response.value.body.text : null;
};

describe('a projection', () => {
  test('is worked out and written once per record', () => {
    let written = 0;
    const project = memoizeProjection((record: { id: string }) => ({
      id: record.id,
      title: '',
      toJSON: () => ({ n: ++written }),
    }));
    const record = { id: 'a' };
    expect(project(record)).toBe(project(record));
    expect([textOf(project(record)), textOf(project(record))]).toEqual(['{"n":1}', '{"n":1}']);
    expect(textOf(project({ id: 'a' }))).toBe('{"n":2}');
  });

  test('that leaves the contract is refused every time', () => {
    const project = memoizeProjection((record: { id: number }) => ({ id: record.id }));
    const record = { id: 7 };
    expect([textOf(project(record)), textOf(project(record))]).toEqual([null, null]);
  });

  test('is the same text beside headers of its own', () => {
    const project = memoizeProjection((record: { id: string }) => ({ id: record.id, title: '' }));
    const record = { id: 'a' };
    expect(textOf(project(record), { 'X-Note': 'b' })).toBe(textOf(project(record)));
  });
});

test('a body that is made anew is written anew', () => {
  const body = { id: 'a', title: 'before' };
  textOf(body);
  body.title = 'after';
  expect(textOf(body)).toBe('{"id":"a","title":"after"}');
});
