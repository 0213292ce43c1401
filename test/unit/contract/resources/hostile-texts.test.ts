/** Texts of an unknown description are read in time that is linear in their length. */
import { expect, it } from 'vitest';
import { infer } from './describe-api.ts';

const LENGTH = 400_000;

/** Infers a resource with a name that is described, and an operation that creates it. */
async function uniqueOf(summary: string, description: string): Promise<readonly string[]> {
  const order = { 'id!': 'text', name: { schema: { type: 'string', description } } };
  const { graph } = await infer({
    'POST /orders': { in: order, out: order, status: 201, summary },
    'GET /orders/{orderId}': { out: order },
  });
  return graph.resources.flatMap(({ unique }) => unique);
}

it.each<[string, string, string, readonly string[]]>([
  ['says so', 'Creates an order.', 'Must be unique.', ['name']],
  ['says so in the operation', 'Creates an order. Its `name` must be unique.', '', ['name']],
  ['denies it', 'Creates an order.', 'Need not be unique.', []],
  ['is one endless word', 'a'.repeat(LENGTH), '', []],
  ['denies it endlessly', '', `unique ${'not '.repeat(LENGTH / 4)}`, ['name']],
])('a text that %s', async (_name, summary, description, expected) => {
  const unique = await uniqueOf(summary, description);
  expect(unique).toEqual(expected);
});
