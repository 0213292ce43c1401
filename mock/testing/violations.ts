/** Fails a test whose calls violate the contract. */
import type { EngineWorld } from '../engine/world.ts';

/** How to allow violations. */
const HINT = 'If they are intended, set the fixture `allowsViolations` to true.';

/** Units: violations that a message lists. */
const MAX_LISTED = 20;

/**
 * Checks the calls that a world has received.
 *
 * Errors: throws an Error with the call, the place and the message of each violation.
 */
export async function assertNoViolations(world: Pick<EngineWorld, 'requests'>): Promise<void> {
  const calls = await world.requests();
  const lines = calls.flatMap(({ method, path, violations }) =>
    violations.map(({ pointer, message }) => `  ${method} ${path}: ${message} (${pointer})`),
  );
  if (lines.length === 0) return;
  const rest = lines.length > MAX_LISTED ? [`  and ${lines.length - MAX_LISTED} more`] : [];
  const count = lines.length === 1 ? '1 violation' : `${lines.length} violations`;
  const title = `The calls of this test have ${count} of the contract:`;
  throw new Error([title, ...lines.slice(0, MAX_LISTED), ...rest, HINT].join('\n'));
}
