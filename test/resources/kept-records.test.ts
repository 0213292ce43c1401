/** No record of a client or of a user's file is lost: not to another record, and not to a description that has changed. */
import { afterEach, expect, test } from 'vitest';
import { createDescribedMock, type DescribedMock } from '../../mock/described-mock.ts';
import type { DescribedMockOptions } from '../../mock/described-options.ts';
import { keepersApi } from './keepers.ts';

const open: DescribedMock[] = [];

afterEach(async () => {
  for (const { engine } of open.splice(0)) await engine.close();
});

async function start(options: Partial<DescribedMockOptions> = {}): Promise<DescribedMock> {
  const mock = await createDescribedMock({ openapi: keepersApi(), ...options });
  open.push(mock);
  return mock;
}

async function call(
  { engine }: DescribedMock,
  method: string,
  path: string,
  sent?: object,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await engine.fetch(engine.baseUrl + path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

test('a record that the user gave does not give way to a new one with the same unique value or key', async () => {
  const ada = { id: 'k1', name: 'Ada', email: 'ada@example.org' };
  const mock = await start({
    mock: { unique: { keepers: ['email'] } },
    records: { keepers: [ada] },
  });
  expect((await call(mock, 'GET', '/keepers')).body).toMatchObject([ada]);
  expect((await call(mock, 'POST', '/keepers', { name: 'Other', email: ada.email })).status).toBe(409);
  expect(await call(mock, 'GET', '/keepers/k1')).toMatchObject({ status: 200, body: ada });
});
