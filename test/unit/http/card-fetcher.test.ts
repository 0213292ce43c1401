import { describe, expect, it } from 'vitest';
import { createCardFetcher } from '../../../mock/agent-platform/cards/card-fetcher.ts';
import { createOwnFetch, followRedirects, type OutboundResponse } from '../../../mock/http/outbound.ts';
import { ok } from '../../../mock/kernel/transaction/result.ts';

const cardResponse = (text: string, status = 200, location: string | null = null): OutboundResponse => ({
  status,
  location,
  text,
});

/** Fetches a card from a URL that returns a text. */
const read = (text: string) =>
  createCardFetcher(createOwnFetch()).fetchCard('http://a.test/', {
    signal: new AbortController().signal,
    own: () => cardResponse(text),
  });

describe('following a card URL', () => {
  it.each([
    ['{"a":1}', { a: 1 }],
    [' {"a":{"b":[]}}\n', { a: { b: [] } }],
    ['{"__proto__":{"admin":true}}', JSON.parse('{"__proto__":{"admin":true}}') as object],
  ])('returns %s as a card', async (text, card) => {
    expect(await read(text)).toEqual(ok(card));
  });

  it.each([
    '',
    'null',
    '[]',
    '1',
    '"text"',
    '{',
    '{"a":1}}',
    '\u0000',
    `{"a":${'['.repeat(64)}${']'.repeat(64)}}`,
  ])('rejects %j, which is not a card', async (text) => {
    expect(await read(text)).toMatchObject({
      error: { code: 'CARD_UNREADABLE' },
    });
  });

  it.each([
    ['/b', 'http://a.test/b'],
    ['b', 'http://a.test/deep/b'],
    ['//other.test/c', 'http://other.test/c'],
    ['https://other.test', 'https://other.test/'],
    ['?x=1', 'http://a.test/deep/card?x=1'],
  ])('resolves the Location %s to %s', async (location, next) => {
    const requested: string[] = [];
    await followRedirects('http://a.test/deep/card', ({ href }) => {
      requested.push(href);
      return Promise.resolve(
        ok(requested.length === 1 ? cardResponse('', 302, location) : cardResponse('{}')),
      );
    });
    expect(requested).toEqual(['http://a.test/deep/card', next]);
  });

  it.each([200, 204, 300, 304, 404])('does not follow a response with status %s', async (status) => {
    const requested: string[] = [];
    await followRedirects('http://a.test/', ({ href }) => {
      requested.push(href);
      return Promise.resolve(ok(cardResponse('{}', status, 'http://b.test/')));
    });
    expect(requested).toEqual(['http://a.test/']);
  });
});

it('a host without a network returns only its own cards', async () => {
  const fetcher = createCardFetcher(createOwnFetch());
  const { signal } = new AbortController();
  const own = (url: URL) => (url.host === 'mock.test' ? cardResponse('{"own":true}') : null);
  expect(await fetcher.fetchCard('http://mock.test/', { signal, own })).toEqual(ok({ own: true }));
  expect(await fetcher.fetchCard('http://other.test/', { signal, own })).toMatchObject({
    error: { code: 'CARD_FETCH_FAILED' },
  });
});
