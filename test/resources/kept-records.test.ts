/** No record of a client or of a user's file is lost: not to another record, and not to a description that has changed. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createDescribedMock, type DescribedMock } from '../../mock/described-mock.ts';
import type { DescribedMockOptions } from '../../mock/described-options.ts';
import { createMock } from '../../mock/index.ts';
import { sqliteLog } from '../../mock/logs/sqlite/sqlite-log.ts';
import { useFolder } from '../support/folder.ts';
import { fieldsAtFirst, keepersApi } from './keepers.ts';
import { callMock } from './described.ts';

const folder = useFolder();

const open: DescribedMock[] = [];

afterEach(async () => {
  for (const { engine } of open.splice(0)) await engine.close();
});

async function start(options: Partial<DescribedMockOptions> = {}): Promise<DescribedMock> {
  const mock = await createDescribedMock({ openapi: keepersApi(), ...options });
  open.push(mock);
  return mock;
}

const call = ({ engine }: DescribedMock, method: string, path: string, sent?: object) =>
  callMock(engine, method, path, sent);

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

const phone = { ...fieldsAtFirst, phone: { type: 'string' } };

async function keepers(mock: DescribedMock): Promise<readonly Record<string, unknown>[]> {
  return (await call(mock, 'GET', '/keepers')).body as readonly Record<string, unknown>[];
}

test('an edited description completes all records, and they are as before after the edit is undone', async () => {
  const file = join(folder, 'zoo.json');
  const write = (description: object): void => writeFileSync(file, JSON.stringify(description));
  write(keepersApi());
  const mock = await start({ openapi: file });
  await call(mock, 'POST', '/keepers', { name: 'Cy', email: 'cy@example.org' });
  const before = await keepers(mock);
  expect(before).toHaveLength(5);
  const { id = '' } = before.find(({ name }) => name === 'Cy') ?? {};
  write(keepersApi({ fields: phone }));
  const { problems } = await mock.reload();
  expect(problems).toEqual([`World default: completed, to fit the description: keepers ${String(id)}`]);
  const completed = await keepers(mock);
  expect(completed.map(({ phone: own }) => typeof own)).toEqual(Array(5).fill('string'));
  expect(completed.map(({ id: own }) => own)).toEqual(before.map(({ id: own }) => own));
  write(keepersApi());
  await mock.reload();
  expect(await keepers(mock)).toEqual(before);
});

test('records of a resource that is gone are set aside, and come back with it', async () => {
  const file = join(folder, 'zoo.json');
  const write = (description: object): void => writeFileSync(file, JSON.stringify(description));
  write(keepersApi());
  const mock = await start({ openapi: file });
  await call(mock, 'POST', '/keepers', { name: 'Cy', email: 'cy@example.org' });
  const health = { get: { operationId: 'getHealth', responses: { 200: { description: 'Fine.' } } } };
  write(keepersApi({ paths: { '/health': health } }));
  expect((await mock.reload()).problems).toEqual([
    expect.stringMatching(/^World default: set aside until the description fits them: keepers /),
  ]);
  write(keepersApi());
  expect((await mock.reload()).problems).toEqual([
    expect.stringMatching(/^World default: back, because they fit the description again: keepers /),
  ]);
  expect((await keepers(mock)).map(({ name }) => name)).toContain('Cy');
  expect(await keepers(mock)).toHaveLength(5);
});

test('stored worlds of another API are refused, and left as they are', async () => {
  const log = sqliteLog({ file: join(folder, 'worlds.db') });
  const first = await createDescribedMock({ openapi: keepersApi(), log });
  await call(first, 'POST', '/keepers', { name: 'Cy', email: 'cy@example.org' });
  await first.engine.close();
  const health = { get: { operationId: 'getHealth', responses: { 200: { description: 'Fine.' } } } };
  const other = keepersApi({ title: 'Harbor', paths: { '/health': health } });
  await expect(createDescribedMock({ openapi: other, log })).rejects.toThrow(
    'its worlds are of another API (Zoo), not of Harbor',
  );
  const again = await start({ openapi: keepersApi({ title: 'City zoo', fields: phone }), log });
  expect((await keepers(again)).map(({ name }) => name)).toContain('Cy');
});

test('stored worlds of the Agent Platform are refused', async () => {
  const log = sqliteLog({ file: join(folder, 'platform.db') });
  await (await createMock({ log })).close();
  await expect(createDescribedMock({ openapi: keepersApi(), log })).rejects.toThrow(
    'a world has the records of another API (agent-platform)',
  );
});

test('a half-saved file of resources changes nothing, also no records', async () => {
  const file = join(folder, 'zoo.resources.yaml');
  writeFileSync(file, 'records:\n  keepers:\n    - { id: k1, name: Ada, email: ada@example.org }\n');
  const mock = await start({ resources: file });
  const before = await keepers(mock);
  writeFileSync(file, 'records:\n  keepers: [\n');
  await expect(mock.reload()).rejects.toThrow('neither YAML nor JSON');
  expect(await keepers(mock)).toEqual(before);
});

test('as many records as a file asks for are made', async () => {
  const mock = await start({ records: { keepers: 100 } });
  expect(await keepers(mock)).toHaveLength(100);
});

test('an action is limited to values of a boolean, and sets one', async () => {
  const file = join(folder, 'bills.resources.yaml');
  const bill = { type: 'object', properties: { id: { type: 'string' }, paid: { type: 'boolean' } } };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }];
  const responses = {
    200: { description: 'A bill.', content: { 'application/json': { schema: bill } } },
    409: { description: 'No.' },
  };
  const bills = {
    '/bills/{id}': { parameters, get: { operationId: 'getBill', responses } },
    '/bills/{id}/pay': { parameters, post: { operationId: 'payBill', responses } },
    '/bills/{id}/void': { parameters, post: { operationId: 'voidBill', responses } },
  };
  const records = 'records: { bills: [{ id: b1, paid: false }] }\n';
  const paying = async (text: string, path: string): Promise<void> => {
    writeFileSync(file, records + text);
    const mock = await start({ openapi: keepersApi({ paths: bills }), resources: file });
    expect(mock.loaded.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect((await call(mock, 'POST', path)).body).toEqual({ id: 'b1', paid: true });
    expect((await call(mock, 'POST', path)).status).toBe(409);
  };
  await paying('machines: { bills.paid: { false: { pay: true } } }\n', '/bills/b1/pay');
  await paying(
    'operations: { voidBill: { role: action, set: { paid: true }, from: [false] } }\n',
    '/bills/b1/void',
  );
});
