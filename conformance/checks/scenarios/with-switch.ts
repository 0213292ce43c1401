/** Runs a function while a switch of the implementation is set, and resets it. */
import type { CheckContext } from './scenario-check.ts';

/** A switch. Shape: it is reset to `initial`, by default `ok`. */
export interface Switch {
  readonly name: string;
  readonly value: string;
  readonly initial?: string;
}

/** Runs a function while a switch is set. */
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
