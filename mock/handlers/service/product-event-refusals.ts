/**
 * How each refusal of a poll for product events looks on the wire.
 */
import type { ProductEventsError } from '../../domain/product-events/errors.ts';
import { createRefusals } from '../../http/error-responses.ts';
import type { ErrorTable } from '../../http/error-responses.ts';

const table = {
  WORKSPACE_REQUIRED: { status: 403, error: 'An organization workspace is required' },
  EVENT_SCOPE_FORBIDDEN: { status: 403, error: 'Insufficient permissions', code: 'EVENT_SCOPE_FORBIDDEN' },
  EVENT_NOT_FOUND: {
    status: 400,
    error: ({ name }) => `There is no event named ${name.slice(0, 200)}`,
    code: 'EVENT_NOT_FOUND',
  },
  EVENT_ARGUMENTS_INVALID: {
    status: 400,
    error: 'Validation failed',
    code: 'INVALID_EVENT_ARGUMENTS',
    details: ({ problems }) => problems,
  },
} as const satisfies ErrorTable<ProductEventsError>;

/** Ends a handler with the response for a refused poll. */
export const eventRefusal = createRefusals<ProductEventsError, typeof table>(table);
