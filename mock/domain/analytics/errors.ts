/**
 * Errors of analytics, beside those of any page.
 */

/** Everything that can be wrong with a question to analytics. */
export interface AnalyticsError {
  readonly code: 'NUMBER_INVALID';
  readonly parameter: 'days' | 'page';
  readonly most: number;
}
