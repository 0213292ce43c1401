/**
 * The stories about approvals that are answered by the route of the agent.
 */
import type { CheckSuite } from '../scenario-check.ts';
import { answerChecks } from './decisions.ts';
import { limitChecks } from './limits.ts';

/** Approvals by the route of the agent. */
export const approvalsSuite: CheckSuite = { name: 'approvals', checks: [...answerChecks, ...limitChecks] };
