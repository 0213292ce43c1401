import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMock, type Engine } from '../../mock/index.ts';

let mock: Engine;

beforeAll(async () => {
  mock = await createMock({ openapi: join(import.meta.dirname, 'descriptions/receipts.yaml') });
});

afterAll(() => mock.close());

function call(path: string, init: RequestInit = {}): Promise<Response> {
  return mock.fetch(mock.baseUrl + path, init);
}

async function firstReceipt(): Promise<string> {
  const [first] = (await (await call('/receipts')).json()) as { readonly id: string }[];
  return first?.id ?? '';
}

test.each([{}, { prefer: 'code=200' }])(
  'a download is a small file of its media type: %o',
  async (headers) => {
    const response = await call(`/receipts/${await firstReceipt()}/pdf`, { headers });
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(await response.text()).toMatch(/^%PDF-1\.4\n[\s\S]*%%EOF\n$/);
  },
);

test('a download has the name of a file where its header is declared', async () => {
  const response = await call(`/receipts/${await firstReceipt()}/pdf`);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="file.pdf"');
});

test('a download of a range of media types is a file in it', async () => {
  const response = await call('/logo');
  expect(response.headers.get('content-type')).toBe('image/png');
  expect(await response.text()).toMatch(/^.PNG/);
});

test('the example of a download is its text', async () => {
  const response = await call('/terms');
  expect(response.headers.get('content-type')).toBe('application/octet-stream');
  expect(await response.text()).toBe('Keep this.');
});
