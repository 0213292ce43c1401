/** Sends harmless requests of operations with a given credential. */
import type { Exchange } from '../../../model/exchange.ts';
import { allOperations, type PlatformOperation } from '../../contract.ts';
import { isDestructive } from '../../../model/operations.ts';
import { needsCredential } from '../../../requests/access-cases.ts';
import { baseOf } from '../../requests/request-traits.ts';
import { traitsOf } from '../../../requests/operation-traits.ts';
import { planOf, type Texts } from '../../../requests/request-form.ts';
import type { CheckContext } from '../scenario-check.ts';

/** Returns the operations that need a credential and can be called any number of times. */
export function repeatable(): readonly PlatformOperation[] {
  return allOperations.filter(
    (operation) =>
      needsCredential(operation) &&
      !isDestructive(operation) &&
      operation.method === 'GET' &&
      operation.stream === null &&
      traitsOf(operation).consumes === null,
  );
}

/** Sends the base request of an operation; `null` if a value for it is missing. */
export async function sendAs(
  context: CheckContext,
  operation: PlatformOperation,
  profile: string,
  path: Texts = {},
): Promise<Exchange | null> {
  const { base, missing } = baseOf(operation, context.environment);
  const isComplete = missing.every((name) => name in path);
  return isComplete ? context.send(planOf({ ...base, path: { ...base.path, ...path }, profile })) : null;
}

/** Returns the status of such a request; `null` if it was not sent, 0 without a response. */
export async function statusAs(
  context: CheckContext,
  operation: PlatformOperation,
  profile: string,
  path: Texts = {},
): Promise<number | null> {
  const exchange = await sendAs(context, operation, profile, path);
  return exchange === null ? null : (exchange.response?.status ?? 0);
}
