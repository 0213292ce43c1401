/** Runs a function while a switch of the implementation is set, and resets it. */
import type { Switches } from '../driver/abilities.ts';
import type { CheckContext } from './scenario-check.ts';

/** A switch, and the value to set. */
export type Switch = {
  readonly [Name in keyof Switches]: { readonly name: Name; readonly value: Switches[Name] };
}[keyof Switches];

/** The switches that enable and disable a feature; the others make a part fail. */
const features: readonly Switch['name'][] = ['agents', 'batch'];

/** Runs a function while a switch is set, and then sets it to the value of a healthy service. */
export async function withSwitch<T>(
  { abilities }: CheckContext,
  { name, value }: Switch,
  act: () => Promise<T>,
): Promise<T> {
  await abilities.setSwitch(name, value);
  try {
    return await act();
  } finally {
    await abilities.setSwitch(name, features.includes(name) ? 'on' : 'ok');
  }
}
