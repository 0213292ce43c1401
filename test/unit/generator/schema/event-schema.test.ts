/** Events that only an extension of the media type describes, or that only a text names. */
import { expect, it } from 'vitest';
import { extensionSchemaOf, namedEventOf } from '../../../../generator/schema/event-schema.ts';
import type { JsonObject } from '../../../../generator/json/documents.ts';

const schema = { $ref: '#/components/schemas/FeedEvent' };

it.each<[JsonObject, JsonObject | undefined]>([
  [{ schema: { type: 'string' }, 'x-event-data': schema }, schema],
  [{ 'x-sse-event-schema': schema }, schema],
  [{ 'x-message': { type: 'object' } }, { type: 'object' }],
  [{ 'x-event-data': 'FeedEvent' }, undefined],
  [{ 'x-event-data': { note: 'None.' } }, undefined],
  [{ 'x-event-names': schema }, undefined],
])('reads the schema of events of %j', (body, expected) => {
  expect(extensionSchemaOf(body)).toEqual(expected);
});

it.each([
  ['Each event has an `id` and one JSON document as data, see *FeedEvent*.', 'FeedEvent'],
  ['The data of an event is a FeedEvent. It has an id.', 'FeedEvent'],
  ['The data is a FeedEvent or a ChatMessage.', null],
  ['The field `task` of the data is as in FeedEvent.', null],
  ['See FeedEvent.', null],
  ['The data of a Task.', null],
])('reads the component that "%s" names', (text, expected) => {
  expect(namedEventOf(text, { FeedEvent: {}, ChatMessage: {}, Task: {} })).toBe(expected);
});
