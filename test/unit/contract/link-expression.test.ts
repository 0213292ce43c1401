/** The runtime expressions of links. */
import { describe, expect, it } from 'vitest';
import { evaluateLink, readExpression } from '../../../contract/link-expression.ts';
import { valueAt } from '../../../templates/runtime/json/pointer.ts';
import { type JsonValue } from '../../../templates/runtime/operation-spec.ts';

describe('a runtime expression', () => {
  it.each([
    ['$url', { in: 'url' }],
    ['$statusCode', { in: 'statusCode' }],
    ['$request.path.order-id', { in: 'request.path', name: 'order-id' }],
    ['$request.header.X-Trace', { in: 'request.header', name: 'X-Trace' }],
    ['$response.header.Location', { in: 'response.header', name: 'Location' }],
    ['$response.body', { in: 'response.body', pointer: '' }],
    ['$request.body#/items/0/id', { in: 'request.body', pointer: '/items/0/id' }],
  ])('is read: %s', (text, expression) => {
    expect(readExpression(text)).toEqual(expression);
  });

  it.each([
    '$response.body.id',
    '$response.body#id',
    '$response.path.id',
    '$request.header.a b',
    '$urls',
    'id',
  ])('is not read: %s', (text) => {
    expect(readExpression(text)).toBeNull();
  });
});

describe('the value of a link', () => {
  const body = { id: 7, tags: ['a/b', null], 'a/b': { '~': true } };
  const evaluate = (value: Parameters<typeof evaluateLink>[0]) =>
    evaluateLink(value, (part) =>
      part.in === 'response.body' ? (valueAt(body, part.pointer) as JsonValue) : undefined,
    );

  it('is a constant, the value of an expression, or a text with values', () => {
    expect(evaluate(5)).toBe(5);
    expect(evaluate('$response.body#/id')).toBe(7);
    expect(evaluate('order {$response.body#/id} of {x}')).toBe('order 7 of {x}');
    expect(evaluate('$response.body#/a~1b/~0')).toBe(true);
  });

  it('may be inside of an object or a list', () => {
    expect(evaluate({ order: '$response.body#/id', tags: ['$response.body#/tags/1', 'new'] })).toEqual({
      order: 7,
      tags: [null, 'new'],
    });
  });

  it('is undefined if one expression has no value', () => {
    expect(evaluate('$response.body#/tags/2')).toBeUndefined();
    expect(evaluate({ a: 1, b: 'x{$response.body#/id/x}' })).toBeUndefined();
    expect(evaluate('$request.path.id')).toBeUndefined();
  });
});
