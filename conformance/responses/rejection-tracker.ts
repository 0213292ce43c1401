/** C21: finds operations that reject a credential which they also accept, after the run. */
import type { OperationSpec } from '../../templates/runtime/operation-spec.ts';
import type { Exchange } from '../model/exchange.ts';
import type { ExchangeComparison, ExchangeRule, RunningExchangeRule } from '../model/exchange-rule.ts';
import type { ResponseTraits } from './response-traits.ts';

/** The first responses of an operation to a credential. */
interface Uses {
  readonly subject: string;
  accepted?: Exchange;
  rejected?: Exchange;
}

/**
 * Creates the rule that collects what operations return for the main credential of a run, which no check revokes.
 */
export function createRejectionTracker({ mainSchemes }: ResponseTraits): ExchangeRule {
  return { open: () => openTracker(mainSchemes) };
}

function openTracker(mainSchemes: ResponseTraits['mainSchemes']): RunningExchangeRule {
  const byOperation = new Map<string, Uses>();
  return {
    take({ exchange, operation, world }) {
      const { request, response } = exchange;
      if (response === null || request.profile !== 'full' || !needsCredential(operation, mainSchemes))
        return [];
      if (request.headers.some(([name]) => name.toLowerCase() === 'authorization')) return [];
      const key = `${world.baseUrl} ${operation.id}`;
      const uses: Uses = byOperation.get(key) ?? { subject: operation.id };
      byOperation.set(key, uses);
      if (response.status < 300) uses.accepted ??= exchange;
      if (response.status === 401) uses.rejected ??= exchange;
      return [];
    },
    compare: () => [...byOperation.values()].flatMap(compareUses),
  };
}

function needsCredential({ security }: OperationSpec, schemes: ResponseTraits['mainSchemes']): boolean {
  if (schemes !== null)
    return security.some((choice) => choice.schemes.some(({ name }) => schemes.has(name)));
  return security.length > 0 && security.every((choice) => choice.schemes.length > 0);
}

function compareUses({ subject, accepted, rejected }: Uses): readonly ExchangeComparison[] {
  if (accepted === undefined) return [];
  const message = `${subject} returns 401 for a credential that it also accepts.`;
  if (rejected === undefined) return [{ check: 'C21', subject, problems: [], exchange: accepted }];
  return [{ check: 'C21', subject, problems: [{ message, at: 'status' }], exchange: rejected }];
}
