/** Records that exist because others with the same key do. */
import { expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';
import { callMock } from './described.ts';

const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const ok = (schema: object) => ({
  responses: { 200: { description: 'What there is.', ...content(schema) } },
});
const text = { type: 'string' };
const record = (properties: object) => ({ type: 'object', required: ['name'], properties });
const garden = record({ name: { ...text, example: 'north' } });
const soil = record({ name: text, acidity: { type: 'number' } });
const parameters = [{ name: 'gardenName', in: 'path', required: true, schema: text }];

const openapi = {
  openapi: '3.1.0',
  info: { title: 'Gardens', version: '1' },
  paths: {
    '/gardens': {
      get: ok({ type: 'array', items: garden }),
      post: { requestBody: content(garden), responses: { 201: { description: 'New.', ...content(garden) } } },
    },
    '/gardens/{gardenName}': { parameters, get: ok(garden) },
    '/soils/{gardenName}': { parameters, get: ok(soil) },
  },
};

test('each listed record has one at the path that only names its key', async () => {
  const mock = await createMock({ openapi });
  try {
    await callMock(mock, 'POST', '/gardens', { name: 'south' });
    const { body } = await callMock(mock, 'GET', '/gardens');
    const names = (body as readonly { readonly name: string }[]).map(({ name }) => name);
    expect(names).toContain('south');
    for (const name of names)
      expect(await callMock(mock, 'GET', `/soils/${name}`)).toMatchObject({ status: 200, body: { name } });
    expect((await callMock(mock, 'GET', '/soils/nowhere')).status).toBe(404);
  } finally {
    await mock.close();
  }
});
