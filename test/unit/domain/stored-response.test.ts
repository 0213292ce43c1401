import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../../mock/kernel/json.ts';
import { respondOnce, storedReplies, type KeyedRequest } from '../../../mock/records/stored-response.ts';
import { ok, err } from '../../../mock/kernel/transaction/result.ts';
import { days, milliseconds } from '../../../mock/kernel/time/time.ts';
import { openTestWorld } from '../../support/domain-world.ts';

const request: KeyedRequest = { organizationId: 'org', operation: 'do', path: 'it', key: 'k', body: {} };

async function openCounter() {
  const world = await openTestWorld();
  let answers = 0;
  const respond = (change: Partial<KeyedRequest> = {}) =>
    world.dispatch((tx) =>
      respondOnce(tx, { ...request, ...change }, () => ok({ b: tx.nextNumber('answers'), a: ++answers })),
    );
  const count = () => world.query((view) => view.count(storedReplies));
  return { world, respond, count };
}

describe('a stored response', () => {
  // @fact F-4.5-048 F-8-011
  it('is returned again for seven days and then deleted', async () => {
    const { world, respond, count } = await openCounter();
    const first = await respond();
    await world.advance(milliseconds(days(7) - 1));
    expect(JSON.stringify(await respond())).toBe(JSON.stringify(first));
    expect(count()).toBe(1);
    await world.advance(milliseconds(1));
    expect(count()).toBe(0);
    expect(await respond()).toEqual(ok({ b: 1, a: 2 }));
  });

  it.each([
    ['organization', { organizationId: 'org_2' }],
    ['operation', { operation: 'undo' }],
    ['path', { path: 'that' }],
    ['key', { key: 'k2' }],
  ])('belongs to its %s', async (_, change) => {
    const { respond, count } = await openCounter();
    await respond();
    expect(await respond(change)).toEqual(ok({ b: 1, a: 2 }));
    expect(count()).toBe(2);
  });

  it('does not confuse different splits of the same parts', async () => {
    const { respond } = await openCounter();
    await respond({ path: 'a","b', key: 'c' });
    expect(await respond({ path: 'a', key: 'b","c' })).toEqual(ok({ b: 1, a: 2 }));
  });

  it.each([[null], ['']])('is not stored without a key (%o)', async (key) => {
    const { respond, count } = await openCounter();
    await respond({ key });
    expect(await respond({ key })).toEqual(ok({ b: 1, a: 2 }));
    expect(count()).toBe(0);
  });

  // @fact F-4.5-049
  it('is rejected for another body; a missing body is an empty object', async () => {
    const { respond } = await openCounter();
    const first = await respond({ body: undefined });
    expect(await respond({ body: {} })).toEqual(first);
    expect(await respond({ body: { x: 1 } })).toEqual(err({ code: 'KEY_REUSED' }));
  });

  it('is not kept for an error', async () => {
    const { world, respond, count } = await openCounter();
    await world.dispatch((tx) => respondOnce(tx, request, () => err({ code: 'NO' })));
    expect(count()).toBe(0);
    expect(await respond()).toEqual(ok({ b: 0, a: 1 }));
  });
});

describe('the canonical text of a document', () => {
  it('does not depend on the order of properties, at any depth', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (document) => {
        expect(canonicalJson(reversed(document))).toBe(canonicalJson(document));
        expect(JSON.parse(canonicalJson(document))).toEqual(JSON.parse(JSON.stringify(document)));
      }),
    );
  });

  it('distinguishes different documents', () => {
    const texts = [{}, [], '', 0, null, false, { a: 1 }, { a: '1' }, [1, 2], [2, 1], [[1], 2]].map(
      canonicalJson,
    );
    expect(new Set(texts).size).toBe(texts.length);
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}
