import { expect, it } from 'vitest';
import type { SchemaCheck } from '../../../../templates/runtime/schema-check.ts';
import { createReceiver } from '../../../../templates/runtime/server/webhooks.ts';
import { checkThat } from '../support.ts';

interface Bodies {
  readonly paid: { readonly amount: number };
  readonly 'not/handled': string;
}

const isPaid = (value: unknown): boolean => typeof value === 'object' && value !== null && 'amount' in value;
const paid: SchemaCheck = checkThat(isPaid);
const receive = createReceiver<Bodies>({ paid, 'not/handled': checkThat(() => true) });
const handlers = { paid: ({ amount }: Bodies['paid']) => amount + 1 };

it.each<[name: string, text: string, kind: string]>([
  ['paid', '{"amount":1}', 'handled'],
  ['paid', '{"amount":', 'invalid'],
  ['paid', '{"amount":1,"__proto__":{}}', 'invalid'],
  ['paid', '[]', 'invalid'],
  ['not/handled', '"x"', 'unhandled'],
  ['toString', '{}', 'unknown'],
])('the body of webhook %s, %s, is %s', async (name, text, kind) => {
  const received = await receive(name, text, handlers);
  expect(received.kind).toBe(kind);
  if (received.kind === 'handled') expect(received.result).toBe(2);
  if (received.kind === 'invalid') expect(received.problems.length).toBeGreaterThan(0);
});
