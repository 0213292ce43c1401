/**
 * What keeps a run from going on: the budget of its organization.
 */
import type { View } from '../../../kernel/store/view.ts';
import { featureGate } from '../../identity/feature-gates.ts';
import type { FailStep } from '../../scenarios/scenario.ts';
import type { PlannedStep } from './run.ts';

/** The failure of a run whose organization has spent its budget. Source: assumption A-062. */
export const budgetSpent: FailStep = {
  code: 'SPEND_BUDGET_EXHAUSTED',
  message: 'The organization has reached its spend budget',
  blockReason: 'spend_budget',
  upgradeUrl: 'https://app.agents.test/billing',
};

/** Returns the steps that a run may still play: those it has, or the failure when the budget is spent. */
export function admittedSteps(view: View, steps: readonly PlannedStep[]): readonly PlannedStep[] {
  return featureGate(view, 'spendBudget') === 'ok' ? steps : [{ fail: budgetSpent }];
}
