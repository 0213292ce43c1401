import { describe, expect, test } from 'vitest';
import { unauthenticated } from '../../../../templates/runtime/server/security.ts';
import { serve } from '../../../../templates/runtime/server/serve.ts';
import type { AnyServerOptions, ServiceDescription } from '../../../../templates/runtime/server/service.ts';
import { checkThat, operation, response } from '../support.ts';
import { requestTo } from './small-service.ts';

const securitySchemes: ServiceDescription['securitySchemes'] = [
  { name: 'token', kind: 'bearer' },
  { name: 'session', kind: 'bearer' },
  { name: 'password', kind: 'basic' },
  { name: 'key', kind: 'key', in: 'header', parameter: 'X-Key' },
];
const BASIC = 'Basic realm="service", charset="UTF-8"';

interface Setup {
  readonly schemes?: readonly string[];
  /** The pattern of the declared header; absent if no header is declared. */
  readonly pattern?: RegExp;
  readonly host?: string;
  readonly options?: Partial<AnyServerOptions>;
}

/** Calls an operation without a credential, and returns the challenge of the 401. */
async function challengeOf({ schemes = ['token'], pattern, host, options }: Setup): Promise<unknown> {
  const declared = pattern && {
    name: 'WWW-Authenticate',
    required: true,
    check: checkThat((value) => typeof value === 'string' && pattern.test(value)),
  };
  const things = operation({
    path: '/v1/things',
    security: schemes.map((name) => ({ schemes: [{ name, scopes: [] }] })),
    responses: [response({ status: 401, headers: declared === undefined ? [] : [declared] })],
  });
  const authenticate = Object.fromEntries(schemes.map((name) => [name, () => unauthenticated]));
  const respond = serve(
    { operations: [things], securitySchemes, streams: {}, handlerNames: {} },
    {},
    { context: () => null, authenticate, onError: () => undefined, ...options },
  );
  const { headers } = await respond(requestTo('GET', '/v1/things', host === undefined ? {} : { host }));
  return headers['www-authenticate'];
}

describe('the challenge of a 401', () => {
  const metadata = /resource_metadata="https?:/;
  const at = (host: string): string =>
    `Bearer resource_metadata="http://${host}/.well-known/oauth-protected-resource"`;

  test.each([
    [['token', 'session'], 'Bearer'],
    [['token', 'password'], `Bearer, ${BASIC}`],
    [['key'], 'Bearer'],
  ])('names the kinds of credentials: %j', async (schemes, challenge) => {
    expect(await challengeOf({ schemes })).toBe(challenge);
    expect(await challengeOf({ schemes, pattern: /^Bearer/ })).toBe(challenge);
  });

  test('is the one that the declared header allows', async () => {
    expect(await challengeOf({ schemes: ['token', 'password'], pattern: /^Basic/ })).toBe(BASIC);
  });

  test('refers to the metadata at the host of the request if the declared header requires it', async () => {
    expect(await challengeOf({ pattern: metadata, host: 'api.test:4011' })).toBe(at('api.test:4011'));
    expect(await challengeOf({ pattern: metadata, host: '[::1]:80' })).toBe(at('[::1]:80'));
    expect(await challengeOf({ schemes: ['password'], pattern: metadata, host: 'api.test' })).toBe(
      `${at('api.test')}, ${BASIC}`,
    );
  });

  test.each([undefined, 'a.test" x="', 'a.test/b'])('does not repeat the invalid host %j', async (host) => {
    expect(await challengeOf({ pattern: metadata, ...(host !== undefined && { host }) })).toBe(
      at('localhost'),
    );
  });

  test('refers to the metadata of the options', async () => {
    const options = { resourceMetadata: 'https://api.test/metadata' };
    const challenge = 'Bearer resource_metadata="https://api.test/metadata"';
    expect(await challengeOf({ options })).toBe(challenge);
    expect(await challengeOf({ options, pattern: metadata, host: 'other.test' })).toBe(challenge);
    expect(await challengeOf({ options, pattern: /^Bearer$/ })).toBe('Bearer');
  });

  test('names the kinds of credentials if the declared header allows no known form', async () => {
    expect(await challengeOf({ pattern: /^Negotiate/ })).toBe('Bearer');
  });
});
