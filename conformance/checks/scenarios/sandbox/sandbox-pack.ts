/**
 * The pack about sandbox deployments.
 */
import type { CheckSuite } from '../scenario-check.ts';
import { lifecycleChecks } from './lifecycle.ts';
import { refusalChecks } from './refusals.ts';
import { replayChecks } from './replays.ts';

/** Stories about destroying and resuming sandbox deployments. */
export const sandboxSuite: CheckSuite = {
  name: 'sandbox',
  checks: [...lifecycleChecks, ...replayChecks, ...refusalChecks],
};
