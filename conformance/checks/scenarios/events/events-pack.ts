/**
 * The pack about the feed of product events.
 */
import type { CheckSuite } from '../scenario-check.ts';
import { catalogueChecks } from './catalogue.ts';
import { cursorChecks } from './cursors.ts';
import { failureChecks } from './failures.ts';
import { filterChecks } from './filters.ts';
import { pagingChecks } from './paging.ts';
import { refusalChecks } from './refusals.ts';
import { waitChecks } from './waits.ts';

/** Stories about polling for product events. */
export const eventsSuite: CheckSuite = {
  name: 'events',
  checks: [
    ...pagingChecks,
    ...filterChecks,
    ...waitChecks,
    ...refusalChecks,
    ...catalogueChecks,
    ...cursorChecks,
    ...failureChecks,
  ],
};
