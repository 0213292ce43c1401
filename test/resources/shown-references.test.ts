/** Objects of other records, whose samples have no real id: they are records that exist. */
import { expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { callMock } from './described.ts';

const text = { type: 'string' };
const shown = (schema: object) => ({
  responses: { 200: { description: 'What there is.', content: { 'application/json': { schema } } } },
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const openapi = {
  openapi: '3.1.0',
  info: { title: 'Almanac', version: '1' },
  paths: {
    '/notes': { get: shown({ type: 'array', items: ref('Note') }) },
    '/writers/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: shown(ref('Writer')),
    },
  },
  components: {
    schemas: {
      Note: { type: 'object', required: ['id'], properties: { id: text, writer: ref('Writer') } },
      Writer: { type: 'object', required: ['id'], properties: { id: text, name: text } },
    },
  },
};

test('can be read where nothing lists them', async () => {
  const mock = await createMock({ openapi });
  try {
    const { body } = await callMock(mock, 'GET', '/notes');
    const notes = body as readonly { readonly writer: { readonly id: string } }[];
    for (const { writer } of notes)
      expect(await callMock(mock, 'GET', `/writers/${writer.id}`)).toMatchObject({
        status: 200,
        body: writer,
      });
    expect(notes).not.toEqual([]);
  } finally {
    await mock.close();
  }
});
