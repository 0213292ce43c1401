/**
 * How each refusal about sandbox deployments looks on the wire, of the service and of the control API.
 */
import type { SandboxError } from '../../domain/sandbox/errors.ts';
import { createRefusals } from '../../http/error-responses.ts';
import type { ErrorTable } from '../../http/error-responses.ts';

const table = {
  DEPLOYMENT_NOT_FOUND: { status: 404, error: 'Sandbox deployment not found' },
  SPEND_BUDGET_EXHAUSTED: {
    status: 402,
    error: "Blocked by the organization's managed deployment spend budget",
  },
  QUOTA_EXHAUSTED: { status: 429, error: 'Organization quota exhausted' },
  VERSION_STALE: { status: 412, error: 'Resource version precondition failed' },
  ADMISSION_BLOCKED: { status: 422, error: ({ reason }) => `Blocked by ${reason} admission` },
  NOT_SUSPENDED: {
    status: 409,
    error: ({ status }) => `The deployment is ${status}, only a suspended one can be resumed`,
  },
  KEY_REUSED: { status: 409, error: 'This idempotency key was used with a different body' },
  DEPLOYMENT_ID_TAKEN: {
    status: 400,
    error: 'Validation failed',
    details: ({ deploymentId }) => [
      {
        message: `deploymentId ${deploymentId} exists already`,
        code: 'DUPLICATE_VALUE',
        path: 'deploymentId',
        suggestion: 'Leave it out to get one of your own.',
      },
    ],
  },
  DEPLOYMENT_ID_FIXED: {
    status: 400,
    error: 'Validation failed',
    details: ({ deploymentId }) => [
      {
        message: `deploymentId can't be changed, it is ${deploymentId}`,
        code: 'INVALID_VALUE',
        path: 'deploymentId',
        suggestion: 'Leave it out.',
      },
    ],
  },
} as const satisfies ErrorTable<SandboxError>;

/** Ends a handler with the response for a refusal. */
export const sandboxRefusal = createRefusals<SandboxError, typeof table>(table);
