/** Behaviour that no rule can express, as code: `backlot mock --openapi openapi.yaml --mock mock.ts`. */
import { defineMock } from 'backlot/mock';

/** The operations that have code. `backlot generate` writes `Handlers` for all of them, to use in its place. */
interface Operations {
  quote(request: { body: { grams: number } }): { status: 200; body: { cents: number } };
}

export default defineMock<Operations>({
  operations: {
    quote: ({ body }) => ({ status: 200, body: { cents: 300 + Math.ceil(body.grams / 100) * 20 } }),
  },
});
