/**
 * The stories about approvals that visitors answer, in the order of their ids.
 */
import type { CheckSuite } from '../scenario-check.ts';
import { answerChecks } from './decisions.ts';
import { boundChecks } from './bounds.ts';
import { refusalChecks } from './refusals.ts';

/** Approvals by the route of the client runtime. */
export const clientApprovalSuite: CheckSuite = {
  name: 'client-approval',
  checks: [...answerChecks, ...refusalChecks, ...boundChecks].toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  ),
};
