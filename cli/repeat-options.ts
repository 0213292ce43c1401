/** Writes the options that a call of `backlot check` needs again to replay one of its cases. */
import { variableOf } from '../conformance/replay/curl-script.ts';
import { quoteWord } from '../conformance/report/plain-text.ts';
import { descriptionOptions } from './source-options.ts';

/** Options that decide what a replay sends and how it is checked. */
const names = [...Object.keys(descriptionOptions), 'config', 'level', 'driver'];

/**
 * Writes the options of a call for a shell. Shape: one word each; `credentials` are names of profiles.
 *
 * Why variables: the values of credentials, also those of an address, must not get into reports.
 */
export function writeRepeatOptions(
  values: Readonly<Record<string, unknown>>,
  credentials: readonly string[],
): readonly string[] {
  const options = names.flatMap((name) =>
    [values[name]].flat().flatMap((value) => {
      if (value === true) return [`--${name}`];
      return typeof value === 'string' ? [`--${name}`, writeValue(name, value)] : [];
    }),
  );
  const secrets = credentials.flatMap((profile) => [
    '--credential',
    `${profile === 'full' ? '' : `${profile}=`}"$${variableOf(profile)}"`,
  ]);
  return [...options, ...secrets];
}

function writeValue(name: string, value: string): string {
  return /:\/\/.*[@?]/.test(value) ? `"$${variableOf(name)}"` : quoteWord(value);
}
