/** What texts state about properties that an update leaves out, and about the order of values. */
import { expect, it } from 'vitest';
import { statedRanks } from '../../../../contract/resources/queries/stated-ranks.ts';
import { changesInPart, replacesWhole } from '../../../../contract/resources/records/stated-updates.ts';
import type { SourceSchema } from '../../../../contract/resources/source.ts';

it.each([
  ['Replaces all settings: a setting that the body leaves out returns to its default.', true],
  ['Fields that are not sent are cleared.', true],
  ['Omitted properties are set to null.', true],
  ['A full replacement of the shop.', true],
  ['Updates a shop. Fields that are not sent keep their values.', false],
  ['Updates a shop; 404 if it is missing or was removed.', false],
  ['Fields that are omitted are not cleared.', false],
  ['Replaces the logo of a shop.', false],
])('%s', (text, isWhole) => {
  expect(replacesWhole(text)).toBe(isWhole);
});

it('reads that an update keeps what it leaves out', () => {
  expect(changesInPart('Properties that are not sent keep their values.')).toBe(true);
  expect(changesInPart('Updates a shop.')).toBe(false);
});

const values = ['low', 'normal', 'high'];
const item = { properties: new Map([['urgency', { values }]]) } as unknown as SourceSchema;

it.each([
  ['`urgency` begins with the most high ones; `due` begins with the earliest.', ['high', 'normal', 'low']],
  ['urgency: starts with low', values],
  ['`urgency` begins with normal ones.', undefined],
  ['`severity` begins with high ones.', undefined],
  ['The most important ones come first.', undefined],
])('%s', (text, expected) => {
  expect(statedRanks(text, item).ranks?.['urgency']).toEqual(expected);
});
