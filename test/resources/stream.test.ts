import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';

const openapi = join(import.meta.dirname, 'descriptions/answers.yaml');

test('an operation with two forms of response streams when its body asks for it', async () => {
  const mock = await createMock({ openapi });
  const post = (body: object): Promise<Response> =>
    mock.fetch(`${mock.baseUrl}/answers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const plain = await post({ question: 'Why?' });
  expect(await plain.json()).toMatchObject({ question: 'Why?' });
  const streamed = await post({ question: 'Why?', stream: true });
  expect(streamed.headers.get('content-type')).toContain('text/event-stream');
  const types = Array.from((await streamed.text()).matchAll(/"type":"([^"]+)"/g), ([, type]) => type);
  expect(types).toEqual(['answer.created', 'answer.text.delta', 'answer.completed']);
  await mock.close();
});
