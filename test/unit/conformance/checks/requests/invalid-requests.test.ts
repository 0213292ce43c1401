/** Requests that match the schemas and are still invalid, as `x-test` of any description lists them. */
import { describe, expect, it } from 'vitest';
import { operationsOf } from '../../../../../contract/operations.ts';
import { defaultConfig } from '../../../../../conformance/config/config.ts';
import { createRequestBuilder } from '../../../../../conformance/requests/base-request.ts';
import { invalidRequests } from '../../../../../conformance/requests/invalid-requests.ts';
import { propertiesOf } from '../../../../../conformance/requests/request-form.ts';
import { generalRequests } from '../../../../../conformance/requests/request-traits.ts';
import { describeContract } from '../../../../../generator/load/describe-contract.ts';
import type { JsonObject, JsonValue } from '../../../../../generator/json/documents.ts';
import { contractOf, json, openapi } from '../../../generator/support/documents.ts';

const body = { url: 'https://example.org/a', note: 'a', token: 'b' };

/** Creates the invalid requests of an operation that changes an order. Shape: `order_1` is the configured one. */
function requestsOf(invalid: readonly JsonObject[], other: string | null = 'order_2') {
  const properties = { url: { type: 'string' }, note: { type: 'string' }, token: { type: 'string' } };
  const { contract: model } = contractOf(
    openapi({
      '/orders/{order}': {
        put: {
          operationId: 'changeOrder',
          'x-test': { invalid: invalid as readonly JsonValue[] },
          parameters: [
            { name: 'order', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'version', in: 'query', schema: { type: 'integer' } },
          ],
          requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
          responses: { '200': json({ type: 'object' }), '400': json({ type: 'object' }) },
        },
      },
    }),
  );
  const contract = describeContract(model, () => undefined);
  const [operation] = operationsOf(contract).all;
  if (operation === undefined) throw new Error('The operation is missing.');
  const { baseOf } = createRequestBuilder(contract, generalRequests, new Map());
  const parameters = { changeOrder: { order: 'order_1' } };
  const environment = {
    ...defaultConfig.environment,
    baseUrl: '',
    parameters,
    bodies: { changeOrder: body },
  };
  const subject = baseOf(operation, environment);
  return invalidRequests(subject, { otherRecord: () => other, baseOf: () => null });
}

describe('an invalid request', () => {
  it('differs from the valid request only by its change', () => {
    const change = { body: { note: null, url: '' }, query: { version: 0 } };
    const [made] = requestsOf([{ title: 'An empty URL', change, status: [409], also: ['4XX'] }]);
    if (typeof made !== 'object') throw new Error(made);
    expect(propertiesOf(made.form)).toEqual({ url: '', token: 'b' });
    expect(made.form.query).toEqual({ version: '0' });
    expect(made.expectation).toMatchObject({
      ...{ description: 'An empty URL', statuses: [409], tolerated: ['4XX'], severity: 'fail' },
    });
  });

  it('is sent once for each generated value, which is in its title', () => {
    const change = { body: { url: { generate: 'internalAddress', path: '/a' } } };
    const cases = requestsOf([{ title: 'A file at {value}', change }]);
    if (typeof cases === 'string') throw new Error(cases);
    expect(cases.length).toBeGreaterThan(10);
    expect(cases[0]?.expectation).toMatchObject({
      ...{ description: 'A file at the loopback address', statuses: [400] },
    });
    expect(propertiesOf(cases[0]!.form)['url']).toBe('http://127.0.0.1/a');
  });

  it('has an unsigned token', () => {
    const change = { body: { token: { generate: 'unsignedToken', claims: { sub: 'nobody' } } } };
    const [made] = requestsOf([{ title: 'An unsigned token', change }]);
    if (typeof made !== 'object') throw new Error(made);
    const [, payload = ''] = String(propertiesOf(made.form)['token']).split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ sub: 'nobody' });
  });

  it('refers to another record, and follows the same request if required', () => {
    const change = { path: { order: { generate: 'otherRecord' } } };
    const invalid = [{ title: 'Another order', change, before: ['changeOrder'] }];
    const [made] = requestsOf(invalid);
    if (typeof made !== 'object') throw new Error(made);
    expect(made.form.path).toEqual({ order: 'order_2' });
    expect(made.before).toEqual([made.form]);
    expect(requestsOf(invalid, 'order_1')).toMatch(/^No other record is known/);
    expect(requestsOf(invalid, null)).toMatch(/^No other record is known/);
  });
});
