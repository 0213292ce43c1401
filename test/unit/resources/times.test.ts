/** Which properties have the time of the creation, and which that of the last change. */
import { expect, it } from 'vitest';
import type { SourceSchema } from '../../../contract/resources/source.ts';
import { timeKindOf } from '../../../mock/resources/values/times.ts';

const text = { types: new Set(['string']), format: null, values: null } as unknown as SourceSchema;

it.each([
  ['created', 'created'],
  ['date_created', 'created'],
  ['creationTimestamp', 'created'],
  ['addedAt', 'created'],
  ['added', null],
  ['modified_date', 'changed'],
  ['lastModifiedTime', 'changed'],
  ['dateLastUpdated', 'changed'],
  ['update', null],
  ['changed_by', null],
  ['birth_date', null],
])('%s', (name, kind) => {
  expect(timeKindOf(name, text)).toBe(kind);
});
