import { expect, test } from 'vitest';
import { describedMock } from './described.ts';

const { call, engine } = await describedMock('statuses.yaml', {}, [
  'The response of getOdd violates the contract',
  'Status 204 is not declared for getLatest',
  'Status 204 is not declared for getOld',
  'Status 204 is not declared for deleteNote',
]);

test('an error has what its form requires, and a message, but no records that only samples have', async () => {
  const { status, body } = await call('GET', '/charges/nope');
  expect(status).toBe(404);
  expect(body).toEqual({ error: { type: 'api_error', message: expect.stringContaining('nope') } });
});

test('a default response is a success where no other is declared', async () => {
  const response = await engine.fetch(`${engine.baseUrl}/report.pdf`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/pdf');
});

test('a file of a range of media types has one of them', async () => {
  const response = await engine.fetch(`${engine.baseUrl}/voices/sample`);
  expect(response.headers.get('content-type')).toBe('audio/wav');
});

test('an operation succeeds whose body has no sample that fits', async () => {
  expect(await call('POST', '/usages', [])).toMatchObject({ status: 400 });
  const { status } = await call('POST', '/usages', { page: 1 });
  expect(status).toBe(200);
});

test('a response whose schema no value fits is sent, and says so', async () => {
  const { status, headers } = await call('GET', '/odd');
  expect(status).toBe(200);
  expect(headers.get('backlot-outside-contract')).toBe('reply-violation');
  const [{ violations } = { violations: [] }] = await engine.world().requests({ order: 'newest', limit: 1 });
  expect(violations.map((violation) => violation.in)).toEqual(['response']);
});

test('an operation without a success sends its redirect, else the error that it declares', async () => {
  expect(await call('GET', '/latest')).toMatchObject({ status: 302 });
  expect(await call('GET', '/old')).toMatchObject({ status: 410 });
});

test('a request without a credential gets 403 where an operation declares that instead of 401', async () => {
  const { status, headers } = await engine.fetch(`${engine.baseUrl}/vault`);
  expect(status).toBe(403);
  expect(headers.get('backlot-outside-contract')).toBeNull();
  expect(await call('GET', '/vault')).toMatchObject({ status: 204 });
});

test('a change succeeds whose operation declares only errors, and says that this is not declared', async () => {
  const { body } = await call('POST', '/notes', { text: 'Read me.' });
  const address = `/notes/${(body as { readonly id: string }).id}`;
  const { status, headers } = await call('DELETE', address);
  expect(status).toBe(204);
  expect(headers.get('backlot-outside-contract')).toBe('reply-violation');
  expect(await call('GET', address)).toMatchObject({ status: 404 });
  expect(await call('DELETE', address)).toMatchObject({ status: 404 });
});

test('an error has all that says what it is, also beside a text that is named error', async () => {
  const { body } = await call('GET', '/fees/none');
  const text = 'There is no record none in fees';
  expect(body).toEqual({ error: text, message: text, status_code: 404 });
});
