import type { Scenario } from '../domain/scenarios/scenario.ts';

/** Shared state, as a snapshot and as JSON Patch. */
export const state: Scenario = {
  name: 'state',
  description: 'Shares its state with the client: one snapshot, then two changes.',
  steps: [
    { state: { snapshot: { cart: { items: [{ id: 'lamp', count: 1 }], total: 42.5 }, step: 'cart' } } },
    { say: 'I add the shade to your cart.' },
    {
      state: {
        patch: [
          { op: 'test', path: '/step', value: 'cart' },
          { op: 'add', path: '/cart/items/-', value: { id: 'shade', count: 1 } },
          { op: 'replace', path: '/cart/total', value: 54.4 },
        ],
      },
    },
    { say: 'And now to the address.' },
    {
      state: {
        patch: [
          { op: 'copy', from: '/cart/total', path: '/due' },
          { op: 'move', from: '/step', path: '/page' },
          { op: 'remove', path: '/cart/items/0' },
        ],
      },
    },
    { say: 'The total is 54.40 EUR.' },
  ],
};
