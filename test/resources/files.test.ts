import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createMock } from '../../mock/index.ts';

const mock = await createMock({
  openapi: join(import.meta.dirname, 'descriptions/files.yaml'),
  clock: { mode: 'frozen', now: '2026-03-01T12:00:00Z' },
});

afterAll(() => mock.close());

interface FileRecord {
  readonly id: string;
}

function call(path: string, init: RequestInit = {}): Promise<Response> {
  return mock.fetch(mock.baseUrl + path, init);
}

function send(method: string, path: string, body: object, headers = {}): Promise<Response> {
  const sent = { 'content-type': 'application/json', ...headers };
  return call(path, { method, headers: sent, body: JSON.stringify(body) });
}

async function upload(text: string, name: string): Promise<FileRecord & Record<string, unknown>> {
  const form = new FormData();
  form.set('attributes', new Blob([JSON.stringify({ folder: 'inbox' })], { type: 'application/json' }));
  form.set('file', new File([text], name, { type: 'text/plain' }));
  const response = await call('/files', { method: 'POST', body: form });
  expect(response.status).toBe(201);
  return (await response.json()) as FileRecord & Record<string, unknown>;
}

test('an uploaded file is a record with its name and size, and its bytes come back', async () => {
  const file = await upload('Hello', 'hello.txt');
  expect(file).toMatchObject({ name: 'hello.txt', size: 5, mime_type: 'text/plain', folder: 'inbox' });
  expect(await (await call(`/files/${file.id}`)).json()).toEqual(file);
  const content = await call(`/files/${file.id}/content`);
  expect(content.headers.get('content-type')).toBe('application/octet-stream');
  expect(await content.text()).toBe('Hello');
});

test('new bytes of a file change its size', async () => {
  const { id } = await upload('Hello', 'hello.txt');
  const headers = { 'content-type': 'application/octet-stream' };
  const body = new Uint8Array([0, 255, 7]);
  expect((await call(`/files/${id}/content`, { method: 'PUT', headers, body })).status).toBe(204);
  expect(await (await call(`/files/${id}`)).json()).toMatchObject({ size: 3, name: 'hello.txt' });
  expect(new Uint8Array(await (await call(`/files/${id}/content`)).arrayBuffer())).toEqual(body);
  expect((await call('/files/none/content')).status).toBe(404);
});

test('a record that has not changed is not sent again, and one that has is not overwritten', async () => {
  const { id } = await upload('A', 'a.txt');
  const etag = (await call(`/files/${id}`)).headers.get('etag') ?? '';
  expect((await call(`/files/${id}`, { headers: { 'if-none-match': `W/${etag}, "x"` } })).status).toBe(304);
  expect((await send('PATCH', `/files/${id}`, { folder: 'b' })).status).toBe(428);
  const changed = await send('PATCH', `/files/${id}`, { folder: 'b' }, { 'if-match': etag });
  expect(changed.status).toBe(200);
  expect((await send('PATCH', `/files/${id}`, { folder: 'c' }, { 'if-match': etag })).status).toBe(412);
  expect((await call(`/files/${id}`, { headers: { 'if-none-match': etag } })).status).toBe(200);
});

test('accepted work runs and completes on the clock of the world', async () => {
  const accepted = await send('POST', '/exports', { format: 'csv' });
  expect(accepted.status).toBe(202);
  const { id } = (await accepted.json()) as FileRecord;
  const state = async (): Promise<unknown> => (await call(`/exports/${id}`)).json();
  expect(await state()).toMatchObject({ status: 'queued', format: 'csv' });
  await mock.world().clock.advance(500);
  expect(await state()).toMatchObject({ status: 'running' });
  await mock.world().clock.advance(500);
  expect(await state()).toMatchObject({
    status: 'completed',
    finished_at: expect.stringMatching(/^2026-03-01T12:00:01/) as unknown,
  });
});

test('the journal says what was inferred, and which query parameters were ignored', async () => {
  await call('/files?folder=inbox&pretty=true&colour=red');
  const [request] = await mock.world().requests({ operationId: 'listFiles', order: 'newest', limit: 1 });
  const { explanation } = await mock.world().control.getRequest({ path: { id: request?.id ?? '' } });
  const messages = explanation.map(({ message }) => message);
  expect(messages).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^listFiles is inferred as: list files \(0\.\d+: /),
      'The query parameter folder filters by /folder (equal).',
      expect.stringMatching(/^The query parameter pretty is ignored: /),
      'The query parameter colour is ignored: the description does not declare it.',
    ]),
  );
});

test('an upload to a path that nothing else creates creates the record', async () => {
  const { id } = await upload('A', 'a.txt');
  const body = new FormData();
  body.append('file', new Blob(['WEBVTT']), 'en.vtt');
  expect((await call(`/files/${id}/captions/en`, { method: 'POST', body })).status).toBe(200);
  expect(await (await call(`/files/${id}/captions/en`)).json()).toMatchObject({ language: 'en' });
  expect((await call(`/files/${id}/captions/fr`)).status).toBe(404);
});
