/**
 * Error responses for agents, those of cards included.
 */
import type { DomainError } from '../../domain/errors.ts';
import type { AgentError } from '../../domain/agents/errors.ts';
import type { CardProblem } from '../../http/card-fetcher.ts';
import { createErrorResponses } from '../../http/error-responses.ts';
import type { ErrorTable } from '../../http/error-responses.ts';
import { domainRows } from './errors.ts';

const table = {
  ...domainRows,
  FEATURE_UNAVAILABLE: { status: 402, error: 'Feature not available' },
  FEATURE_HIDDEN: { status: 404, error: 'Feature not available in production' },
  VERSION_NOT_FOUND: { status: 404, error: 'Version not found' },
  VERSION_FOREIGN: { status: 400, error: 'Version does not belong to this agent' },
  NEVER_PUBLISHED: { status: 404, error: 'Agent has no published version' },
  CREDENTIAL_NOT_FOUND: { status: 404, error: 'Agent credential not found' },
  VOICE_UNSUPPORTED: { status: 403, error: 'Agent does not support voice' },
  TEXT_EMPTY: {
    status: 400,
    error: 'Validation failed',
    details: () => [
      {
        message: 'text has no words',
        code: 'MISSING_REQUIRED_FIELD',
        path: 'text',
        suggestion: 'Send the words to speak.',
      },
    ],
  },
  NOT_EXTERNAL: { status: 400, error: 'Agent is not an external agent' },
  CARD_ADDRESS_MISSING: { status: 400, error: 'No agent card URL configured' },
  CARD_NOT_SERVED: { status: 404, error: ({ name }) => `Agent card ${name} not found` },
  CARD_HEADER_INVALID: {
    status: 400,
    error: 'Validation failed',
    details: ({ name }) => [
      {
        message: `${name} can't be sent as a header with this value`,
        code: 'INVALID_FORMAT',
        path: `headers.${name}`,
      },
    ],
  },
  CARD_URL_INVALID: {
    status: 400,
    error: 'Invalid URL',
    details: ({ reason }) => [{ message: reason, code: 'INVALID_FORMAT', path: 'url' }],
  },
  CARD_ADDRESS_REFUSED: {
    status: 400,
    error: 'Invalid URL',
    details: ({ reason, suggestion }) => [
      { message: reason, code: 'ADDRESS_REFUSED', path: 'url', ...(suggestion !== null && { suggestion }) },
    ],
  },
  CARD_UNREADABLE: {
    status: 400,
    error: 'Agent card response is not valid JSON',
    details: ({ reason }) => [{ message: reason, code: 'INVALID_JSON', path: 'url' }],
  },
  CARD_FETCH_FAILED: {
    status: 502,
    error: 'Failed to fetch agent card from remote',
    details: ({ reason }) => [{ message: reason, code: 'REMOTE_FAILED', path: 'url' }],
  },
} as const satisfies ErrorTable<DomainError | AgentError | CardProblem>;

/** Creates the response for an error. */
export const agentErrorResponse = createErrorResponses<DomainError | AgentError | CardProblem, typeof table>(
  table,
);
