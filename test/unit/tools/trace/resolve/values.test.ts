import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../../tools/trace/contract/document.ts';
import type { FactKind } from '../../../../../tools/trace/contract/read-facts.ts';
import { contractOf, outcome, resolveLast, schemasOf } from '../small-contract.ts';

function enumRows(
  subject: string,
  values: readonly string[],
): readonly (readonly [FactKind, string, string])[] {
  return values.map((value) => ['enum', subject, `value=${value}`] as const);
}

describe('an enum fact', () => {
  const resolve = (property: Json, subject: string, values: readonly string[]): string =>
    outcome(
      resolveLast(
        contractOf(schemasOf({ Thing: { type: 'object', properties: { a: property } }, Words: property })),
        enumRows(subject, values),
      ),
    );

  it.each<readonly [string, Json, string, readonly string[], string]>([
    ['the same members', { enum: ['x', 'y'] }, 'Thing.a', ['x', 'y'], 'holds'],
    ['a component', { enum: ['x', 'y'] }, 'shared:Words', ['x', 'y'], 'holds'],
    ['items', { type: 'array', items: { enum: ['x'] } }, 'Thing.a[]', ['x'], 'holds'],
    ['booleans as text', { type: 'boolean', const: false }, 'Thing.a', ['false'], 'holds'],
    ['tags of a union', { oneOf: [{ const: 'x' }, { const: 'y' }] }, 'Thing.a', ['x', 'y'], 'holds'],
    ['a different order', { enum: ['y', 'x'] }, 'Thing.a', ['x', 'y'], 'has the values y, x instead of x, y'],
    [
      'an additional member',
      { enum: ['x', 'y', 'z'] },
      'Thing.a',
      ['x', 'y'],
      'has the values x, y, z instead of x, y',
    ],
    ['a missing member', { enum: ['x'] }, 'Thing.a', ['x', 'y'], 'has the values x instead of x, y'],
    ['an open value', { type: 'string' }, 'Thing.a', ['x'], 'is not a closed enum'],
    ['a missing property', { enum: ['x'] }, 'Thing.b', ['x'], 'Thing.b is not in the contract'],
  ])('on %s', (_name, property, subject, values, want) => {
    expect(resolve(property, subject, values)).toBe(want);
  });

  it('reads a tag from the variants of a union', () => {
    const form = (mode: string): Json => ({
      type: 'object',
      required: ['mode'],
      properties: { mode: { const: mode } },
    });
    const contract = contractOf(schemasOf({ Sleep: { oneOf: [form('never'), form('idle')] } }));
    expect(outcome(resolveLast(contract, enumRows('Sleep.mode', ['never', 'idle'])))).toBe('holds');
    expect(outcome(resolveLast(contract, enumRows('Sleep.mode', ['idle', 'never'])))).toContain('instead of');
  });
});

describe('an event fact', () => {
  const event = (type: string): Json => ({ type: 'object', properties: { type: { const: type } } });
  const openapi = schemasOf({
    ExecutionStreamEvent: {
      oneOf: [{ $ref: '#/components/schemas/ping' }, { $ref: '#/components/schemas/error' }],
    },
    ping: event('ping'),
    error: event('error'),
    ProductEventName: { enum: ['svc.task.completed', 'svc.task.failed'] },
  });
  const contract = contractOf(openapi, {
    components: { messages: { ping: { name: 'ping' }, done: { name: 'svc.task.completed' } } },
  });

  it.each([
    ['event:ping', 'holds'],
    ['event:error', 'no message of the AsyncAPI document is named error'],
    ['event:pong', 'pong is not a variant of ExecutionStreamEvent'],
    ['product-event:svc.task.completed', 'holds'],
    ['product-event:svc.task.failed', 'no message of the AsyncAPI document is named svc.task.failed'],
    ['product-event:svc.task.lost', 'svc.task.lost is not in the enum'],
  ])('%s: %s', (subject, want) => {
    expect(outcome(resolveLast(contract, [['event', subject, 'it is there']]))).toBe(want);
  });
});

describe('a scope fact', () => {
  const contract = contractOf({
    'x-scope-catalog': {
      scopes: [{ name: 'AGENTS:*', grants: 'All agents.' }, { name: 'EVALS:*' }],
      preclaim: { includes: ['AGENTS:READ'], excludes: ['webhooks'] },
    },
  });

  it.each([
    ['AGENTS:*', 'holds'],
    ['EVALS:*', 'EVALS:* has no description of what it grants'],
    ['FLOWS:*', 'FLOWS:* is not in the catalogue'],
    ['preclaim:AGENTS:READ', 'holds'],
    ['preclaim:AGENTS:*', 'AGENTS:* is not in the list'],
    ['preclaim-excludes:webhooks', 'holds'],
    ['preclaim-excludes:schedules', 'schedules is not in the list'],
  ])('%s: %s', (subject, want) => {
    expect(outcome(resolveLast(contract, [['scope', subject, 'grants something']]))).toBe(want);
  });
});

describe('a fact in prose', () => {
  const contract = contractOf({
    info: { description: 'It is said here.', 'x-source': ['F-1-001'], 'x-not-shown': ['F-1-002'] },
  });
  const row = (kind: FactKind, subject: string): readonly [FactKind, string, string] => [
    kind,
    subject,
    'so it is',
  ];

  it('is resolved by x-source or x-not-shown', () => {
    expect(outcome(resolveLast(contract, [row('rule', 'service:style')]))).toBe('holds');
    expect(outcome(resolveLast(contract, [row('rule', 'a'), row('rule', 'not-shown:flows')]))).toBe('holds');
  });

  it('fails without a mark, and names the mark to add', () => {
    const before = [row('rule', 'a'), row('rule', 'b')];
    expect(outcome(resolveLast(contract, [...before, row('limit', 'otp#ttl')]))).toContain(
      'no x-source names F-1-003',
    );
    expect(outcome(resolveLast(contract, [...before, row('rule', 'not-shown:apps')]))).toContain(
      'no x-not-shown names',
    );
  });

  it('fails for an unknown form', () => {
    expect(outcome(resolveLast(contract, [['endpoint', 'somewhere', 'exists']]))).toBe(
      'no resolver knows the subject form somewhere',
    );
  });
});
