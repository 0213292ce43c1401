/** Updates that require the current ETag of a record. */
import { expect, it } from 'vitest';
import { defineService, namesOf, type Faults } from './support/defined-service.ts';
import { text } from './support/service-definition.ts';

const notes = await defineService({
  title: 'Notes',
  invalid: 422,
  resources: [
    {
      name: 'Note',
      path: '/notes',
      key: 'noteId',
      fields: { text: { ...text, minLength: 1, maxLength: 20 }, isPinned: { type: 'boolean' } },
      shown: { text },
      initial: { text: 'x', isPinned: false },
      create: {},
      isTagged: true,
      get: {},
      update: {
        headers: { 'If-Match': { required: true, schema: text } },
        errors: [412, 428],
      },
    },
  ],
});

const careless: Faults = {
  updateNote: { accepts: ({ body }) => String(body['text']).length > 20 },
};

it.each<[string, Faults, readonly string[]]>([
  ['a service that conforms', {}, []],
  ['an update that accepts any length', careless, ['fail N01 updateNote']],
])('%s', async (_name, faults, expected) => {
  const report = await notes.check(faults);
  expect(namesOf(report)).toEqual(expected);
  expect(report.outcomes).toContainEqual(
    expect.objectContaining({ check: 'P01', subject: 'updateNote', verdict: 'pass' }),
  );
});
