import { describe, expect, test } from 'vitest';
import { faultOfBasePath, readBasePaths } from '../../../../conformance/proxy/upstream.ts';

test.each([
  [[], '/v1/agents?a=1', '/v1/agents?a=1'],
  [['/'], '/v1', '/v1'],
  [['/api'], '/api/v1?a=1', '/v1?a=1'],
  [['/api/'], '/api/v1', '/v1'],
  [['/api'], '/api', '/'],
  [['/api'], '/api?a=1', '/?a=1'],
  [['/api'], '/apis/v1', null],
  [['/api'], '/v1', null],
  [['/w/{world}'], '/w/main/v1/agents', '/v1/agents'],
  [['/w/{world}'], '/w//v1', null],
  [['/w/{world}'], '/w', null],
  [['/', '/w/{world}'], '/w/main/v1', '/v1'],
  [['/', '/w/{world}'], '/v1', '/v1'],
])('the base path is stripped %j from %s', (bases, path, expected) => {
  expect(readBasePaths(bases).strip(path)).toBe(expected);
});

describe('a base path', () => {
  test.each(['/', '/api', '/w/{world}', '/api/v2/'])('can be %s', (path) => {
    expect(faultOfBasePath(path)).toBeNull();
  });

  test.each(['', 'api', '/api?x', '/a b', '/w/x{world}', '/w/{}', '/w/{a}{b}'])('can not be %j', (path) => {
    expect(faultOfBasePath(path)).toEqual(expect.any(String));
  });
});
