/**
 * Whether agents may be made and changed at all, by the switch of the world.
 */
import { ok, refuse } from '../../kernel/transaction/result.ts';
import type { Result } from '../../kernel/transaction/result.ts';
import type { View } from '../../kernel/store/view.ts';
import type { AgentRefusal } from './errors.ts';
import { gate } from '../identity/feature-gates.ts';

/**
 * Lets creation and change of agents pass.
 *
 * Errors: FEATURE_UNAVAILABLE where the plan lacks the feature, FEATURE_HIDDEN where it is not offered in production.
 * Source: F-4.2-020, F-4.2-022; assumption A-058.
 */
export function admitAgents(
  view: View,
): Result<null, AgentRefusal<'FEATURE_UNAVAILABLE' | 'FEATURE_HIDDEN'>> {
  switch (gate(view, 'agents')) {
    case 'on':
      return ok(null);
    case 'unavailable':
      return refuse({ code: 'FEATURE_UNAVAILABLE' });
    case 'hidden':
      return refuse({ code: 'FEATURE_HIDDEN' });
  }
}
