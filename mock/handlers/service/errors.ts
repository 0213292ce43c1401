/**
 * Error responses for errors of the domain.
 */
import type { DomainError } from '../../domain/errors.ts';
import { pageLimits } from '../../domain/page.ts';
import { createErrorResponses } from '../../http/error-responses.ts';
import type { ErrorTable } from '../../http/error-responses.ts';

/** The rows, which other tables of the service take over. */
export const domainRows = {
  AGENT_NOT_FOUND: { status: 404, error: 'Agent not found' },
  CAPABILITY_NOT_FOUND: { status: 404, error: 'Capability not found' },
  TOOL_NAME_TAKEN: {
    status: 409,
    error: ({ toolName }) => `A capability named ${toolName} already exists for this agent`,
  },
  CAPABILITIES_REPEAT: {
    status: 400,
    error: 'Validation failed',
    details: ({ toolName }) => [
      {
        message: `capabilities names the tool ${toolName} twice`,
        code: 'DUPLICATE_VALUE',
        path: 'capabilities',
        suggestion: 'Give each capability a toolName of its own.',
      },
    ],
  },
  CURSOR_UNKNOWN: {
    status: 400,
    error: 'Validation failed',
    details: () => [
      {
        message: 'cursor is not a cursor of this list',
        code: 'INVALID_CURSOR',
        path: 'cursor',
        suggestion: 'Send the nextCursor of the page before, or none for the first page.',
      },
    ],
  },
  LIMIT_INVALID: {
    status: 400,
    error: 'Validation failed',
    details: () => [
      {
        message: 'limit must be a positive integer',
        code: 'INVALID_VALUE',
        path: 'limit',
        suggestion: `Send a number from 1 to ${pageLimits.max}.`,
      },
    ],
  },
  TIME_INVALID: {
    status: 400,
    error: 'Validation failed',
    details: ({ parameter }) => [
      {
        message: `${parameter} is not a date or time in ISO 8601`,
        code: 'INVALID_FORMAT',
        path: parameter,
        suggestion: 'Send one such as 2026-01-15 or 2026-01-15T09:30:00Z.',
      },
    ],
  },
  SCOPE_MISSING: { status: 403, error: 'Insufficient permissions' },
  EXECUTION_NOT_FOUND: { status: 404, error: 'Execution not found' },
  TOOL_CALL_NOT_FOUND: { status: 404, error: 'Tool call not found' },
  SCENARIO_UNKNOWN: {
    status: 400,
    error: 'Validation failed',
    details: ({ scenario, known }) => [
      {
        message: `There is no scenario ${scenario}`,
        code: 'UNKNOWN_SCENARIO',
        path: 'messages',
        suggestion: `Known scenarios: ${known.join(', ')}.`,
      },
    ],
  },
  NOT_PAUSED: { status: 404, error: 'No paused execution found for this executionId' },
  APPROVAL_EXPIRED: { status: 404, error: 'Approval expired' },
  APPROVAL_MISMATCH: {
    status: 400,
    error: 'Validation failed',
    details: ({ pending }) => [
      {
        message: 'approvalId is not the approval that the execution waits for',
        code: 'APPROVAL_MISMATCH',
        path: 'approvalId',
        suggestion: `The pending approval is ${pending}.`,
      },
    ],
  },
  APPROVAL_ALREADY_RESOLVED: {
    status: 409,
    error: 'The approval was already answered',
    code: 'APPROVAL_ALREADY_RESOLVED',
  },
  OUTPUT_MISSING: {
    status: 400,
    error: 'Validation failed',
    details: ({ awaited }) =>
      awaited.map(({ toolCallId, toolName }) => ({
        message: `toolOutputs has nothing for the awaited call of ${toolName}`,
        code: 'MISSING_REQUIRED_FIELD',
        path: `toolOutputs.${toolCallId}`,
        suggestion: `Supply an output under ${toolCallId}, or under the tool's name.`,
      })),
  },
} as const satisfies ErrorTable<DomainError>;

/** Creates the response for an error. */
export const errorResponse = createErrorResponses<DomainError, typeof domainRows>(domainRows);
