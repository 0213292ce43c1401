/** Does something while a switch of the implementation is turned, and turns it back. */
import type { CheckContext } from './scenario-check.ts';

/** A switch. Shape: `usual` is what it is turned back to, `ok` when absent. */
export interface Switch {
  readonly name: string;
  readonly value: string;
  readonly initial?: string;
}

/** Does something against a switch. */
export async function withSwitch<T>(
  { abilities }: CheckContext,
  { name, value, initial = 'ok' }: Switch,
  act: () => Promise<T>,
): Promise<T> {
  await abilities.setSwitch(name, value);
  try {
    return await act();
  } finally {
    await abilities.setSwitch(name, initial);
  }
}
