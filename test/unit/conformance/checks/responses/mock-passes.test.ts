import { expect, test } from 'vitest';
import { findMock } from '../../../../../conformance/driver/mock-driver.ts';
import { allOperations } from '../../../../../conformance/schema-location/operations.ts';
import type { Exchange } from '../../../../../conformance/engine/exchange.ts';
import { checkResponse } from '../../../../../conformance/checks/responses/check-response.ts';
import { createBudget } from '../../../../../conformance/http/budget.ts';
import { createSecrets } from '../../../../../conformance/http/secrets.ts';
import { createWire } from '../../../../../conformance/http/wire.ts';
import { createMock } from '../../../../../mock/index.ts';

test('the mock passes, whoever asks for whatever there is', async () => {
  const mock = await createMock({ fixture: 'default' });
  const fetch = (url: string, init: RequestInit): Promise<Response> => mock.fetch(new Request(url, init));
  const driver = await findMock({ baseUrl: 'http://mock.test', fetch, seed: 1, controlToken: null });
  const session = await driver?.setUp();
  if (session === undefined) throw new Error('The mock was not found.');
  const { baseUrl, credentials, parameters, bodies } = session.environment;
  const exchanges: Exchange[] = [];
  const wire = createWire({
    baseUrl,
    fetch,
    level: 'destructive',
    budget: createBudget({ requests: 1_000, perSecond: null, seconds: 60 }),
    caps: { firstByteMs: 5_000, idleMs: 5_000, totalMs: 10_000, events: 1_000, bytes: 1_000_000 },
    secrets: createSecrets(credentials),
    onExchange: (exchange) => exchanges.push(exchange),
  });

  for (const operation of allOperations.toSorted((one, other) => rank(one.method) - rank(other.method)))
    for (const profile of ['full', 'noScope', 'session', null])
      for (const body of operation.body === null ? [null] : ['{}', '{', bodies[operation.id]]) {
        const values = { ...parameters['any'], ...parameters[operation.id] };
        const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? 'nobody');
        const text =
          body === undefined || body === null || typeof body === 'string' ? body : JSON.stringify(body);
        const headers: [string, string][] = text == null ? [] : [['content-type', 'application/json']];
        const { id, method } = operation;
        await wire.send({ operation: id, method, path, headers, body: text ?? null, profile });
      }
  await session.tearDown();
  await mock.close();

  const found = await Promise.all(
    exchanges.map(async (exchange) => {
      const { request, response } = exchange;
      const line = `${request.method} ${request.path} ${request.profile} ${response?.status} ${request.body}`;
      return (await checkResponse(exchange)).flatMap(({ check, problems }) =>
        problems.map(({ message, severity }) => `${check} ${severity} ${message} <- ${line}`),
      );
    }),
  );
  const statuses = new Set(exchanges.map(({ response }) => response?.status));
  expect([200, 201, 202, 400, 401, 403, 404].filter((status) => !statuses.has(status))).toEqual([]);
  expect(found.flat().filter((each) => !/^C\d\d off/.test(each))).toEqual([]);
});

function rank(method: string): number {
  return ['GET', 'POST', 'PUT', 'DELETE'].indexOf(method);
}
