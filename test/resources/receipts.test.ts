import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';

const mock = await createMock({ openapi: join(import.meta.dirname, 'descriptions/receipts.yaml') });

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

test('only records that are listed have a download', async () => {
  expect((await call('/receipts/none/pdf')).status).toBe(404);
});

test('records that no client creates are those of the list, and no others', async () => {
  expect(await (await call('/receipts')).json()).toHaveLength(4);
  expect((await call('/receipts/text')).status).toBe(404);
});

test('what is uploaded to a path is downloaded from it until it is deleted', async () => {
  const headers = { 'content-type': 'application/json' };
  const created = await call('/shops', { method: 'POST', headers, body: '{}' });
  const { id } = (await created.json()) as { readonly id: string };
  const put = (key: string): Promise<Response> =>
    call(`/windows/${key}/photo`, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array([1, 2, 3]),
    });
  expect((await put('none')).status).toBe(404);
  expect((await put(id)).status).toBe(204);
  const photo = await call(`/windows/${id}/photo`);
  expect([...new Uint8Array(await photo.arrayBuffer())]).toEqual([1, 2, 3]);
  expect((await call(`/windows/${id}/photo`, { method: 'DELETE' })).status).toBe(204);
  const sample = await call(`/windows/${id}/photo`);
  expect(new Uint8Array(await sample.arrayBuffer())[0]).toBe(0xff);
});
