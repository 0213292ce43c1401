/**
 * The pack about stored assets.
 */
import type { CheckSuite } from '../scenario-check.ts';
import { previewChecks } from './previews.ts';
import { servingChecks } from './serving.ts';

/** Stories about fetching assets and showing previews. */
export const assetsSuite: CheckSuite = { name: 'assets', checks: [...servingChecks, ...previewChecks] };
