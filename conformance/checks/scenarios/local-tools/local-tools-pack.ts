/**
 * The stories about tools that run at the caller.
 */
import type { CheckSuite } from '../scenario-check.ts';
import { outputChecks } from './outputs.ts';
import { turnChecks } from './turns.ts';

/** Outputs of local tools, and answers of users. */
export const localToolsSuite: CheckSuite = { name: 'local-tools', checks: [...outputChecks, ...turnChecks] };
