import type { Scenario } from '../domain/scenarios/scenario.ts';

/** Events whose meaning only this agent's clients know. */
export const custom: Scenario = {
  name: 'custom',
  description: 'Sends two custom events of the agent between its words.',
  steps: [
    { custom: { name: 'shop.cart_opened', value: { cartId: 'cart_9', items: 2 } } },
    { say: 'I have opened your cart.' },
    { custom: { name: 'shop.done' } },
  ],
};
