import { expect, test } from 'vitest';
import type { Paging } from '../../contract/resources/graph.ts';
import { withPageAddresses } from '../../mock/resources/lists/page-addresses.ts';

const paging: Paging = {
  style: 'page',
  position: 'page',
  size: 'limit',
  next: { in: 'body', pointer: '/links/next' },
  hasMore: null,
  total: null,
  first: 1,
};
const shown = {
  data: [],
  links: {
    self: 'https://documented.test/x',
    prev: 'https://documented.test/x?page=1',
    about: 'https://docs.test',
  },
};
const address = (position: string | number): string => `http://mock/x?page=${position}`;

test('a list names its pages at the mock, and no page before the first', () => {
  const first = { start: 0, size: 2, total: 5 };
  expect(withPageAddresses(shown, first, paging, address, null)).toEqual({
    data: [],
    links: { self: 'http://mock/x?page=1', about: 'https://docs.test' },
  });
  const second = { start: 2, size: 2, total: 5 };
  expect(withPageAddresses(shown, second, paging, address, null)).toMatchObject({
    links: { self: 'http://mock/x?page=2', prev: 'http://mock/x?page=1' },
  });
});
