/**
 * What the domain refuses about analytics, beside what it refuses about any page.
 */

/** Everything that can be wrong with a question to analytics. */
export interface AnalyticsError {
  readonly code: 'NUMBER_INVALID';
  readonly parameter: 'days' | 'page';
  readonly most: number;
}
