/**
 * How the refusals of starting and continuing runs look on the wire.
 */
import type { RunStartError } from '../../domain/executions/errors.ts';
import type { DomainError } from '../../domain/errors.ts';
import { createRefusals } from '../../http/error-responses.ts';
import type { ErrorTable } from '../../http/error-responses.ts';
import { limitRow } from './limit-refusal.ts';
import { domainRows } from './refusals.ts';

const table = {
  ...domainRows,
  ...limitRow,
  NOTHING_TO_RUN: {
    status: 400,
    error: 'Validation failed',
    details: () => [
      {
        message: 'the body names neither an agent nor a flow',
        code: 'MISSING_REQUIRED_FIELD',
        path: 'agent',
        suggestion: 'Send agent.agentId, an inline agent, flow.id, or an inline flow.',
      },
    ],
  },
  SELECTOR_UNKNOWN: {
    status: 400,
    error: 'Validation failed',
    details: ({ selector }) => [
      {
        message: `${selector} names nothing that this agent has`,
        code: 'INVALID_VALUE',
        path: selector,
        suggestion: 'Leave it out to run the agent as it is.',
      },
    ],
  },
  SESSION_UNKNOWN: {
    status: 400,
    error: 'Validation failed',
    details: () => [
      {
        message: 'sessionId is not the id of a client session',
        code: 'INVALID_VALUE',
        path: 'sessionId',
        suggestion: 'Leave it out for a run that belongs to no visitor.',
      },
    ],
  },
} as const satisfies ErrorTable<DomainError | RunStartError>;

/** Ends a handler of runs with the response for a refusal. */
export const runRefusal = createRefusals<DomainError | RunStartError, typeof table>(table);
