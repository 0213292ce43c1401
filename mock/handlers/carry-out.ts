/**
 * Commands that can't be refused.
 */
import type { Draft } from '../kernel/transaction/transaction.ts';
import { ok } from '../kernel/transaction/result.ts';
import type { World } from '../kernel/world/world.ts';

/** Changes a world by a command that is never refused, and gives what the command gives. */
export async function carryOut<T>(world: World, command: (draft: Draft) => T): Promise<T> {
  const done = await world.dispatch<T, never>((draft) => ok(command(draft)));
  return done.ok ? done.value : done.error;
}
